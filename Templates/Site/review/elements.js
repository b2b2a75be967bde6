// Elements used throughout the review.

import { make } from '../common/elements.js';
import { factsOf } from './verdicts.js';
import { address } from './writing.js';

/**
 * @param {string} name the class
 * @param {string | Node} content
 * @param {() => void} action
 */
export function button(name, content, action) {
  const element = make('button', name, content);
  element.type = 'button';
  element.onclick = action;
  return element;
}

/**
 * @param {string} name the class
 * @param {string} hash
 * @param {...(string | Node | null)} content
 */
export function link(name, hash, ...content) {
  const element = make('a', name, ...content);
  element.href = hash;
  return element;
}

/**
 * A checkbox with a keyboard shortcut.
 * @param {string} label
 * @param {string} key
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} change also called with the initial value
 */
export function toggle(label, key, isOn, change) {
  const box = make('input');
  box.type = 'checkbox';
  box.checked = isOn;
  box.setAttribute('aria-keyshortcuts', key);
  box.onchange = () => change(box.checked);
  change(isOn);
  return { element: make('label', 'check', box, ' ' + label + ' ', keyHint(key)), flip: () => box.click() };
}

/**
 * Visible only: screen readers use `aria-keyshortcuts`.
 * @param {string} key
 */
export function keyHint(key) {
  const element = make('kbd', '', key);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** @param {import('./verdicts.js').Verdict} verdict */
export function sign(verdict) {
  const element = make('i', 'sign ' + verdict, factsOf(verdict).sign);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** @param {import('./verdicts.js').Verdict} verdict */
export function badge(verdict) { return make('span', 'badge ' + verdict, sign(verdict), verdict); }

/**
 * @param {import('./types.js').KeptPicture} picture
 * @param {string} description
 */
export function image([path, width, height], description) {
  const element = make('img');
  element.width = width;
  element.height = height;
  element.alt = description;
  element.decoding = 'async';
  element.draggable = false;
  element.src = address(path);
  return element;
}

/**
 * Places an element over an image.
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {Array<number>} frame x, y, width, height
 * @param {string} [unit] the CSS unit: a point, or a pixel of the image
 * @returns {Kind}
 */
export function place(element, frame, unit = '--u') {
  /** @type {const} */ (['left', 'top', 'width', 'height']).forEach((side, position) => {
    element.style[side] = 'calc(var(' + unit + ') * ' + frame[position] + ')';
  });
  return element;
}

/**
 * A section of the panel.
 * @param {string} title
 * @param {...(Node | null)} content
 */
export function part(title, ...content) { return make('section', 'part', make('h2', '', title), ...content); }
