// The days of a feed, with the position of each day's first post.

import { lastAtMost } from './ordered.js';
import { counted, fileAt } from './pieces.js';

/** @typedef {import('../common/calendar.js').Heading} Heading */

export class FeedDays {
  /**
   * @param {{count: number, days?: Array<number>}} index
   * @param {import('../common/chunks.js').Chunks} chunks
   */
  constructor(index, chunks) {
    this.index = index;
    this.chunks = chunks;
    /** @type {Array<Heading> | null} */
    this.headings = null;
  }

  /**
   * All days in feed order, if they are loaded.
   * @param {() => void} then called when more of them have loaded
   * @returns {Array<Heading> | null}
   */
  all(then) {
    if (this.headings) return this.headings;
    const { chunks, index, index: { days = [] } } = this;
    /** @type {Array<Array<number> | null>} number of the post, day, … */
    const files = days.map((_, place) => chunks.get('days', fileAt(index, days.length, place), then));
    /** @type {Array<Heading>} */
    const headings = [];
    for (const pairs of files) {
      if (!pairs) return null;
      for (let at = 0; at < pairs.length; at += 2) {
        headings.push({ place: counted(index, pairs[at]), day: pairs[at + 1] });
      }
    }
    return (this.headings = headings);
  }

  /**
   * The day at a position: the last one that begins at or above it.
   * @param {number} place
   * @returns {Heading | null}
   */
  at(place) {
    const { headings } = this;
    if (!headings || !headings.length) return null;
    return headings[lastAtMost(headings.map((each) => each.place), headings.length, place)];
  }
}
