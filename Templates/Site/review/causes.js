// Why cases are not as they were: which cause is a stack's own, what kind each is, which boxes have another picture.

import { counted } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Cluster} Cluster
 */

/** What a kind of change is called where several are approved at once. */
const kindNames = /** @type {Record<string, string>} */ ({
  token: 'design token', template: 'template', icon: 'icon', option: 'option of the project', text: 'text',
  photo: 'replaced photo', content: 'content', motion: 'motion', font: 'font', libraries: 'library', new: 'new case',
  unknown: 'unexplained change',
});

const anotherPicture = /^(\S+): another picture$/;

/**
 * The report's, or what the title tells.
 * @param {Cluster} cluster
 */
export function kindOfCause({ kind, title }) {
  if (kind) return kind;
  if (anotherPicture.test(title)) return 'photo';
  if (title.startsWith('{')) return 'token';
  if (title === 'no reference yet') return 'new';
  return /^\S+: “/.test(title) ? 'text' : 'unknown';
}

/**
 * @param {string} kind
 * @param {number} [number]
 */
export function kindName(kind, number = 1) {
  const name = kindNames[kind] || kind;
  return number === 1 ? name : counted(number, name);
}

/**
 * Whether a path is meant; a star stands for a number.
 * @param {string} pattern
 * @param {string} path
 */
function isMeant(pattern, path) {
  const [patterns, names] = [pattern, path].map((each) => each.split('/'));
  return patterns.length === names.length && patterns.every((each, at) => each === names[at]
    || (each.endsWith('-*') && names[at].startsWith(each.slice(0, -1)) && /^\d+$/.test(names[at].slice(each.length - 1))));
}

/**
 * Paths of boxes that show another picture than before.
 * @param {import('./types.js').Detail} found
 * @returns {Set<string>}
 */
export function replacedPictures({ reasons, boxes }) {
  const patterns = reasons.map((reason) => anotherPicture.exec(reason)?.[1] || '').filter(Boolean);
  return new Set(boxes.map((box) => box[0]).filter((path) => patterns.some((pattern) => isMeant(pattern, path))));
}

export class Causes {
  /** @param {import('./cases.js').Cases} cases */
  constructor(cases) {
    this.cases = cases;
    /**
     * By a stack's causes.
     * @type {Map<string, {own: Array<number>, others: number}>}
     */
    this.known = new Map();
  }

  /**
   * Those that no other stack has; where there is none, the one that the fewest cases have.
   * @param {Array<number>} clusters a stack's
   */
  split(clusters) {
    const key = clusters.join();
    let found = this.known.get(key);
    if (!found) {
      const { clusters: all, list } = this.cases;
      const alone = clusters.filter((cluster) => all[cluster].cases.every((number) => list[number].clusters.join() === key));
      const fewest = [...clusters].sort((a, b) => all[a].cases.length - all[b].cases.length).slice(0, 1);
      const own = alone.length ? alone : fewest;
      found = { own, others: clusters.length - own.length };
      this.known.set(key, found);
    }
    return found;
  }

  /**
   * What heads a stack.
   * @param {Array<number>} clusters
   */
  title(clusters) { return this.split(clusters).own.map((cluster) => this.cases.clusters[cluster].title).join(' · '); }

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
        const kind = kindOfCause(this.cases.clusters[cluster]);
        const having = kinds.get(kind) || new Set();
        kinds.set(kind, having.add(one));
      }
    }
    return kinds;
  }

  /** @param {Case} one */
  hasOtherPhoto(one) { return one.clusters.some((cluster) => kindOfCause(this.cases.clusters[cluster]) === 'photo'); }
}
