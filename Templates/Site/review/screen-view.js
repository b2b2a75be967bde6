// A card and the app's screen side by side, with paired boxes in the same color, distances, and a map for pinning
// pairs.

import { make } from '../common/elements.js';
import { boxLabel, kindOf } from './box-facts.js';
import { measureElements } from './boxes.js';
import { button, place } from './elements.js';
import { counted, sizeNote } from './writing.js';

/**
 * @typedef {import('./types.js').Box} Box
 * @typedef {import('./views.js').Scene} Scene
 * @typedef {import('./needs.js').Shown} Shown
 * @typedef {[evidence: string | null, identifier: string | null, pin: string | null] | null} Element
 */

/** Pins by part if no server stores them, until the page is closed. */
const pins = /** @type {Map<string, string>} */ (new Map());

/** @param {string} path */
function partOf(path) { return path.replace(/^card\//, ''); }

/**
 * The name of an element without the map's syntax.
 * @param {string} pin
 */
function pinName(pin) { return pin.replace(/^(\*|path=)/, '').replace(/^text=(.*)$/, '“$1”'); }

/** The map for screens.yml. */
function mapText() {
  return 'map:\n' + [...pins].map(([part, identifier]) => '  ' + part + ': ' + JSON.stringify(identifier) + '\n').join('');
}

/**
 * The evidence for a match: "by text, org.app:id/name".
 * @param {Element} element
 */
export function evidenceText(element) {
  if (!element) return '';
  const [evidence, identifier, pin] = element;
  return [evidence || 'part of no card', identifier || (pin && pinName(pin))].filter(Boolean).join(', ');
}

/**
 * @param {import('./types.js').Detail} detail
 * @returns {Array<Element>}
 */
export function elementsOf(detail) { return /** @type {import('./types.js').ScreenDetail} */ (detail).elements || []; }

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
export function drawScreen(scene, { one, actual, expected, detail }) {
  const { stage } = scene;
  const elements = elementsOf(detail);
  const sides = [
    { title: 'Card', picture: expected, none: 'not drawn', frame: (/** @type {Box} */ box) => box[2] },
    { title: 'On the screen', picture: actual, none: 'no screenshot next to the hierarchy',
      frame: (/** @type {Box} */ box) => box[1] },
  ];
  /** The part of the card, and the element to pin it to. */
  const chosen = { part: -1, element: -1 };
  /** @type {Array<Map<number, HTMLElement>>} */
  const buttons = [new Map(), new Map()];
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  line.setAttribute('class', 'pair-line');
  line.setAttribute('aria-hidden', 'true');
  const measured = sides.map(() => make('div', 'measures'));
  const pin = make('div', 'pin');
  const map = make('div', 'pin-map');

  const show = (/** @type {number} */ number) => {
    scene.inspect(number);
    const box = detail.boxes[number];
    sides.forEach((side, at) => {
      for (const [other, element] of buttons[at]) element.classList.toggle('twin', other === number);
      const own = side.frame(box);
      // On each side, measure within that side's own frames.
      const here = /** @type {Box} */ ([box[0], own, at === 1 ? box[2] : own, null, null, box[5]]);
      measured[at].replaceChildren(...own ? measureElements(detail.boxes.map((each) =>
        /** @type {Box} */ ([each[0], side.frame(each), each[2], null, null, []])), here) : []);
    });
    drawLine(stage.element, line, buttons.map((each) => each.get(number) || null), hue(number));
  };
  const hide = () => {
    measured.forEach((each) => each.replaceChildren());
    line.replaceChildren();
    for (const side of buttons) for (const element of side.values()) element.classList.remove('twin');
  };
  const choose = (/** @type {number} */ number, /** @type {number} */ at) => {
    if (at === 0) chosen.part = number;
    else chosen.element = number;
    show(number);
    showPin();
  };
  const showPin = () => {
    // If only one side is chosen, use its current pair.
    const part = detail.boxes[chosen.part < 0 ? chosen.element : chosen.part];
    const element = elements[chosen.element < 0 ? chosen.part : chosen.element];
    const name = part && part[2] && element && element[2];
    const add = button('quiet', name ? 'Pin ' + partOf(part[0]) + ' to ' + pinName(name) : 'Pin this pair', () => {
      if (name) {
        if (scene.pin) scene.pin(partOf(part[0]), name);
        else pins.set(partOf(part[0]), name);
      }
      Object.assign(chosen, { part: -1, element: -1 });
      showPin();
    });
    add.disabled = !name;
    if (!name) {
      add.title = part && part[2] && element ? 'The element has no unique identifier, place or text'
        : 'Choose a part on the card, then the element that shows it';
    }
    pin.replaceChildren(add);
    map.hidden = !pins.size;
    const text = make('textarea', 'pins');
    Object.assign(text, { value: mapText(), readOnly: true, rows: pins.size + 1 });
    text.setAttribute('aria-label', 'For screens.yml');
    const save = make('a', 'quiet', 'Download screens.yml');
    save.href = 'data:text/yaml;charset=utf-8,' + encodeURIComponent(mapText());
    save.download = 'screens.yml';
    map.replaceChildren(text, button('quiet', 'Copy', () => {
      text.select();
      navigator.clipboard?.writeText(text.value).catch(() => document.execCommand('copy'));
    }), save);
  };

  sides.forEach((side, at) => {
    const canvas = stage.addPane(side.title, side.picture ? sizeNote(side.picture) : side.none);
    if (side.picture) stage.addPicture(canvas, side.picture, side.title + ': ' + one.id);
    else canvas.classList.add('blank');
    const layer = make('div', 'frames');
    detail.boxes.forEach((box, number) => {
      const frame = side.frame(box);
      // Boxes that only contain others don't correspond to elements of a screen.
      const isPart = elements[number] || (at === 0 ? !detail.boxes.some((each) => each[0].startsWith(box[0] + '/')) : !box[2]);
      if (!frame || !isPart) return;
      const element = button('box paired ' + (at === 0 && !box[1] ? 'missing' : kindOf(box)), '', () => choose(number, at));
      element.style.setProperty('--pair', hue(number));
      element.setAttribute('aria-label', [boxLabel(box), evidenceText(elements[number] || null)].filter(Boolean).join('; '));
      element.dataset.box = String(number);
      element.addEventListener('pointerenter', () => show(number));
      element.addEventListener('focus', () => show(number));
      element.addEventListener('pointerleave', hide);
      element.addEventListener('blur', hide);
      buttons[at].set(number, element);
      layer.append(place(element, frame));
    });
    measured[at].setAttribute('aria-hidden', 'true');
    canvas.append(layer, measured[at]);
  });
  stage.element.append(line, map);
  const known = elements.filter((each) => each && each[0]).length;
  scene.adjust.append(make('span', 'dim', counted(known, 'pair').replace(' ', '\u00a0')), pin);
  showPin();
  scene.leave = () => line.remove();
}

/**
 * Adjacent numbers get very different hues.
 * @param {number} number
 */
function hue(number) { return 'hsl(' + ((number * 137) % 360) + ' 75% 48%)'; }

/**
 * A line between the boxes of both sides, limited to their visible parts.
 * @param {HTMLElement} stage
 * @param {SVGSVGElement} line
 * @param {Array<HTMLElement | null>} ends
 * @param {string} color
 */
function drawLine(stage, line, ends, color) {
  line.replaceChildren();
  const [one, other] = ends.map((each) => each?.getBoundingClientRect());
  if (!one || !other) return;
  const around = stage.getBoundingClientRect();
  line.setAttribute('viewBox', '0 0 ' + around.width + ' ' + around.height);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const isBeside = other.left >= one.right;
  const from = isBeside ? [one.right, one.top + one.height / 2] : [one.left + one.width / 2, one.bottom];
  const to = isBeside ? [other.left, other.top + other.height / 2] : [other.left + other.width / 2, other.top];
  path.setAttribute('d', 'M' + from.map((each, side) => each - (side ? around.top : around.left)).join(' ')
    + 'L' + to.map((each, side) => each - (side ? around.top : around.left)).join(' '));
  path.setAttribute('stroke', color);
  line.append(path);
}
