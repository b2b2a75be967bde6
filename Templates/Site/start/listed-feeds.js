// The feeds and chats on a start page. Searches use the data of their own pages, in their own folders.

import { Chunks } from '../common/chunks.js';
import { itemSize } from '../common/searching.js';
import { lastAtMost } from '../feed/ordered.js';
import { fileAt, Pieces } from '../feed/pieces.js';

/**
 * @typedef {import('../feed/types.js').Index} Index
 * @typedef {import('../common/searching.js').Data} Data
 * @typedef {import('../common/searching.js').Piece} Piece
 *
 * @typedef {Object} Listed
 * @property {string} folder
 * @property {string} name
 * @property {Index | null} index null until loaded, and for feeds without data
 * @property {number} first the position of its first entry among all entries
 * @property {Chunks} chunks
 */

const kept = Object.freeze({ search: 8, days: Infinity, stories: 4, facets: 1, stems: Infinity });

/**
 * Accepts only scripts of the listed feeds.
 * @param {string} path
 */
export function checkedDataPath(path) {
  if (!/^(feeds|chats)\/[\w-]+\/site\/([a-z]+\/\d+|index)\.js$/.test(path)) throw new TypeError(path);
  return path;
}

/**
 * Reverses the entries of a conversation, which are stored oldest first.
 * @param {Data[1]} items
 */
function newestFirst(items) {
  const entries = [];
  for (let at = 0; at < items.length; at += itemSize) entries.unshift(items.slice(at, at + itemSize));
  return entries.flat();
}

/** @param {Listed} feed @param {string} name */
function authorIn(feed, name) {
  return !name || name === feed.name ? feed.name : name + ' · ' + feed.name;
}

export class ListedFeeds {
  /**
   * @param {Array<{folder: string, name: string}>} list
   * @param {(feed: number, path: string, done: () => void, failed: () => void) => void} load
   * @param {() => void} changed called when a failed chunk must be requested again
   * @param {(day: number) => string} dayWord
   */
  constructor(list, load, changed, dayWord) {
    this.load = load;
    this.dayWord = dayWord;
    /** @type {Array<Listed>} */
    this.feeds = list.map(({ folder, name }, number) => ({
      folder, name, index: null, first: 0,
      chunks: new Chunks(kept, (file, failed) =>
        load(number, checkedDataPath(folder + '/site/' + file + '.js'), () => {}, failed), changed),
    }));
    this.asked = 0;
    this.answered = 0;
    /**
     * In search order.
     * @type {Array<{piece: Piece, feed: Listed, number: number}>} `number` is the number of the file
     */
    this.pieces = [];
    /** @type {Map<number, Data>} */
    this.data = new Map();
  }

  get isReady() { return this.answered === this.feeds.length; }

  /**
   * Loads the indexes of all feeds.
   * @param {(feed: number) => Index} taken returns the index that a feed's script has set
   * @param {() => void} then
   */
  ask(taken, then) {
    if (this.asked++) return;
    const done = () => {
      this.answered += 1;
      if (!this.isReady) return;
      this.number();
      then();
    };
    this.feeds.forEach((feed, number) => {
      this.load(number, checkedDataPath(feed.folder + '/site/index.js'), () => {
        feed.index = taken(number);
        done();
      }, done);
    });
  }

  /** Assigns positions to all entries, and sorts the parts of the search index, newest first. */
  number() {
    let first = 0;
    for (const feed of this.feeds) {
      feed.first = first;
      first += feed.index?.count ?? 0;
      const { index } = feed;
      if (!index) continue;
      const pieces = index.search ?? [];
      pieces.forEach((piece, place) => this.pieces.push({ piece, feed, number: fileAt(index, pieces.length, place) }));
    }
    this.pieces.sort((a, b) => (b.piece[2] ?? -Infinity) - (a.piece[2] ?? -Infinity) || a.feed.first - b.feed.first
      || a.piece[0] - b.piece[0]);
  }

