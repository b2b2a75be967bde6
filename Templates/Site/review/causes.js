// The causes of cases: which of them describe a tile, and their kinds.

import { counted } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 */

/** Names of the kinds of change in the confirmation dialog. */
const kindNames = /** @type {Record<string, string>} */ ({
  token: 'design token', template: 'template', icon: 'icon', option: 'option of the project', text: 'text',
  photo: 'replaced photo', content: 'content', motion: 'motion', font: 'font', libraries: 'library',
  version: 'version of Feedproof', new: 'new case', unknown: 'unexplained change',
});

/**
 * @param {string} kind
 * @param {number} [number]
 */
export function kindName(kind, number = 1) {
  const name = kindNames[kind] || kind;
  return number === 1 ? name : counted(number, name);
}

/**
 * A sentence without its numbers of cards and films, since tiles show their own.
 * @param {string} sentence
 */
export function headline(sentence) {
  return sentence.replace(/(, on [\d\u202f]+ cards?)?(, (also seen )?in [\d\u202f]+ films?)?$/, '');
}

export class Causes {
  /** @param {import('./cases.js').Cases} cases */
  constructor(cases) {
    this.cases = cases;
    /**
     * By a tile's causes.
     * @type {Map<string, {own: Array<number>, others: number, title: string}>}
     */
    this.known = new Map();
  }

  /**
   * The causes that no other tile has. If there are none, the causes with the fewest cases.
   * @param {Array<number>} clusters of a tile
   */
  split(clusters) {
    const key = clusters.join();
    let found = this.known.get(key);
    if (!found) {
      const { clusters: all, list } = this.cases;
      const alone = clusters.filter((cluster) => all[cluster].cases.every((number) => list[number].clusters.join() === key));
      const fewest = Math.min(...clusters.map((cluster) => all[cluster].cases.length));
      const own = alone.length ? alone : clusters.filter((cluster) => all[cluster].cases.length === fewest);
      found = { own, others: clusters.length - own.length, title: own.map((each) => headline(all[each].sentence)).join(' · ') };
      this.known.set(key, found);
    }
    return found;
  }

  /**
   * The title of a tile.
   * @param {Array<number>} clusters
   */
  title(clusters) { return this.split(clusters).title; }

  /**
   * "and 2 causes of others". Empty if the tile shares none of its causes.
   * @param {Array<number>} clusters
   */
  rest(clusters) {
    const { others } = this.split(clusters);
    return others ? 'and ' + counted(others, 'cause') + ' of others' : '';
  }

  /**
   * The kinds of change, with the cases that have each.
   * @param {Array<Case>} cases
   * @returns {Map<string, Set<Case>>}
   */
  kinds(cases) {
    /** @type {Map<string, Set<Case>>} */
    const kinds = new Map();
    for (const one of cases) {
      for (const cluster of one.clusters) {
        const { kind } = this.cases.clusters[cluster];
        const having = kinds.get(kind) || new Set();
        kinds.set(kind, having.add(one));
      }
    }
    return kinds;
  }

  /**
   * Films are excluded: they only repeat the photos of their cards.
   * @param {Case} one
   */
  hasOtherPhoto(one) {
    return !one.film && one.clusters.some((cluster) => this.cases.clusters[cluster].kind === 'photo');
  }
}
