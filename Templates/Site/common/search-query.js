// What somebody searches for: words, authors, kinds and dates.

import { dayRange } from './civil-day.js';
import { findWord, folded } from './folding.js';

/**
 * @typedef {Object} Query
 * @property {Array<string>} words folded; a message has to have all of them
 * @property {Array<string>} typed each of them as it was written; empty for what stands in quotes
 * @property {Array<import('../stems/word-forms.js').WordForms | null>} forms that may stand in the place of each of them
 * @property {Array<string>} authors folded
 * @property {string | null} only folded; the author, whose name is this and no longer
 * @property {number} kinds bits; an entry has to have all of them
 * @property {number} first day
 * @property {number} last day
 * @property {boolean} hasDates
 * @property {string | null} wrong what was to be a date and is none
 */

/** What an entry may show, by the words for it in a query; the bits are those of the index. */
export const kindBits = Object.freeze({
  photo: 1, video: 2, gif: 4, poll: 8, repost: 16, link: 32, text: 64, ad: 128,
});

/** The bit of what is called by itself, and has no author. */
export const ownData = 256;

/** A word or words in quotes, with what they are asked of. */
const term = /(?:(from|kind|on|since|before):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+))/giu;
/** No entry has it. */
const unknownKind = 1 << 30;

/**
 * Reads `from:Anna kind:photo on:2024-05-01 since:2024 before:2024-06 "in a row"` and words.
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
 * What is marked of what was found.
 * @param {Query} query
 * @returns {Array<import('./folding.js').Sought>}
 */
export function soughtIn({ words, forms }) { return [...forms.flatMap((each) => each ?? []), ...words]; }

/** @param {Query} query */
export function isEmpty(query) {
  return !query.words.length && !query.authors.length && !query.hasDates && !query.kinds && query.only === null;
}

/**
 * Whether days, of which the first and the last are known, may have what is asked for.
 * @param {Query} query
 * @param {number | null} first null where there is no day
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
 * @param {string} own the text as it is written
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
 * @param {string} own the same as it is written
 * @param {string} wanted folded
 * @param {import('../stems/word-forms.js').WordForms | null | undefined} forms
 */
function has(text, own, wanted, forms) {
  if (forms && !forms.mayBeIn(text)) return false;
  return findWord(text, wanted) >= 0 || Boolean(forms?.isIn(text, own));
}
