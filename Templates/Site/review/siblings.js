// Links to other cases of the same post.

import { make } from '../common/elements.js';
import { facesPage, isOffered } from '../common/offers.js';
import { commandLine, facesCommand } from './commands.js';
import { caseHash, placeOf, postHash } from './cases.js';
import { link, part, sign } from './elements.js';
import { counted } from './writing.js';

/**
 * The post in all skins: a link if the server can render it, else a command.
 * @param {import('./types.js').Case} one
 * @param {string} approve the approve command
 * @param {import('./notices.js').Notices} notices
 */
export function facesPart(one, approve, notices) {
  if (!one.post || one.film) return null;
  if (isOffered('faces')) return part('Skins', link('shared', facesPage(one.post), 'The post in all skins'));
  const command = facesCommand(approve, one.post);
  return command && part('Skins', commandLine(command, notices));
}

/** The maximum number of links. The post's own list has all cases. */
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
