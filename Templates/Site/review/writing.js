// How things are written.

/**
 * "12.5", "−3": a hundredth of a point is as fine as it gets.
 * @param {number} value
 */
export function points(value) {
  const text = String(Math.round(Math.abs(value) * 100) / 100);
  return value < 0 && text !== '0' ? '−' + text : text;
}

/**
 * "+4", "−3", "0"
 * @param {number} value
 */
export function signed(value) { return (value > 0 && points(value) !== '0' ? '+' : '') + points(value); }

/**
 * "12 408": numbers are grouped with a thin space.
 * @param {number} value
 */
export function grouped(value) { return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f'); }

/** A letter of a script that runs from right to left. */
const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Words that run from right to left set apart (U+2068, U+2069): else they change places with what stands around them.
 * @param {string} text
 */
export function apart(text) { return turned.test(text) ? '\u2068' + text + '\u2069' : text; }

/**
 * The same of what a sentence of the report has between quotation marks.
 * @param {string} text
 */
export function quotesApart(text) { return text.replace(/“([^”]*)”/g, (_, words) => '“' + apart(words) + '”'); }

/**
 * A report's sentence with its numbers grouped as the page's own: "10 366 pixels differ".
 * @param {string} text
 */
export function withGroups(text) {
  return quotesApart(text).replace(/\b\d{4,}(?= (?:pixel|box|case|frame|line)(?:e?s)?\b)/g, (number) => grouped(Number(number)));
}

/**
 * "1 case", "12 cases", "3 boxes"
 * @param {number} number
 * @param {string} word
 */
export function counted(number, word) {
  return grouped(number) + ' ' + word + (number === 1 ? '' : word.endsWith('x') ? 'es' : 's');
}

/**
 * A path of the report as an address.
 * @param {string} path
 */
export function address(path) { return path.split('/').map(encodeURIComponent).join('/'); }

/** @param {import('./types.js').KeptPicture} picture */
export function sizeNote(picture) { return picture[1] + ' × ' + picture[2] + ' px'; }
