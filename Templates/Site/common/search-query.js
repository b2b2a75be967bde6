// Search queries: words, authors, kinds and dates.

import { dayRange } from './civil-day.js';
import { findWord, folded } from './folding.js';

/**
 * @typedef {Object} Query
 * @property {Array<string>} words folded; a message must contain all of them
 * @property {Array<string>} typed the words as typed; empty for quoted ones
 * @property {Array<import('../stems/word-forms.js').WordForms | null>} forms forms that match in place of each word
 * @property {Array<string>} authors folded
 * @property {string | null} only folded; the exact name of the author
 * @property {number} kinds bits; an entry must have all of them
 * @property {number} first day
 * @property {number} last day
 * @property {boolean} hasDates
 * @property {string | null} wrong a value that should be a date but isn't
 */

/** The kinds of content by their names in a query. The bits are those of the index. */
export const kindBits = Object.freeze({
  photo: 1, video: 2, gif: 4, poll: 8, repost: 16, link: 32, text: 64, ad: 128,
});

/** The bit of entries of custom data, which have a title instead of an author. */
export const ownData = 256;

/** A word or quoted words, optionally with a prefix. */
const term = /(?:(from|kind|on|since|before):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+))/giu;
/** A bit that no entry has. */
const unknownKind = 1 << 30;

/**
 * Parses `from:Anna kind:photo on:2024-05-01 since:2024 before:2024-06 "in a row"` and words.
 * @param {string} text
 * @returns {Query}
 */
export function parseQuery(text) {
  const bits = new Map(Object.entries(kindBits));
  /** @type {Query} */
  const query = {
    words: [], typed: [], forms: [], authors: [], only: null, kinds: 0,
    first: -Infinity, last: Infinity, hasDates: false, wrong: null,
  };
  for (const [, key, quoted, plain] of text.matchAll(term)) {
    const value = (quoted ?? plain).trim();
    const name = (key || '').toLowerCase();
    if (!value) continue;
    if (!name) {
      query.words.push(folded(value));
      query.typed.push(plain ?? '');
    }
    else if (name === 'from') query.authors.push(folded(value));
    else if (name === 'kind') query.kinds |= bits.get(value.toLowerCase()) ?? unknownKind;
    else limit(query, name, value);
  }
  return query;
}

/** @param {Query} query @param {string} name @param {string} value */
function limit(query, name, value) {
  const range = dayRange(value);
  if (!range) {
    query.wrong = value;
    return;
  }
  query.hasDates = true;
  if (name !== 'before') query.first = Math.max(query.first, range[0]);
  if (name === 'on') query.last = Math.min(query.last, range[1]);
  if (name === 'before') query.last = Math.min(query.last, range[0] - 1);
}

/**
 * The words to highlight in results.
 * @param {Query} query
 * @returns {Array<import('./folding.js').Sought>}
 */
export function soughtIn({ words, forms }) { return [...forms.flatMap((each) => each ?? []), ...words]; }

/** @param {Query} query */
export function isEmpty(query) {
  return !query.words.length && !query.authors.length && !query.hasDates && !query.kinds && query.only === null;
}

/**
 * Whether entries from a range of days may match.
 * @param {Query} query
 * @param {number | null} first null if no entry has a date
 * @param {number | null} last
 */
export function mayHold(query, first, last) {
  if (first === null || last === null) return !query.hasDates;
  return first <= query.last && last >= query.first;
}

/**
 * @param {Query} query
 * @param {string} author folded
 * @param {number | null} day
 * @param {string} text folded
 * @param {number} kinds bits
 * @param {string} own the text as written
 */
export function matches(query, author, day, text, kinds = 0, own = text) {
  return mayHold(query, day, day)
    && (kinds & query.kinds) === query.kinds
    && (query.only === null || author === query.only)
    && query.authors.every((wanted) => findWord(author, wanted) >= 0)
    && query.words.every((wanted, at) => has(text, own, wanted, query.forms[at]));
}

/**
 * @param {string} text folded
 * @param {string} own the same text as written
 * @param {string} wanted folded
 * @param {import('../stems/word-forms.js').WordForms | null | undefined} forms
 */
function has(text, own, wanted, forms) {
  if (forms && !forms.mayBeIn(text)) return false;
  return findWord(text, wanted) >= 0 || Boolean(forms?.isIn(text, own));
}
