// Excerpts of found texts.

import { make } from './elements.js';
import { foundRanges } from './folding.js';

/** The lengths of an excerpt and of its part before the match, in characters. */
const excerptLength = 140;
const excerptBefore = 36;

/**
 * The part of a text around the first match, with all matches marked.
 * @param {string} text
 * @param {Array<import('./folding.js').Sought>} words
 */
export function excerpt(text, words) {
  // In a very long text, search closely only around the first match. The author's address and separators say nothing.
  const about = text.length > 4000 ? Math.max(0, (foundRanges(text, words)[0]?.[0] ?? 0) - 500) : 0;
  const near = text.slice(about, about + 4000).replace(/\s+/g, ' ').replace(/^ ?(@\S+ )?· */, '');
  const first = foundRanges(near, words)[0]?.[0] ?? 0;
  let from = first > excerptBefore ? first - excerptBefore : 0;
  if (from > 0 && near.indexOf(' ', from) < first) from = near.indexOf(' ', from) + 1;
  if (/[\udc00-\udfff]/.test(near[from] ?? '')) from += 1;
  let cut = near.slice(from, from + excerptLength);
  // Cut at a space if possible, and never between surrogates.
  if (from + excerptLength < near.length) cut = cut.replace(/ \S{0,24}$|[\ud800-\udbff]$/, '') + '…';
  cut = cut.replace(/^[ ·]+/, '');
  const line = make('p', 'excerpt', from + about > 0 ? '… ' : null);
  line.dir = 'auto';
  let at = 0;
  for (const [start, end] of foundRanges(cut, words)) {
    line.append(cut.slice(at, start), make('mark', '', cut.slice(start, end)));
    at = end;
  }
  line.append(cut.slice(at));
  return line;
}
