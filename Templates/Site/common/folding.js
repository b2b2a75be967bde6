// Text folding for searches: removes differences that readers don't type.

/** Marks over and under letters, except the one that distinguishes й from и, and Arabic vowels and tatweel. */
const marks = /(^|[^и])\u0306|[\u0300-\u0305\u0307-\u036f\u0640\u064b-\u0652\ufe0e\ufe0f]/g;

/**
 * Returns a text in lower case, in one normalization form and without accents: Ё becomes е, É e, and ﬁ fi.
 * @param {string} text
 */
export function folded(text) {
  const small = text.toLowerCase();
  // eslint-disable-next-line no-control-regex -- Folding doesn't change lower-case ASCII.
  if (/^[\x00-\x7f]*$/.test(small)) return small;
  return small.normalize('NFKD').replace(marks, '$1').replace(/ς/g, 'σ').replace(/ß/g, 'ss').normalize('NFC');
}

/**
 * @typedef {string | import('../stems/word-forms.js').WordForms} Sought the beginning of a word, folded, or the forms
 * of a word
 */

/** Scripts without spaces between words, in which a match may start anywhere. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const letter = /[\p{L}\p{N}\p{M}]/u;

/**
 * Returns the position of the first word that starts with `wanted`, or -1.
 * @param {string} text folded
 * @param {string} wanted folded
 * @param {number} [from]
 */
export function findWord(text, wanted, from = 0) {
  const first = characterAt(wanted, 0);
  const isWord = letter.test(first) && !unspaced.test(first);
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isWord || at === 0) return at;
    const before = characterBefore(text, at);
    if (!letter.test(before) || unspaced.test(before)) return at;
  }
  return -1;
}

/** @param {string} text @param {number} at */
function characterAt(text, at) { return String.fromCodePoint(text.codePointAt(at) ?? 32); }

/** @param {string} text @param {number} at above 0 */
function characterBefore(text, at) {
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1]);
  return isPair ? characterAt(text, at - 2) : text[at - 1];
}

/**
 * Returns the ranges of a text that match a search.
 * @param {string} text the text as displayed
 * @param {Array<Sought>} wanted
 * @returns {Array<[start: number, end: number]>} in ascending order, without overlaps
 */
export function foundRanges(text, wanted) {
  let plain = '';
  /** The position in `text` of each character of `plain`. @type {Array<number>} */
  const places = [];
  let at = 0;
  // Fold letters together with their marks: they may combine to another letter.
  for (const [letters] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = folded(letters);
    for (let i = 0; i < part.length; i += 1) places.push(at);
    plain += part;
    at += letters.length;
  }
  places.push(at);
  // A match of a whole word takes precedence over its beginning.
  const ranges = wanted.flatMap((word) => (typeof word === 'string' ? [] : word.ranges(text)));
  for (const word of wanted) {
    if (typeof word !== 'string') continue;
    for (let start = findWord(plain, word); start >= 0; start = findWord(plain, word, start + word.length)) {
      ranges.push([places[start], places[start + word.length]]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0]);
  let end = 0;
  return ranges.filter((range) => {
    if (range[0] < end) return false;
    end = range[1];
    return true;
  });
}