  /**
   * A part of the search index with positions among all entries, and with the feed in each author's name.
   * @param {number} place in search order
   * @param {() => void} then called once it has loaded, if it wasn't
   * @returns {Data | null}
   */
  search(place, then) {
    const known = this.data.get(place);
    if (known) return known;
    const { feed, number } = this.pieces[place];
    const own = /** @type {Data | null} */ (feed.chunks.get('search', number, then));
    if (!own) return null;
    const [names, items] = own;
    const hasDays = feed.index?.chat !== undefined;
    let all = items.map((item, at) => {
      if (at % itemSize === 0) return Number(item) + feed.first;
      const day = items[at - 1];
      if (at % itemSize !== 3 || typeof day !== 'number') return item;
      // Messages show only the time, and relative days differ between feeds, so the date is spelled out.
      return this.dayWord(day) + (hasDays ? ' ' + item : '');
    });
    if (hasDays) all = newestFirst(all);
    const authors = names.map((name) => authorIn(feed, name));
    /** @type {Data} */
    const data = [authors, all];
    this.data.set(place, data);
    return data;
  }

  /** Languages whose words are searched in all their forms. All feeds were exported together and have the same. */
  get stems() { return this.stemmed?.index?.stems ?? []; }

  get stemmed() { return this.feeds.find(({ index }) => index?.stems); }

  /**
   * Authors of all feeds and the kinds of their posts, if they are loaded. Chats have none.
   * @param {() => void} then called when more of them have loaded
   * @returns {import('../common/search-filters.js').Facets | null}
   */
  facets(then) {
    /** @type {Array<[name: string, count: number]>} */
    const authors = [];
    /** @type {Array<number>} */
    const kinds = [];
    let isWhole = true;
    for (const feed of this.feeds) {
      if (!feed.index || feed.index.chat !== undefined) continue;
      const own = /** @type {import('../common/search-filters.js').Facets | null} */ (feed.chunks.get('facets', 0, then));
      if (!own) {
        isWhole = false;
        continue;
      }
      for (let at = 0; at < own[0].length; at += 2) {
        authors.push([authorIn(feed, String(own[0][at])), Number(own[0][at + 1])]);
      }
      own[1].forEach((count, kind) => { kinds[kind] = (kinds[kind] ?? 0) + count; });
    }
    authors.sort((a, b) => b[1] - a[1]);
    return isWhole ? [authors.flat(), kinds] : null;
  }

  /**
   * All days that have entries, in order, if they are loaded.
   * @param {() => void} then called when more of them have loaded
   * @returns {Array<import('../common/calendar.js').Heading> | null}
   */
  all(then) {
    /** @type {Set<number>} */
    const days = new Set();
    let isWhole = true;
    for (const { index, chunks } of this.feeds) {
      const files = index?.chat?.days ?? index?.days ?? [];
      files.forEach((_, number) => {
        const pairs = /** @type {Array<number> | null} */ (chunks.get('days', number, then));
        if (!pairs) isWhole = false;
        else for (let at = 1; at < pairs.length; at += 2) days.add(pairs[at]);
      });
    }
    return isWhole ? [...days].sort((a, b) => a - b).map((day) => ({ place: day, day })) : null;
  }

  /**
   * The address of an entry, once it is known.
   * @param {number} place among all entries
   * @param {(address: string) => void} then
   */
  address(place, then) {
    const at = lastAtMost(this.feeds.map((feed) => feed.first), this.feeds.length, place);
    // The last feed that starts here. Feeds without entries before it start at the same position.
    const feed = this.feeds[at];
    if (!feed.index) return;
    const pieces = new Pieces(feed.index, feed.index.chunk);
    const own = place - feed.first;
    const tell = (/** @type {Array<{i: string}>} */ stories) => then(
      feed.folder + '/index.html#post-' + stories[pieces.at(own)].i);
    const stories = feed.chunks.get('stories', pieces.file(pieces.of(own)), tell);
    if (stories) tell(stories);
  }
}
