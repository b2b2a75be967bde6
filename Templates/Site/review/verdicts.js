// How cases come out: what the page says of each verdict besides its colour (review.css).

/**
 * @typedef {keyof typeof verdicts} Verdict
 *
 * @typedef {Object} VerdictFacts
 * @property {string} sign stands beside the word, never instead of it
 * @property {boolean} isOpen whether somebody should look
 * @property {boolean} isMarked whether its thumbnail shows where it is not as it was
 * @property {string} whyNot why there is nothing to approve; empty where there is
 */

export const verdicts = {
  error: {
    sign: '!', isOpen: true, isMarked: false,
    whyNot: 'What could not be drawn can’t be approved. Mend what the reason names, then compare again.',
  },
  different: { sign: '≠', isOpen: true, isMarked: true, whyNot: '' },
  new: { sign: '+', isOpen: true, isMarked: false, whyNot: '' },
  environment: { sign: '◆', isOpen: true, isMarked: false, whyNot: '' },
  similar: { sign: '≈', isOpen: false, isMarked: false, whyNot: '' },
  obsolete: {
    sign: '–', isOpen: false, isMarked: false,
    whyNot: 'No card is compared with this baseline any more. Remove it with the command below.',
  },
  identical: {
    sign: '=', isOpen: false, isMarked: false, whyNot: 'The picture is the approved one: there is nothing to decide.',
  },
};

/**
 * @param {Verdict} verdict
 * @returns {VerdictFacts}
 */
export function factsOf(verdict) { return verdicts[verdict] || { sign: '?', isOpen: false, isMarked: false, whyNot: '' }; }
