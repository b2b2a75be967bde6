// The entries of all feeds and chats, newest first, as many as are asked for.

import { itemSize } from '../common/searching.js';
import { dayOf } from './merged-searching.js';

/**
 * @typedef {Object} Entry
 * @property {number} place among all entries
 * @property {number} feed the number of its feed
 * @property {string} author
 * @property {number | null} day since 1970
 * @property {string} time as displayed on the card
 * @property {string} text
 */

export class MergedEntries {
  /** @param {import('./listed-feeds.js').ListedFeeds} feeds */
  constructor(feeds) {
    this.feeds = feeds;
    /** The number of chunks whose entries are in `waiting`, or were taken. */
    this.read = 0;
    /**
     * Newest first; a later chunk may have entries of the same days and of older ones.
     * @type {Array<Entry>}
     */
    this.waiting = [];
  }

  get areAllRead() { return this.read === this.feeds.pieces.length; }

  /**
   * Takes the next entries, up to a number; fewer at the end, and while a chunk loads.
   * @param {number} count
   * @param {() => void} then called once a chunk has loaded that was missing
   * @returns {Array<Entry>}
   */
  take(count, then) {
    while (this.known() < count && !this.areAllRead) {
      const { piece, feed } = this.feeds.pieces[this.read];
      const data = this.feeds.search(this.read, then);
      if (!data) break;
      const [names, items] = data;
      const number = this.feeds.feeds.indexOf(feed);
      for (let at = 0; at < items.length; at += itemSize) {
        const [place, author, day, time, , text] = /** @type {[number, number, number | null, string, number, string]} */ (
          items.slice(at, at + itemSize));
        this.waiting.push({ place: piece[0] + place, feed: number, author: names[author], day, time, text });
      }
      this.read += 1;
      this.waiting.sort((a, b) => dayOf(b.day) - dayOf(a.day));
    }
    return this.waiting.splice(0, Math.min(count, this.known()));
  }

  /** The number of waiting entries that no later chunk can precede. */
  known() {
    if (this.areAllRead) return this.waiting.length;
    const newest = dayOf(this.feeds.pieces[this.read].piece[2]);
    const end = this.waiting.findIndex(({ day }) => dayOf(day) < newest);
    return end < 0 ? this.waiting.length : end;
  }
}
