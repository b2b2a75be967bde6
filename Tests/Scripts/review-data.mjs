import { Cases } from '../../Templates/Site/review/cases.js';
import { Listing } from '../../Templates/Site/review/listing.js';

// id, post, mockup, verdict, width, scale, theme, state, reason, clusters, approvable, digest, thumbnail, mark
const rows = [
  ['a/375@2x-light-expanded', 'a', 0, 'different', 375, 2, 'light', 'expanded', 'text taller', [0], 1, 'aa', null, null, 'Anna', 'Two tickets …'],
  ['a/375@2x-light-collapsed', 'a', 0, 'different', 375, 2, 'light', 'collapsed', 'text taller', [0], 1, null, null, null],
  ['mock/one', 'mock', 1, 'different', 375, 2, 'light', 'expanded', 'avatar moved', [], 0, null, null, null],
  ['b/375@2x-light-expanded', 'b', 0, 'error', 375, 2, 'light', 'expanded', null, [], 0, null, null, null],
  ['gone/320@3x-dark-expanded', 'gone', 0, 'obsolete', 0, 0, '', '', null, [], 0, null, null, null],
  ['a/375@2x-dark-expanded', 'a', 0, 'identical', 375, 2, 'dark', 'expanded', null, [], 0, null, null, null],
];

const index = {
  project: 'holiday', key: 'k', approve: 'feedproof approve', chunk: 2,
  verdicts: [
    ['error', 1, '!', 1, 0, 'What could not be drawn can’t be approved.'], ['different', 3, '≠', 1, 1, ''],
    ['obsolete', 1, '–', 0, 0, 'No card is compared with this baseline any more.'],
    ['identical', 1, '=', 0, 0, 'The picture is the approved one.'],
  ],
  clusters: [['c0', 'Line height of card/text', [0, 1], null]],
};

/** A review of six cases; `only` limits it to one verdict. */
export function review({ details = () => null, only = null } = {}) {
  const cases = new Cases(index, rows.filter((row) => !only || row[3] === only), details);
  const decided = new Map();
  return { cases, decided, listing: new Listing(cases, decided) };
}
