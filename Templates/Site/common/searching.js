// A search goes through the index piece by piece, the pieces a reader would look at first, first.

import { findWord, folded } from './folding.js';
import { matches, mayHold, ownData } from './search-query.js';

/**
 * @typedef {[authors: Array<string>, items: Array<string | number | null>]} Data place from the piece's start on, author,
 *   day, time, kinds, text, place, …
 * @typedef {[start: number, first: number | null, last: number | null]} Piece
 *
 * @typedef {Object} Found
 * @property {number} place
 * @property {string} author
 * @property {number | null} day since 1970
 * @property {string} time as the card shows it
 * @property {string} text
 */

/** How many pieces are asked for at once. */
const piecesAhead = 4;
/** Items of an entry. */
export const itemSize = 6;

export class Searching {
  /**
   * @param {Array<Piece>} pieces
   * @param {(piece: number, then: () => void) => Data | null} load
   * @param {boolean} fromEnd whether the last ones come first
   */
  constructor(pieces, load, fromEnd) {
    this.pieces = pieces;
    this.load = load;
    this.fromEnd = fromEnd;
    /**
     * Folded authors and texts of pieces that were looked through.
     * @type {WeakMap<Data, {authors: Array<string>, texts: Array<string>}>}
     */
    this.foldings = new WeakMap();
    this.number = 0;
    /** Goes on where a piece did not come. */
    this.resume = () => {};
  }

  /**
   * Looks for something; what was looked for before is forgotten.
   * @param {import('./search-query.js').Query} query
   * @param {(found: Array<Found>, done: number, people: Array<string>) => void} tell what one piece has, the share that is
   *   done, and the piece's authors who are called as somebody searches
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
   * @param {number} start of the piece
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
   * Authors whose names have all the words; what own data is called is nobody's name.
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
