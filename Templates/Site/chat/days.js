// The days of a conversation: positions and texts of their headings.

import { civilDay } from '../common/civil-day.js';
import { lastAtMost } from '../feed/ordered.js';

/** @typedef {{place: number, day: number}} Heading @typedef {Array<number>} Pairs position, day, position, day, … */

export class Days {
  /**
   * @param {import('../feed/types.js').Chat} chat
   * @param {import('../common/chunks.js').Chunks} chunks
   * @param {() => void} changed called when requested days have loaded
   */
  constructor(chat, chunks, changed) {
    this.chat = chat;
    this.chunks = chunks;
    this.changed = changed;
  }

  /**
   * @param {number} number of a file
   * @param {() => void} [then]
   * @returns {Pairs | null}
   */
  file(number, then = this.changed) { return this.chunks.get('days', number, then); }

  /**
   * The day heading of an entry and its neighbors. Headings that don't exist or aren't loaded are null.
   * @param {number} place
   * @returns {{before: Heading | null, own: Heading | null, next: Heading | null}}
   */
  around(place) {
    const { days } = this.chat;
    const none = { before: null, own: null, next: null };
    if (!days.length) return none;
    const number = lastAtMost(days, days.length, place);
    const pairs = this.file(number);
    if (!pairs) return none;
    const count = pairs.length / 2;
    const at = lastAtMost(places(pairs), count, place);
    if (pairs[2 * at] > place) return { ...none, next: heading(pairs, 0) };
    return {
      before: at > 0 ? heading(pairs, at - 1) : lastOf(number > 0 ? this.file(number - 1) : null),
      own: heading(pairs, at),
      next: at + 1 < count ? heading(pairs, at + 1) : firstOf(number + 1 < days.length ? this.file(number + 1) : null),
    };
  }

  /** @param {number} place @returns {boolean} whether the entry is a day's heading */
  isHeading(place) { return this.around(place).own?.place === place; }

  /**
   * All headings if they are loaded.
   * @param {() => void} then called when more of them have loaded
   * @returns {Array<Heading> | null}
   */
  all(then) {
    const files = this.chat.days.map((_, number) => this.file(number, then));
    if (files.some((file) => !file)) return null;
    return files.flatMap((pairs) => (pairs ? places(pairs).map((_, at) => heading(pairs, at)) : []));
  }

  /** @param {number} number since 1970 @returns {string} the day as on the heading's card */
  word(number) {
    const { chat } = this;
    const { year, month, day } = civilDay(number);
    /** @type {Record<string, string>} */
    const values = { day: String(day), month: chat.months[month - 1], year: String(year) };
    return (year === chat.year ? chat.dayOfYear : chat.otherDay).replace(/{(\w+)}/g, (_, name) => values[name]);
  }
}

/** @param {Pairs} pairs */
function places(pairs) { return pairs.filter((_, at) => at % 2 === 0); }

/** @param {Pairs} pairs @param {number} at @returns {Heading} */
function heading(pairs, at) { return { place: pairs[2 * at], day: pairs[2 * at + 1] }; }

/** @param {Pairs | null} pairs */
function firstOf(pairs) { return pairs && pairs.length ? heading(pairs, 0) : null; }

/** @param {Pairs | null} pairs */
function lastOf(pairs) { return pairs && pairs.length ? heading(pairs, pairs.length / 2 - 1) : null; }
