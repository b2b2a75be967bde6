// Days of a feed: where the first post of each stands.

import { lastAtMost } from './ordered.js';

/** @typedef {import('../common/calendar.js').Heading} Heading */

export class FeedDays {
  /**
   * @param {Array<number>} files the place of the first day of each file
   * @param {import('../common/chunks.js').Chunks} chunks
   */
  constructor(files, chunks) {
    this.files = files;
    this.chunks = chunks;
    /** @type {Array<Heading> | null} */
    this.headings = null;
  }

  /**
   * All days in the order of their places, when they are there.
   * @param {() => void} then called once more of them are
   * @returns {Array<Heading> | null}
   */
  all(then) {
    if (this.headings) return this.headings;
    /** @type {Array<Array<number> | null>} place, day, place, day, … */
    const files = this.files.map((_, number) => this.chunks.get('days', number, then));
    /** @type {Array<Heading>} */
    const headings = [];
    for (const pairs of files) {
      if (!pairs) return null;
      for (let at = 0; at < pairs.length; at += 2) headings.push({ place: pairs[at], day: pairs[at + 1] });
    }
    return (this.headings = headings);
  }

  /**
   * The day that was last begun above a place, or there.
   * @param {number} place
   * @returns {Heading | null}
   */
  at(place) {
    const { headings } = this;
    if (!headings || !headings.length) return null;
    return headings[lastAtMost(headings.map((each) => each.place), headings.length, place)];
  }
}
