// Formats numbers and texts.

/**
 * "12.5", "−3", rounded to hundredths of a point.
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
 * "12 408": digits are grouped with a thin space.
 * @param {number} value
 */
export function grouped(value) { return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f'); }

/** A letter of a right-to-left script. */
const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Isolates right-to-left text (U+2068, U+2069), so that it doesn't reorder the text around it.
 * @param {string} text
 */
export function apart(text) { return turned.test(text) ? '\u2068' + text + '\u2069' : text; }

/**
 * The same for quoted text in a sentence of the report.
 * @param {string} text
 */
export function quotesApart(text) { return text.replace(/“([^”]*)”/g, (_, words) => '“' + apart(words) + '”'); }

/**
 * A sentence of the report with grouped digits, as on the page: "10 366 pixels differ".
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
 * Converts a path in the report to an address.
 * @param {string} path
 */
export function address(path) { return path.split('/').map(encodeURIComponent).join('/'); }

/** @param {import('./types.js').KeptPicture} picture */
export function sizeNote(picture) { return picture[1] + ' × ' + picture[2] + ' px'; }
