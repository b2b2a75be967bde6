// Masks and tolerances created over a case, to copy into a project's file.

import { make } from '../common/elements.js';
import { button, place, toggle } from './elements.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {{post: string, isMockup: boolean, box?: string, region?: Array<number>}} Mask
 * @typedef {{picture: string, region?: Array<number>, tolerance?: string}} Rule for images of other tools
 */

/** Masks of all cases, until the page is closed. */
const masks = /** @type {Array<Mask>} */ ([]);

/** Rules of all images, until the page is closed. */
const rules = /** @type {Array<Rule>} */ ([]);

/**
 * The lines for `pictures.yml`. Lengths are in pixels.
 * @param {Array<Rule>} all
 */
export function rulesText(all) {
  const line = (/** @type {Rule} */ { picture }, /** @type {string} */ what) =>
    '  - {pictures: ' + JSON.stringify(picture) + ', ' + what + '}\n';
  const tolerances = all.filter((each) => each.tolerance).map((each) => line(each, String(each.tolerance)));
  const masked = all.flatMap((each) => each.region
    ? [line(each, 'region: [' + each.region.join(', ') + '], reason: "say why"')] : []);
  return (tolerances.length ? 'tolerances:\n' + tolerances.join('') : '')
    + (masked.length ? 'masks:\n' + masked.join('') : '');
}

/**
 * The tolerance with which an image would pass.
 * @param {Pick<import('./types.js').Detail, 'pixels' | 'actual' | 'expected' | 'reasons'>} detail
 */
export function toleranceOf({ pixels, actual, expected, reasons }) {
  const parts = [];
  if (actual && expected) {
    const size = Math.max(Math.abs(actual[1] - expected[1]), Math.abs(actual[2] - expected[2]));
    if (size) parts.push('size: ' + size);
  }
  const isRedrawn = reasons.length > 0 && reasons.every((each) => /^(text from another|different anti)/.test(each));
  if (isRedrawn) parts.push('rasterizer: true');
  else if (pixels && pixels.differing) parts.push('count: ' + pixels.differing);
  return parts.join(', ');
}

/**
 * The lines for `cases.yml`, or for `feedproof.yml`, where each mask names its cases.
 * @param {Array<Mask>} all
 * @param {boolean} isMockup
 */
export function masksText(all, isMockup) {
  return 'masks:\n' + all.filter((each) => each.isMockup === isMockup).map(({ post, box, region }) => {
    const cases = isMockup ? '' : 'cases: ' + JSON.stringify(post + '/*') + ', ';
    const what = box ? 'box: ' + JSON.stringify(box) : 'region: [' + (region || []).join(', ') + ']';
    return '  - {' + cases + what + ', reason: "say why"}\n';
  }).join('');
}

/**
 * Lets the user select boxes and draw regions.
 * @param {import('./views.js').Scene} scene
 * @param {HTMLElement} canvas
 * @param {Case} one
 * @param {import('./types.js').Detail} detail
 */
export function addMasking(scene, canvas, one, detail) {
  const { stage } = scene;
  if (one.hasAges) {
    addRules(scene, canvas, one, detail);
    return;
  }
  const lines = make('div', 'pin-map');
  const layer = make('div', 'mask-layer');
  const own = () => masks.filter((each) => each.post === one.post && each.isMockup === one.isMockup);
  const show = () => {
    layer.replaceChildren(...own().flatMap(({ box, region }) => {
      const found = box ? detail.boxes.find((each) => each[0] === box) : null;
      const frame = region || (found && (found[1] || found[2]));
      return frame ? [place(make('i', 'masked-region'), frame)] : [];
    }));
    lines.hidden = !own().length;
    const text = make('textarea', 'pins');
    Object.assign(text, { value: masksText(masks, one.isMockup), readOnly: true, rows: Math.min(6, masks.length + 1) });
    text.setAttribute('aria-label', one.isMockup ? 'For the case in cases.yml' : 'For feedproof.yml');
    lines.replaceChildren(text, button('quiet', 'Copy', () => {
      text.select();
      navigator.clipboard?.writeText(text.value).catch(() => document.execCommand('copy'));
    }), button('quiet', 'Remove the last one', () => {
      const last = own().pop();
      if (last) masks.splice(masks.indexOf(last), 1);
      show();
    }));
  };
  const add = (/** @type {{box?: string, region?: Array<number>}} */ what) => {
    const { post, isMockup } = one;
    if (!own().some((each) => each.box && each.box === what.box)) masks.push({ post, isMockup, ...what });
    show();
  };
  const { element, flip } = toggle('Mask', 'h', false, (isOn) => canvas.classList.toggle('masking', isOn));
  element.title = 'Click a box or draw a region to exclude it from the comparison';
  scene.adjust.append(element);
  scene.keys = { ...scene.keys, h: flip };
  // Handle the click before the box shows its numbers and the pane starts panning.
  canvas.addEventListener('click', (event) => {
    const box = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest('.box')) : null;
    if (!canvas.classList.contains('masking') || !box) return;
    event.stopPropagation();
    add({ box: detail.boxes[Number(box.dataset.box)][0] });
  }, true);
  canvas.addEventListener('pointerdown', (event) => {
    if (canvas.classList.contains('masking') && event.button === 0) drawRegion(canvas, layer, event, stage.shownZoom, add);
  });
  canvas.append(layer);
  stage.element.append(lines);
  show();
}

