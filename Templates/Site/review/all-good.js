// What is said where nothing is to be looked at: what was compared, and when.

import { make } from '../common/elements.js';
import { counted, grouped } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

/**
 * "376 cases of 57 posts: 370 identical, 6 similar", "375 and 414 pt wide", …
 * @param {Array<Case>} cases
 * @param {Array<string>} verdicts in their order
 */
export function comparedLines(cases, verdicts) {
  const numbers = verdicts.map((verdict) => ({ verdict, number: cases.filter((one) => one.verdict === verdict).length }))
    .filter((each) => each.number);
  const of = (/** @type {(one: Case) => string | number} */ value) => [...new Set(cases.map(value))].filter(Boolean);
  const widths = of((one) => one.width).sort((a, b) => Number(a) - Number(b));
  const [scales, themes] = [of((one) => one.scale && one.scale + 'x'), of((one) => one.theme)];
  const places = [widths.length ? listed(widths) + ' pt wide' : '', listed(scales), listed(themes)].filter(Boolean);
  return [
    counted(cases.length, 'case') + ' of ' + counted(new Set(cases.map((one) => one.post)).size, 'post') + ': '
      + numbers.map((each) => grouped(each.number) + ' ' + each.verdict).join(', '),
    places.join(' · '),
  ].filter(Boolean);
}

/** @param {Array<string | number>} values */
function listed(values) {
  return values.length < 2 ? values.join('') : values.slice(0, -1).join(', ') + ' and ' + values[values.length - 1];
}

/**
 * When the page was written, as its reader's clock has it: the file's own time. Empty where nobody tells.
 * @param {string} modified as `document.lastModified` has it: "11/23/2026 19:25:24"
 * @param {boolean} isFile whether it is a file's; a server that tells no time has the page's opening stand there
 */
export function comparedWhen(modified, isFile) {
  const found = isFile && /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)/.exec(modified);
  return found ? 'Compared ' + found[3] + '-' + found[1] + '-' + found[2] + ', ' + found[4] : '';
}

/**
 * @param {import('./cases.js').Cases} cases
 * @param {Array<Case>} compared
 */
export function allGoodPart(cases, compared) {
  const { environment } = cases.index;
  const when = comparedWhen(document.lastModified, location.protocol === 'file:');
  const lines = [...comparedLines(compared, cases.verdicts), when, environment && 'Drawn with environment ' + environment];
  return [make('b', '', '✓'), make('div', '', ...lines.filter(Boolean).map((line) => make('p', '', line)))];
}
