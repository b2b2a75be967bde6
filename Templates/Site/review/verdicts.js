// The verdicts from index.js. Their colors are in review.css.

/**
 * @typedef {string} Verdict
 *
 * @typedef {Object} VerdictFacts
 * @property {string} sign displayed next to the word, never instead of it
 * @property {boolean} isOpen whether the case needs review
 * @property {boolean} isMarked whether its thumbnail marks the changes
 * @property {string} whyNot the reason why it can't be approved; empty if it can
 */

/** @type {Map<Verdict, VerdictFacts>} */
const known = new Map();

/** @param {import('./types.js').Index} index */
export function learnVerdicts({ verdicts }) {
  for (const { name, sign, isOpen, isMarked, whyNot } of verdicts) {
    known.set(name, { sign, isOpen: isOpen === 1, isMarked: isMarked === 1, whyNot });
  }
}

/**
 * @param {Verdict} verdict
 * @returns {VerdictFacts}
 */
export function factsOf(verdict) {
  return known.get(verdict) || { sign: '?', isOpen: false, isMarked: false, whyNot: '' };
}
