// How cases come out: what the page says of each verdict besides its colour (review.css).

/**
 * @typedef {keyof typeof verdicts} Verdict
 *
 * @typedef {Object} VerdictFacts
 * @property {string} sign stands beside the word, never instead of it
 * @property {boolean} isOpen whether somebody should look
 * @property {string} whyNot why there is nothing to approve; empty where there is
 */

export const verdicts = {
  error: {
    sign: '!', isOpen: true,
    whyNot: 'What could not be compared can’t be approved. Mend what the reason names, then compare again.',
  },
  different: { sign: '≠', isOpen: true, whyNot: '' },
  new: { sign: '+', isOpen: true, whyNot: '' },
  environment: { sign: '◆', isOpen: true, whyNot: '' },
  similar: { sign: '≈', isOpen: false, whyNot: '' },
  obsolete: {
    sign: '–', isOpen: false,
    whyNot: 'No card is compared with this baseline any more. Remove it with the command below.',
  },
  identical: { sign: '=', isOpen: false, whyNot: 'The picture is the approved one: there is nothing to decide.' },
};

/**
 * @param {Verdict} verdict
 * @returns {VerdictFacts}
 */
export function factsOf(verdict) { return verdicts[verdict] || { sign: '?', isOpen: false, whyNot: '' }; }
