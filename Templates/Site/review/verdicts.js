// How cases come out, as index.js says it; the colours stand in review.css.

/**
 * @typedef {string} Verdict
 *
 * @typedef {Object} VerdictFacts
 * @property {string} sign stands beside the word, never instead of it
 * @property {boolean} isOpen whether somebody should look
 * @property {boolean} isMarked whether its thumbnail shows where it is not as it was
 * @property {string} whyNot why there is nothing to approve; empty where there is
 */

/** @type {Map<Verdict, VerdictFacts>} */
const known = new Map();

/** @param {import('./types.js').Index} index */
export function learnVerdicts({ verdicts }) {
  for (const [verdict, , sign, isOpen, isMarked, whyNot] of verdicts) {
    known.set(verdict, { sign, isOpen: isOpen === 1, isMarked: isMarked === 1, whyNot });
  }
}

/**
 * @param {Verdict} verdict
 * @returns {VerdictFacts}
 */
export function factsOf(verdict) {
  return known.get(verdict) || { sign: '?', isOpen: false, isMarked: false, whyNot: '' };
}
