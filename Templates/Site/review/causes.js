// Why cases are not as they were: which cause is a stack's own, and what kind each is.

import { counted } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 */

/** What a kind of change is called where several are approved at once. */
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
 * A sentence without how many cards and films have it: a tile tells its own number.
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
     * By a stack's causes.
     * @type {Map<string, {own: Array<number>, others: number, title: string}>}
     */
    this.known = new Map();
  }

  /**
   * Those that no other stack has; where there is none, those that the fewest cases have.
   * @param {Array<number>} clusters a stack's
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
   * What heads a stack.
   * @param {Array<number>} clusters
   */
  title(clusters) { return this.split(clusters).title; }

  /**
   * "and 2 causes of others"; empty where all are the stack's own.
   * @param {Array<number>} clusters
   */
  rest(clusters) {
    const { others } = this.split(clusters);
    return others ? 'and ' + counted(others, 'cause') + ' of others' : '';
  }

  /**
   * Kinds of change among cases, with those cases that have them.
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
   * A film only shows what its cards have.
   * @param {Case} one
   */
  hasOtherPhoto(one) {
    return !one.film && one.clusters.some((cluster) => this.cases.clusters[cluster].kind === 'photo');
  }
}
