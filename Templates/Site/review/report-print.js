// Prints a report instead of the page: the open case, else the listed cases.

import { make } from '../common/elements.js';
import { drawnName, labelOf, nameOf, placeOf, referenceName, titleOf } from './cases.js';
import { badge, image } from './elements.js';
import { comparedLines, comparedWhen } from './all-good.js';
import { headline } from './causes.js';
import { counted, grouped, withGroups } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Detail} Detail
 */

/** The maximum number of printed cases. Further cases are only counted. */
const mostCases = 300;

export class ReportPrint {
  /**
   * @param {import('./listing.js').Listing} listing
   * @param {import('./decisions.js').Decisions} decisions
   * @param {() => Case | null} opened the open case
   */
  constructor(listing, decisions, opened) {
    this.listing = listing;
    this.decisions = decisions;
    this.opened = opened;
  }

  setUp() {
    addEventListener('beforeprint', () => this.show());
    addEventListener('afterprint', () => this.hide());
  }

  hide() { document.getElementById('printed')?.remove(); }

  show() {
    this.hide();
    const one = this.opened();
    const found = one && this.listing.cases.detail(one);
    const report = make('article', 'printed', ...(one && found ? this.ofCase(one, found) : this.ofList()));
    report.id = 'printed';
    document.body.append(report);
  }

  ofList() {
    const { cases, listed } = this.listing;
    const causes = [...new Set(listed.flatMap((one) => one.clusters))].map((cluster) => cases.clusters[cluster]);
    const rest = listed.length - mostCases;
    const when = comparedWhen(cases.index.made);
    return [
      make('h1', '', 'Review of ' + cases.index.project),
      ...[...comparedLines(cases.list, cases.verdicts), when].filter(Boolean).map((line) => make('p', '', line)),
      ...causes.length ? [make('h2', '', counted(causes.length, 'cause')),
        make('ul', '', ...causes.map((cause) =>
          make('li', '', cause.sentence + ': ' + counted(cause.cases.length, 'case'))))] : [],
      make('h2', '', counted(listed.length, 'case')),
      make('div', 'printed-cases', ...listed.slice(0, mostCases).map((one) => this.entry(one))),
      ...rest > 0 ? [make('p', '', 'and ' + grouped(rest) + ' more')] : [],
    ];
  }

  /** @param {Case} one */
  entry(one) {
    return make('div', 'printed-case', one.thumbnail && image(one.thumbnail, ''), make('b', '', labelOf(one)),
      make('p', '', (one.author ? titleOf(one) + ' · ' : '') + placeOf(one)),
      make('p', '', badge(one.verdict), this.decision(one)),
      ...this.causes(one).map((cause) => make('p', '', headline(cause.sentence))),
      one.reason && !one.clusters.length ? make('p', '', withGroups(one.reason)) : null);
  }

  /** @param {Case} one */
  causes(one) { return one.clusters.map((cluster) => this.listing.cases.clusters[cluster]); }

  /** @param {Case} one */
  decision(one) {
    const words = /** @type {Record<string, string>} */ ({ approve: 'approved', written: 'approved', reject: 'rejected' });
    const said = this.decisions.comments.get(one.id);
    return ' ' + (words[this.decisions.stateOf(one)] || 'not decided') + (said ? ': “' + said + '”' : '');
  }

  /**
   * @param {Case} one
   * @param {Detail} found
   */
  ofCase(one, found) {
    const sides = /** @type {Array<[string, import('./types.js').Picture | null]>} */ (
      [[referenceName(one), found.expected], [drawnName(one), found.actual]]);
    const changed = found.boxes.filter((box) => box[5].some((change) => change[1]));
    return [
      make('h1', '', labelOf(one)), make('p', '', nameOf(one)), make('p', '', badge(one.verdict), this.decision(one)),
      make('h2', '', 'Why'),
      make('ul', '', ...this.causes(one).filter(({ sentence, title }) => sentence !== title)
        .map(({ sentence }) => make('li', '', make('b', '', sentence))),
      ...found.reasons.map((reason) => make('li', '', withGroups(reason)))),
      ...changed.length ? [make('h2', '', 'What changed'), make('ul', '', ...changed.map((box) =>
        make('li', '', make('b', '', box[0]), ' ' + box[5].map((change) => change[0]).join(', '))))] : [],
      make('h2', '', 'Pictures'),
      make('div', 'printed-pair', ...sides.map(([name, picture]) => make('div', '', make('b', '', name),
        picture && picture[0] ? image([picture[0], picture[1], picture[2]], '') : make('p', '', 'no picture')))),
    ];
  }
}
