// Searches the index chunk by chunk, in reading order.

import { findWord, folded } from './folding.js';
import { matches, mayHold, ownData } from './search-query.js';

/**
 * @typedef {[authors: Array<string>, items: Array<string | number | null>]} Data offset from the chunk's start, author,
 *   day, time, kinds, text, offset, …
 * @typedef {[start: number, first: number | null, last: number | null]} Piece
 *
 * @typedef {Object} Found
 * @property {number} place
 * @property {string} author
 * @property {number | null} day since 1970
 * @property {string} time as displayed on the card
 * @property {string} text
 */

/** The number of chunks to load ahead. */
const piecesAhead = 4;
/** The number of array items per entry. */
export const itemSize = 6;

export class Searching {
  /**
   * @param {Array<Piece>} pieces
   * @param {(piece: number, then: () => void) => Data | null} load
   * @param {boolean} fromEnd whether the newest entries come first, from the end
   */
  constructor(pieces, load, fromEnd) {
    this.pieces = pieces;
    this.load = load;
    this.fromEnd = fromEnd;
    /**
     * Folded authors and texts of searched chunks.
     * @type {WeakMap<Data, {authors: Array<string>, texts: Array<string>}>}
     */
    this.foldings = new WeakMap();
    this.number = 0;
    /** Continues a search whose chunk failed to load. */
    this.resume = () => {};
  }

  /**
   * Starts a search and cancels the previous one.
   * @param {import('./search-query.js').Query} query
   * @param {(found: Array<Found>, done: number, people: Array<string>) => void} tell receives the results of a chunk,
   *   the completed share, and the chunk's matching authors
   */
  start(query, tell) {
    this.number += 1;
    const own = this.number;
    const all = this.pieces.map((_, piece) => piece)
      .filter((piece) => mayHold(query, this.pieces[piece][1], this.pieces[piece][2]));
    const order = this.fromEnd ? all.reverse() : all;
    let done = 0;
    const go = () => {
      while (own === this.number && done < order.length) {
        for (const next of order.slice(done + 1, done + piecesAhead)) this.load(next, go);
        const data = this.load(order[done], go);
        if (!data) return;
        done += 1;
        tell(this.look(data, query, this.pieces[order[done - 1]][0]), done / order.length, this.people(data, query));
      }
    };
    this.resume = go;
    if (!order.length) tell([], 1, []);
    go();
  }

  stop() {
    this.number += 1;
    this.resume = () => {};
  }

  /**
   * @param {Data} data
   * @param {import('./search-query.js').Query} query
   * @param {number} start the position of the chunk
   * @returns {Array<Found>}
   */
  look(data, query, start) {
    const [names, items] = data;
    const { authors, texts } = this.folding(data);
    /** @type {Array<Found>} */
    const found = [];
    texts.forEach((text, number) => {
      const [place, author, day, time, kinds, own] = /** @type {[number, number, number | null, string, number, string]} */ (
        items.slice(number * itemSize, number * itemSize + itemSize));
      if (!matches(query, authors[author], day, text, kinds, own)) return;
      found.push({ place: start + place, author: names[author], day, time, text: own });
    });
    return this.fromEnd ? found.reverse() : found;
  }

  /**
   * Authors whose names contain all words. Titles of custom data are not authors.
   * @param {Data} data
   * @param {import('./search-query.js').Query} query
   */
  people(data, query) {
    if (!query.words.length || query.authors.length || query.only !== null) return [];
    const [names, items] = data;
    const { authors, texts } = this.folding(data);
    const isWriter = (/** @type {number} */ author) => texts.some((_, number) =>
      items[number * itemSize + 1] === author && !(Number(items[number * itemSize + 4]) & ownData));
    return names.filter((name, author) => name && query.words.every((word) => findWord(authors[author], word) >= 0)
      && isWriter(author));
  }

  /** @param {Data} data */
  folding(data) {
    let known = this.foldings.get(data);
    if (!known) {
      const [names, items] = data;
      const texts = [];
      for (let at = itemSize - 1; at < items.length; at += itemSize) texts.push(folded(String(items[at])));
      known = { authors: names.map(folded), texts };
      this.foldings.set(data, known);
    }
    return known;
  }
}
