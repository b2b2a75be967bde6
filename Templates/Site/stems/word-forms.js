// Other forms of a search word: words with the same stem in any language that the word may belong to.

import { findWord, folded } from '../common/folding.js';

/**
 * @typedef {Object} Stemmer
 * @property {string} language
 * @property {(word: string) => string} stem expects a word in lower case
 */

const writtenWord = /[\p{L}\p{M}]+/gu;
const wordHere = /[\p{L}\p{M}]+/uy;
/**
 * Languages in which folding a word doesn't change its stem. In these, a folded text is searched for the stem's
 * beginning.
 */
const plain = new Set(['de', 'en', 'ru']);
/**
 * The number of letters at a stem's end that its words may lack or replace: happi, happy; appliqu, application.
 * @type {Record<string, number>}
 */
const unsure = { ru: 0, fr: 2 };
/**
 * Parts of a stem without the characters that the Arabic stemmer removes, inserts or replaces.
 */
const sure = /[^\u0621-\u0627\u0629\u062a\u0633\u0648-\u064a]+/g;

export class WordForms {
  /**
   * @param {string} word as typed
   * @param {Array<Stemmer>} stemmers
   */
  constructor(word, stemmers) {
    this.wanted = stemmers.map((stemmer) => {
      const stem = stemOf(word, stemmer);
      const isPrefixed = stemmer.language === 'ar';
      return { stemmer, stem, isPrefixed, core: (isPrefixed ? middleOf : beginningOf)(stem, stemmer.language, folded(word)) };
    });
    this.isPlain = this.wanted.every(({ stemmer, core }) => core && plain.has(stemmer.language));
    /** Results by word. @type {Map<string, boolean>} */
    this.known = new Map();
  }

  /** @param {string} word as written */
  isForm(word) {
    let isOne = this.known.get(word);
    if (isOne === undefined) {
      const small = folded(word);
      isOne = this.wanted.some(({ stemmer, stem, core, isPrefixed }) =>
        (isPrefixed ? small.includes(core) : small.startsWith(core)) && stemOf(word, stemmer) === stem);
      this.known.set(word, isOne);
    }
    return isOne;
  }

  /**
   * Whether a text may contain the word or one of its forms. Searching for their common part is cheaper than stemming.
   * @param {string} text folded
   */
  mayBeIn(text) {
    return this.wanted.some(({ core, isPrefixed }) => (isPrefixed ? text.includes(core) : findWord(text, core) >= 0));
  }

  /**
   * @param {string} text folded
   * @param {string} own the same text as written
   */
  isIn(text, own) {
    if (!this.isPlain) return (own.match(writtenWord) ?? []).some((word) => this.isForm(word));
    return this.wanted.some(({ core }) => {
      for (let at = findWord(text, core); at >= 0; at = findWord(text, core, at + core.length)) {
        wordHere.lastIndex = at;
        if (this.isForm(wordHere.exec(text)?.[0] ?? '')) return true;
      }
      return false;
    });
  }

  /**
   * @param {string} text as written
   * @returns {Array<[start: number, end: number]>} of entire words
   */
  ranges(text) {
    return [...text.matchAll(writtenWord)].filter(([word]) => this.isForm(word))
      .map(({ 0: word, index = 0 }) => [index, index + word.length]);
  }
}

/** @param {string} word @param {Stemmer} stemmer */
function stemOf(word, { language, stem }) {
  return plain.has(language) ? stem(folded(word)) : folded(stem(word.normalize('NFC').toLocaleLowerCase(language)));
}

/**
 * The beginning that all forms of a word share, including the word itself.
 * @param {string} stem
 * @param {string} language
 * @param {string} word folded
 */
function beginningOf(stem, language, word) {
  const most = Math.max(2, stem.length - (unsure[language] ?? 1));
  let length = 0;
  while (length < most && length < stem.length && stem[length] === word[length]) length += 1;
  return stem.slice(0, length);
}

/**
 * The longest part of a stem that all forms of an Arabic word contain.
 * @param {string} stem
 * @param {string} _language
 * @param {string} word folded
 */
function middleOf(stem, _language, word) {
  const longest = (stem.match(sure) ?? ['']).reduce((a, b) => (b.length > a.length ? b : a));
  return word.includes(longest) ? longest : '';
}
