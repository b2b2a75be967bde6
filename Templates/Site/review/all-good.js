// The summary of a comparison without open cases: its contents and its time.

import { make } from '../common/elements.js';
import { counted, grouped } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

/** The post name that all films share. */
const films = 'films';

/**
 * "376 cases of 57 posts and 2 films: 370 identical, 6 similar", "375 and 414 pt wide", …
 * @param {Array<Case>} cases
 * @param {Array<string>} verdicts in display order
 */
export function comparedLines(cases, verdicts) {
  const numbers = verdicts.map((verdict) => ({ verdict, number: cases.filter((one) => one.verdict === verdict).length }))
    .filter((each) => each.number);
  const of = (/** @type {(one: Case) => string | number} */ value) => [...new Set(cases.map(value))].filter(Boolean);
  const widths = of((one) => one.width).sort((a, b) => Number(a) - Number(b));
  const [scales, themes] = [of((one) => one.scale && one.scale + 'x'), of((one) => one.theme)];
  const places = [widths.length ? listed(widths) + ' pt wide' : '', listed(scales), listed(themes)].filter(Boolean);
  const posts = new Set(cases.map((one) => one.post).filter((post) => post !== films)).size;
  const played = new Set(cases.filter((one) => one.post === films).map((one) => one.id.split('/')[1])).size;
  const shown = [posts ? counted(posts, 'post') : '', played ? counted(played, 'film') : ''].filter(Boolean);
  return [
    counted(cases.length, 'case') + ' of ' + listed(shown) + ': '
      + numbers.map((each) => grouped(each.number) + ' ' + each.verdict).join(', '),
    places.join(' · '),
  ].filter(Boolean);
}

/** @param {Array<string | number>} values */
function listed(values) {
  return values.length < 2 ? values.join('') : values.slice(0, -1).join(', ') + ' and ' + values[values.length - 1];
}

/**
 * "Compared 2026-11-23, 19:25" in the reader's time zone. Empty if the time is unknown.
 * @param {number | undefined} made in seconds since 1970
 */
export function comparedWhen(made) {
  // The Swedish locale uses ISO dates.
  const written = made && new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' }).format(made * 1000);
  return written ? 'Compared ' + written.replace(' ', ', ') : '';
}

/**
 * @param {import('./cases.js').Cases} cases
 * @param {Array<Case>} compared
 */
export function allGoodPart(cases, compared) {
  const { environment, made } = cases.index;
  const when = comparedWhen(made);
  const lines = [...comparedLines(compared, cases.verdicts), when, environment && 'Drawn with environment ' + environment];
  return [make('b', '', '✓'), make('div', '', ...lines.filter(Boolean).map((line) => make('p', '', line)))];
}
