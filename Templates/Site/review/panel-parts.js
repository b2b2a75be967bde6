// Parts of a case's panel that don't depend on decisions.

import { make } from '../common/elements.js';
import { part } from './elements.js';
import { pixelLines } from './pixel-facts.js';

/** @typedef {import('./types.js').Detail} Detail */

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
