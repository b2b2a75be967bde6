import { Cases, namedRows } from '../../Templates/Site/review/cases.js';
import { Listing } from '../../Templates/Site/review/listing.js';

const columns = ['id', 'post', 'kind', 'verdict', 'width', 'scale', 'theme', 'state', 'reason', 'clusters', 'isApprovable',
  'sha256', 'thumbnail', 'marks', 'author', 'words', 'film'];
const rows = [
  ['a/375@2x-light-expanded', 'a', 0, 'different', 375, 2, 'light', 'expanded', 'text taller', [0], 1, 'aa', null, [], 'Anna', 'Two tickets …', null],
  ['a/375@2x-light-collapsed', 'a', 0, 'different', 375, 2, 'light', 'collapsed', 'text taller', [0], 1, null, null, [], null, null, null],
  ['mock/one', 'mock', 1, 'different', 375, 2, 'light', 'expanded', 'avatar moved', [], 0, null, null, [], null, null, null],
  ['b/375@2x-light-expanded', 'b', 0, 'error', 375, 2, 'light', 'expanded', null, [], 0, null, null, [], null, null, null],
  ['gone/320@3x-dark-expanded', 'gone', 0, 'obsolete', 0, 0, '', '', null, [], 0, null, null, [], null, null, null],
  ['a/375@2x-dark-expanded', 'a', 0, 'identical', 375, 2, 'dark', 'expanded', null, [], 0, null, null, [], null, null, null],
];

const index = {
  project: 'holiday', key: 'k', approve: 'feedproof approve', chunk: 2,
  verdicts: [
    { name: 'error', cases: 1, sign: '!', isOpen: 1, isMarked: 0, whyNot: 'What could not be drawn can’t be approved.' },
    { name: 'different', cases: 3, sign: '≠', isOpen: 1, isMarked: 1, whyNot: '' },
    { name: 'obsolete', cases: 1, sign: '–', isOpen: 0, isMarked: 0, whyNot: 'No card is compared with this baseline any more.' },
    { name: 'identical', cases: 1, sign: '=', isOpen: 0, isMarked: 0, whyNot: 'The picture is the approved one.' },
  ],
  clusters: [{ id: 'c0', title: 'Line height of card/text', cases: [0, 1], accept: null, kind: null, sentence: null }],
};

/** A review of six cases; `only` limits it to one verdict. */
export function review({ details = () => null, only = null } = {}) {
  const cases = new Cases(
    index, namedRows(columns, rows).filter((row) => !only || row.verdict === only), details);
  const decided = new Map();
  return { cases, decided, listing: new Listing(cases, decided) };
}
