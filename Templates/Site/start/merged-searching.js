// A search over several feeds that reports the newest days first, whatever their feed.

import { mayHold } from '../common/search-query.js';
import { Searching } from '../common/searching.js';

/** @typedef {import('../common/searching.js').Found} Found */

/**
 * Entries without a day come last.
 * @param {number | null | undefined} day
 */
export const dayOf = (day) => day ?? -Number.MAX_SAFE_INTEGER;

/**
 * The parts of the index are sorted by their newest day. A result waits until no remaining part can contain a newer
 * one.
 */
export class MergedSearching extends Searching {
  /**
   * @param {import('../common/search-query.js').Query} query
   * @param {(found: Array<Found>, done: number, people: Array<string>) => void} tell
   */
  start(query, tell) {
    const lasts = this.pieces.filter(([, first, last]) => mayHold(query, first, last)).map(([, , last]) => last);
    let looked = 0;
    /** @type {Array<Found>} */
    let waiting = [];
    super.start(query, (found, done, people) => {
      looked += 1;
      waiting = [...waiting, ...found].sort((a, b) => dayOf(b.day) - dayOf(a.day));
      const end = waiting.findIndex(({ day }) => dayOf(day) < dayOf(lasts[looked]));
      tell(waiting.splice(0, end < 0 ? waiting.length : end), done, people);
    });
  }
}
