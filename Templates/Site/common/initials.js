// The initials of authors, in place of pictures.

import { make } from './elements.js';

/** Letters of cursive scripts would join, and two ideographs can form a word. */
const standsAlone = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{N}]$/u;

/**
 * The first letters of a name's first two words, as on cards. Empty for a name without letters.
 * @param {string} name
 */
export function initialsOf(name) {
  const [first = '', second = ''] = name.split(/\s+/).flatMap((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? []);
  return (standsAlone.test(first) && standsAlone.test(second) ? first + second : first).toLocaleUpperCase();
}

/** @param {string} name */
export function initials(name) {
  const element = make('span', 'initials', initialsOf(name));
  element.setAttribute('aria-hidden', 'true');
  return element;
}
