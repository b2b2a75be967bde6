// Parts of a case's panel that don't depend on decisions.

import { make } from '../common/elements.js';
import { namedPlace } from './differences.js';
import { button, part } from './elements.js';
import { pixelLines } from './pixel-facts.js';
import { withGroups } from './writing.js';

/** @typedef {import('./types.js').Detail} Detail */

/**
 * A reason that leads to the place which it names: "21 × 11 px added at 100, 33050".
 * @param {string} reason
 * @param {(place: import('./differences.js').Place) => void} go
 */
export function spot(reason, go) {
  const place = namedPlace(reason);
  if (!place) return withGroups(reason);
  const element = button('moment', reason, () => go(place));
  element.dataset.focus = 'spot-' + reason;
  return element;
}

/**
 * @param {string} name the class
 * @param {Array<string>} items
 */
function listOf(name, items) { return make('ul', name, ...items.map((item) => make('li', '', item))); }

/** @param {Detail} found */
export function pixelsPart(found) {
  const lines = pixelLines(found);
  return lines && part('Pixels', ...lines.map((line) => make('p', '', line)));
}

/** @param {Detail} found */
export function notesParts({ notes }) {
  return notes.map(([title, lines]) => part(title, listOf('reasons', lines)));
}

/** @param {Detail} found */
export function masksPart({ masks }) {
  const lines = masks.map(([box, reason, region]) => (region ? 'region ' : '') + box + ': ' + reason);
  return lines.length ? part('Not compared', listOf('reasons', lines)) : null;
}
