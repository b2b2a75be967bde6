// The list of cases on the start page.

import { isOpen } from './cases.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Tile} Tile
 */

export class Listing {
  /**
   * @param {import('./cases.js').Cases} cases
   * @param {Map<string, string>} decided by case id
   */
  constructor(cases, decided) {
    this.cases = cases;
    /** @type {Record<string, (one: Case) => boolean>} */
    this.filters = {
      review: isOpen,
      all: () => true,
      approved: (one) => ['approve', 'written'].includes(decided.get(one.id) || ''),
      rejected: (one) => decided.get(one.id) === 'reject',
    };
    for (const verdict of cases.verdicts) this.filters[verdict] = (one) => one.verdict === verdict;
    /** Cases by verdict, each group in the report's order. */
    const rank = (/** @type {Case} */ one) => cases.verdicts.indexOf(one.verdict);
    this.ranked = [...cases.list].sort((a, b) => rank(a) - rank(b) || a.number - b.number);
    /**
     * Changes from the baselines, or differences from designs. Null if there is only one of them.
     * @type {'changes' | 'designs' | null}
     */
    this.kind = null;
    this.hasKinds = cases.list.some((one) => one.isMockup) && cases.list.some((one) => !one.isMockup);
    if (this.hasKinds) this.kind = this.firstKind;
    this.filter = this.firstFilter;
    /** The index of the cluster shown alone, or -1. */
    this.cluster = -1;
    /** @type {string | null} */
    this.post = null;
    this.query = '';
    /** Whether cases with the same causes share a tile. */
    this.isGrouped = true;
    /**
     * The cases in list order. j and k on a case's page move through them.
     * @type {Array<Case>}
     */
    this.listed = [];
    /** @type {Array<Tile>} */
    this.tiles = [];
    this.elsewhere = 0;
  }

  get firstFilter() { return this.count('review') ? 'review' : 'all'; }

  /** Whether a single cluster or post is shown. */
  get isNarrowed() { return this.cluster >= 0 || this.post !== null; }

  /** Whether all compared cases are listed and none needs review. */
  get isAllGood() {
    return !this.isNarrowed && !this.query && this.filter === 'all' && this.count('all') > 0 && !this.count('review');
  }

  /** Designs come first only if no card has changed. */
  get firstKind() {
    return this.countOf('changes', 'review') || !this.countOf('designs', 'review') ? 'changes' : 'designs';
  }

  /** @param {string} filter */
  count(filter) { return this.countOf(this.kind, filter); }

  /**
   * @param {'changes' | 'designs' | null} kind
   * @param {string} filter
   */
  countOf(kind, filter) { return this.cases.list.filter((one) => isOf(one, kind) && this.filters[filter](one)).length; }

  /** Builds the list. Decisions don't affect its order. */
  update() {
    const matches = matching(this.query, this.cases.clusters);
    const keeps = this.filters[this.filter];
    const found = this.ranked.filter((one) => (this.cluster < 0 || one.clusters.includes(this.cluster))
      && (this.post === null || one.post === this.post) && (this.isNarrowed || isOf(one, this.kind))
      && keeps(one) && matches(one));
    /** The number of search results of the other kind. */
    this.elsewhere = this.isNarrowed || !this.query ? 0
      : this.ranked.filter((one) => !isOf(one, this.kind) && keeps(one) && matches(one)).length;
    this.tiles = tilesOf(found, this.isGrouped && !this.isNarrowed);
    this.listed = this.tiles.flatMap((tile) => tile.cases);
  }

  /** Resets all filters. */
  clear() { Object.assign(this, { filter: 'all', cluster: -1, post: null, query: '' }); }
}

/**
 * @param {Case} one
 * @param {'changes' | 'designs' | null} kind
 */
export function isOf(one, kind) { return kind === null || one.isMockup === (kind === 'designs'); }

/**
 * @param {Array<Case>} cases
 * @param {boolean} isGrouped whether cases with the same causes share a tile, at the position of the first; none of
 *   them has another cause
 */
function tilesOf(cases, isGrouped) {
  /** @type {Array<Tile>} */
  const tiles = [];
  /** @type {Map<string, Tile>} */
  const ofCauses = new Map();
  for (const one of cases) {
    const clusters = isGrouped ? one.clusters : [];
    const causes = clusters.join();
    const known = ofCauses.get(causes);
    if (known) {
      known.cases.push(one);
      continue;
    }
    const tile = { cases: [one], clusters };
    tiles.push(tile);
    if (clusters.length) ofCauses.set(causes, tile);
  }
  return tiles;
}

/**
 * Matches cases that contain every word.
 * @param {string} query
 * @param {Array<{title: string, sentence: string}>} clusters
 * @returns {(one: Case) => boolean}
 */
export function matching(query, clusters) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  // A cluster's title may name boxes that the first reason doesn't.
  return (one) => words.every((word) => one.words.includes(word)
    || one.clusters.some((cluster) => (clusters[cluster].title + ' ' + clusters[cluster].sentence).toLowerCase().includes(word)));
}
