// The six ways to look at a case.

import { make, the } from '../common/elements.js';
import { addBoxes } from './boxes.js';
import { button } from './elements.js';
import { needsBoth, needsBoxes, needsDifference } from './needs.js';
import { address, counted, grouped } from './writing.js';

/**
 * @typedef {import('./types.js').KeptPicture} KeptPicture
 * @typedef {import('./needs.js').Shown} Shown
 *
 * @typedef {Object} Look what the views share
 * @property {number} swipe share of the width
 * @property {number} onion share of the opacity
 * @property {number} diff the same, of the difference
 * @property {boolean} isReference whether the reference is seen
 * @property {boolean} blinks
 *
 * @typedef {Object} Scene what a view is drawn with
 * @property {import('./stage.js').Stage} stage
 * @property {HTMLElement} adjust where its own controls go
 * @property {Look} look
 * @property {boolean} isCalm whether motion is to be reduced
 * @property {() => void} flip
 * @property {(box: number) => void} inspect
 * @property {(() => void) | null} apply shows the look as it is now, without drawing the view anew
 * @property {number} blinking a timer, 0 for none
 *
 * @typedef {Object} ViewKind
 * @property {string} name
 * @property {string} label
 * @property {(shown: Shown) => string} needs why it can't be drawn
 * @property {(scene: Scene, shown: Shown) => void} draw
 */

/** @type {Array<ViewKind>} */
export const views = [
  { name: 'side', label: 'Side by side', needs: () => '', draw: drawSides },
  { name: 'swipe', label: 'Swipe', needs: needsBoth, draw: withBoth(drawSwipe) },
  { name: 'onion', label: 'Onion skin', needs: needsBoth, draw: withBoth(drawOnion) },
  { name: 'blink', label: 'Blink', needs: needsBoth, draw: withBoth(drawBlink) },
  { name: 'diff', label: 'Difference', needs: needsDifference, draw: drawDifference },
  { name: 'boxes', label: 'Boxes', needs: needsBoxes, draw: drawBoxes },
];

/** @param {KeptPicture} picture */
function sizeNote(picture) { return picture[1] + ' × ' + picture[2] + ' px'; }

/** @param {import('./types.js').Case} one */
export function referenceName(one) { return one.isMockup ? 'Mockup' : 'Baseline'; }

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawSides({ stage }, { one, actual, expected }) {
  /**
   * @param {string} name
   * @param {KeptPicture | null} picture
   * @param {string} whyNone
   */
  const addSide = (name, picture, whyNone) => {
    const canvas = stage.addPane(name, picture ? sizeNote(picture) : '');
    if (!picture) {
      canvas.replaceWith(make('p', 'absent', whyNone));
      return;
    }
    const layer = stage.addPicture(canvas, picture, name + ' picture of ' + one.id);
    layer.onerror = () => fallBack(layer, one);
  };
  const isSame = one.verdict === 'identical';
  addSide(isSame ? 'Baseline and drawn: the same bytes' : referenceName(one), expected,
    one.verdict === 'new' ? 'No reference yet' : 'This picture was not kept');
  if (!isSame) addSide('Drawn', actual, one.verdict === 'obsolete' ? 'No card any more' : 'Not drawn');
}

/**
 * An identical case's picture is the baseline's own, outside of this folder: where that is not to be had, the thumbnail is.
 * @param {HTMLImageElement} layer
 * @param {import('./types.js').Case} one
 */
function fallBack(layer, one) {
  layer.onerror = null;
  if (one.verdict !== 'identical' || !one.thumbnail) return;
  layer.src = address(one.thumbnail[0]);
  the('status').textContent = 'The baseline is not beside this page; this is its thumbnail.';
}

/**
 * A view of two pictures, the reference below, the drawn one above.
 * @param {(scene: Scene, shown: Shown, actual: KeptPicture, expected: KeptPicture) => void} draw
 * @returns {(scene: Scene, shown: Shown) => void}
 */
