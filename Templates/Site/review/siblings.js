// The post's other pictures.

import { make } from '../common/elements.js';
import { facesPage, isOffered } from '../common/offers.js';
import { caseHash, placeOf, postHash } from './cases.js';
import { link, part, sign } from './elements.js';
import { counted } from './writing.js';

/**
 * The post in all faces, where the server draws that.
 * @param {import('./types.js').Case} one
 */
export function facesPart(one) {
  return isOffered('faces') && one.post && !one.film
    ? part('Faces', link('shared', facesPage(one.post), 'The post in all faces')) : null;
}

/** More than these are on the post's own list. */
const mostSiblings = 24;

/**
 * @param {import('./cases.js').Cases} cases
 * @param {import('./types.js').Case} one
 */
export function siblingsPart(cases, one) {
  const others = cases.ofPost(one.post).filter((each) => each !== one);
  if (!others.length) return null;
  const links = others.slice(0, mostSiblings).map((each) =>
    link('sibling', caseHash(each), sign(each.verdict), each.isMockup || each.isScreen ? each.id
      : each.film ? each.film + ' · ' + placeOf(each) : placeOf(each)));
  return part(one.film ? 'Other films' : 'Same post', make('div', 'siblings', ...links), others.length <= mostSiblings ? null
    : link('shared', postHash(one.post), 'All ' + counted(others.length + 1, 'case')));
}
