// The cases from index.js, with facts derived from them.

import { Causes } from './causes.js';
import { factsOf, learnVerdicts } from './verdicts.js';
import { apart, quotesApart } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Detail} Detail
 */

/**
 * Whether the case needs review.
 * @param {Case} one
 */
export function isOpen(one) { return factsOf(one.verdict).isOpen; }

export class Cases {
  /**
   * @param {import('./types.js').Index} index
   * @param {Array<import('./types.js').CaseRow>} rows
   * @param {(chunk: number) => Array<Detail> | null} details the details in a file if they are loaded; else the page is
   *   updated once they are
   * @param {(film: number) => import('./film-types.js').FilmData | null} films the same for films
   */
  constructor(index, rows, details, films) {
    learnVerdicts(index);
    this.index = index;
    this.details = details;
    this.films = films;
    /** Verdicts, most urgent first. */
    this.verdicts = index.verdicts.map((each) => each.name);
    /** @type {Array<import('./types.js').Cluster>} */
    this.clusters = index.clusters.map(({ id, title, cases, kind, sentence }) =>
      ({ id, title, cases, kind: kind || 'unknown', sentence: sentence ? quotesApart(sentence) : title }));
    this.isDesign = Boolean(index.isDesign);
    /** Whether both sides are external images, an older and a newer version. */
    const hasAges = this.isDesign || Boolean(index.isOfPictures);
    this.list = rows.map((row, number) => caseOf(row, number, this.isDesign, hasAges));
    this.causes = new Causes(this);
    this.byID = new Map(this.list.map((each) => [each.id, each]));
    /** @type {Map<string, Array<Case>>} */
    this.byPost = new Map();
    for (const each of this.list) {
      const others = this.byPost.get(each.post);
      if (others) others.push(each);
      else this.byPost.set(each.post, [each]);
    }
  }

  /** The word for an item of the list. */
  get noun() { return this.isDesign ? 'frame' : 'case'; }

  /**
   * @param {string} post
   * @returns {Array<Case>}
   */
  ofPost(post) { return this.byPost.get(post) || []; }

  /**
   * @param {Case} one
   * @returns {Detail | null} if it is loaded
   */
  detail(one) {
    const items = this.details(Math.floor(one.number / this.index.chunk));
    return items && items[one.number % this.index.chunk];
  }

  /**
   * The same card in its other state.
   * @param {Case} one
   * @returns {Case | null}
   */
  otherState(one) {
    if (one.film || !one.width) return null;
    return this.ofPost(one.post).find((each) => each.state !== one.state && each.width === one.width
      && each.scale === one.scale && each.theme === one.theme && each.isMockup === one.isMockup) || null;
  }
}

/**
 * Names the values of rows.
 * @param {Array<string>} columns
 * @param {Array<Array<unknown>>} rows
 * @returns {Array<import('./types.js').CaseRow>}
 */
export function namedRows(columns, rows) {
  return rows.map((values) => /** @type {import('./types.js').CaseRow} */ (
    /** @type {unknown} */ (Object.fromEntries(columns.map((name, place) => [name, values[place]])))));
}

/**
 * @param {import('./types.js').CaseRow} row
 * @param {number} number
 * @param {boolean} isDesign
 * @param {boolean} hasAges
 * @returns {Case}
 */
function caseOf(row, number, isDesign, hasAges) {
  const { kind, isApprovable, words: opening, ...values } = row;
  const words = [row.id, row.post, row.verdict, ['baseline', 'mockup', 'screen'][kind], row.width, row.theme, row.state,
    row.reason || '', row.author || '', opening || ''].join(' ').toLowerCase();
  return { ...values, number, isMockup: kind === 1, isScreen: kind === 2, isApprovable: isApprovable === 1, opening, words,
    isDesign, hasAges };
}

/**
 * "375 · 2x · dark · collapsed". For an external image, its variant: "linux".
 * @param {Case} one
 */
export function placeOf(one) {
  if (one.isDesign) return one.state;
  if (!one.width) {
    if (one.id.startsWith(one.post + '/')) return one.id.slice(one.post.length + 1);
    return one.id === one.post ? one.id : one.state;
  }
  return [one.width, one.scale + 'x', one.theme, ...one.film ? [] : [one.state]].join(' · ');
}

/** @param {Case} one */
export function titleOf(one) { return one.film ? 'Film: ' + one.film : one.isMockup || one.isScreen ? one.id : one.post; }

/**
 * A label for readers who don't know post ids: "Anna Berg: “Two tickets left …”". The title if the author is unknown.
 * @param {Case} one
 */
export function labelOf(one) {
  if (!one.author) return titleOf(one);
  // The title of custom data repeats its opening words.
  if (!one.opening || one.author.startsWith(one.opening.replace(/ …$/, ''))) { return one.author; }
  return apart(one.author) + ': “' + apart(one.opening) + '”';
}

/** @param {Case} one */
export function referenceName(one) {
  return one.hasAges ? 'Before' : one.isMockup ? 'Mockup' : one.isScreen ? 'Card' : 'Baseline';
}

/** @param {Case} one */
export function drawnName(one) { return one.hasAges ? 'After' : one.isScreen ? 'On the screen' : 'Drawn'; }

/** @param {Case} one */
export function nameOf(one) { return titleOf(one) + ' ' + placeOf(one); }

/**
 * Obsolete cases have their scale only in their name.
 * @param {Case} one
 */
export function scaleOf(one) {
  const found = /@(\d)x/.exec(one.id);
  return one.scale || (found ? Number(found[1]) : 1);
}

/** @param {Case} one */
export function caseHash(one) { return '#case=' + encodeURIComponent(one.id); }

/** @param {{id: string}} cluster */
export function clusterHash(cluster) { return '#cluster=' + encodeURIComponent(cluster.id); }

/** @param {string} post */
export function postHash(post) { return '#post=' + encodeURIComponent(post); }