function withBoth(draw) {
  return (scene, shown) => { if (shown.actual && shown.expected) draw(scene, shown, shown.actual, shown.expected); };
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {string} title
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
function drawStack({ stage }, { one }, title, actual, expected) {
  const canvas = stage.addPane(title, sizeNote(actual));
  const below = stage.addPicture(canvas, expected, 'Reference picture of ' + one.id);
  const above = stage.addPicture(canvas, actual, 'Drawn picture of ' + one.id);
  return { canvas, below, above };
}

/**
 * @param {Scene} scene
 * @param {string} label
 * @param {'swipe' | 'onion' | 'diff'} name what of the look it sets
 * @param {(share: number) => void} apply
 */
function addSlider(scene, label, name, apply) {
  const { look } = scene;
  const input = make('input');
  Object.assign(input, { type: 'range', min: '0', max: '100', id: 'slider' });
  input.oninput = () => {
    look[name] = Number(input.value) / 100;
    apply(look[name]);
  };
  scene.adjust.append(make('label', 'slider', make('span', '', label), input));
  scene.apply = () => {
    input.value = String(Math.round(look[name] * 100));
    apply(look[name]);
  };
  scene.apply();
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
function drawSwipe(scene, shown, actual, expected) {
  const { canvas, above, below } = drawStack(scene, shown, 'Reference left, drawn right', actual, expected);
  const handle = make('div', 'handle');
  canvas.append(handle);
  addSlider(scene, 'Divider', 'swipe', (share) => {
    // The line is the border of both pictures.
    const at = 'calc(' + share + ' * var(--p) * ' + scene.stage.extent.width + ')';
    handle.style.left = at;
    above.style.clipPath = 'inset(0 0 0 ' + at + ')';
    below.style.clipPath = 'polygon(0 0, ' + at + ' 0, ' + at + ' 100%, 0 100%)';
  });
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (now) => {
      const box = canvas.getBoundingClientRect();
      scene.look.swipe = Math.min(1, Math.max(0, (now.clientX - box.left) / box.width));
      scene.apply?.();
    };
    handle.onpointerup = () => { handle.onpointermove = null; };
  });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
function drawOnion(scene, shown, actual, expected) {
  const { above } = drawStack(scene, shown, 'Drawn over reference', actual, expected);
  addSlider(scene, 'Drawn', 'onion', (share) => { above.style.opacity = String(share); });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
function drawBlink(scene, shown, actual, expected) {
  const { look } = scene;
  const { above, below } = drawStack(scene, shown, '', actual, expected);
  const title = scene.stage.title;
  const apply = () => {
    above.style.visibility = look.isReference ? 'hidden' : 'visible';
    below.style.visibility = look.isReference ? 'visible' : 'hidden';
    title?.replaceChildren(make('b', '', look.isReference ? referenceName(shown.one) : 'Drawn'),
      ' ' + sizeNote(look.isReference ? expected : actual));
  };
  const box = make('input');
  box.type = 'checkbox';
  box.id = 'blinks';
  box.checked = look.blinks && !scene.isCalm;
  const run = () => {
    clearInterval(scene.blinking);
    // Slower than three times a second, as WCAG 2.3.1 asks.
    if (box.checked) scene.blinking = setInterval(() => { look.isReference = !look.isReference; apply(); }, 700);
  };
  box.onchange = () => {
    look.blinks = box.checked;
    run();
  };
  scene.adjust.append(make('label', 'check', box, ' Blink'), button('quiet', 'Flip', scene.flip));
  scene.apply = apply;
  apply();
  run();
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawDifference(scene, { one, actual, expected, detail: { pixels } }) {
  const { stage } = scene;
  if (!pixels || !pixels.path || !actual) return;
  const canvas = stage.addPane('Difference', counted(pixels.differing, 'pixel') + ' of ' + grouped(pixels.compared)
    + (pixels.antialiased ? ', ' + grouped(pixels.antialiased) + ' more in anti-aliasing' : ''));
  stage.addPicture(canvas, actual, 'Drawn picture of ' + one.id);
  const [, width, height] = expected || actual;
  const above = stage.addPicture(canvas, [pixels.path, width, height], 'Differing pixels of ' + one.id + ' in red');
  above.addEventListener('load', () => stage.size(above, above.naturalWidth, above.naturalHeight));
  stage.addRegions(canvas, pixels.regions, (region) =>
    counted(region[4], 'pixel') + (region[5].length ? ' in ' + region[5].join(', ') : ''));
  addSlider(scene, 'Overlay', 'diff', (share) => { above.style.opacity = String(share); });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawBoxes(scene, { one, actual, expected, detail }) {
  const isReference = (scene.look.isReference && Boolean(expected)) || !actual;
  const picture = isReference ? expected : actual;
  const title = isReference ? referenceName(one) : 'Drawn';
  const canvas = scene.stage.addPane(title, counted(detail.boxes.length, 'box'));
  if (picture) scene.stage.addPicture(canvas, picture, title + ' picture of ' + one.id);
  addBoxes(canvas, detail, isReference, scene.inspect);
  if (actual && expected) scene.adjust.append(button('quiet', isReference ? 'Show drawn' : 'Show reference', scene.flip));
}