/**
 * Lets the user draw masks over an image of another tool, and write a tolerance for it.
 * @param {import('./views.js').Scene} scene
 * @param {HTMLElement} canvas
 * @param {Case} one
 * @param {import('./types.js').Detail} detail
 */
function addRules(scene, canvas, one, detail) {
  const { stage } = scene;
  const scale = stage.extent.scale;
  const lines = make('div', 'pin-map');
  const layer = make('div', 'mask-layer');
  const own = () => rules.filter((each) => each.picture === one.id);
  const text = make('textarea', 'pins');
  text.setAttribute('aria-label', 'For pictures.yml');
  const show = () => {
    const known = detail.masks.flatMap(([, , region]) => region ? [place(make('i', 'masked-region'), region)] : []);
    layer.replaceChildren(...known, ...own().flatMap(({ region }) =>
      region ? [place(make('i', 'masked-region'), region.map((each) => each / scale))] : []));
    lines.hidden = !own().length;
    Object.assign(text, { value: rulesText(rules), rows: Math.min(8, rules.length + 2) });
  };
  const add = (/** @type {Rule} */ rule) => {
    rules.push(rule);
    show();
  };
  const { element, flip } = toggle('Mask', 'h', false, (isOn) => canvas.classList.toggle('masking', isOn));
  element.title = 'Draw a region to exclude it from the comparison';
  const tolerance = toleranceOf(detail);
  const tolerate = button('quiet', 'Tolerate', () => {
    if (!own().some((each) => each.tolerance)) add({ picture: one.id, tolerance });
  });
  tolerate.title = 'Write the tolerance with which the image passes';
  tolerate.hidden = !tolerance || one.verdict !== 'different';
  scene.adjust.append(element, tolerate);
  scene.keys = { ...scene.keys, h: flip };
  canvas.addEventListener('pointerdown', (event) => {
    if (!canvas.classList.contains('masking') || event.button !== 0) return;
    drawRegion(canvas, layer, event, stage.shownZoom, ({ region }) =>
      add({ picture: one.id, region: region.map((each) => each * scale) }));
  });
  lines.append(text, button('quiet', 'Copy', () => {
    text.select();
    navigator.clipboard?.writeText(text.value).catch(() => document.execCommand('copy'));
  }), button('quiet', 'Remove the last one', () => {
    const last = own().pop();
    if (last) rules.splice(rules.indexOf(last), 1);
    show();
  }));
  canvas.append(layer);
  stage.element.append(lines);
  show();
}

/**
 * @param {HTMLElement} canvas
 * @param {HTMLElement} layer
 * @param {PointerEvent} start
 * @param {number} zoom CSS pixels per point
 * @param {(what: {region: Array<number>}) => void} add
 */
function drawRegion(canvas, layer, start, zoom, add) {
  start.stopPropagation();
  start.preventDefault();
  const around = canvas.getBoundingClientRect();
  const frame = (/** @type {PointerEvent} */ event) => {
    const [x, other] = [start.clientX, event.clientX].map((each) => Math.round((each - around.left) / zoom));
    const [y, below] = [start.clientY, event.clientY].map((each) => Math.round((each - around.top) / zoom));
    return [Math.min(x, other), Math.min(y, below), Math.abs(other - x), Math.abs(below - y)];
  };
  const drawn = place(make('i', 'masked-region'), frame(start));
  layer.append(drawn);
  const move = (/** @type {PointerEvent} */ event) => { place(drawn, frame(event)); };
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    drawn.remove();
    const region = frame(event);
    // A smaller region is an unsteady click.
    if (event.type !== 'pointerup' || region[2] <= 3 || region[3] <= 3) return;
    add({ region });
    // Ignore the click on a box that ends the drag.
    const stop = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener('click', stop, true);
    setTimeout(() => removeEventListener('click', stop, true));
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
