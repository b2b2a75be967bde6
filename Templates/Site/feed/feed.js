// The data and display state of a feed, shared by all parts of the page.

import { Column } from './column.js';
import { counted, Pieces } from './pieces.js';
import { bucketOf } from './settings.js';

/** @typedef {import('./types.js').Index} Index @typedef {import('./types.js').CardState} CardState */

/**
 * @typedef {Object} View
 * @property {number} top the position in the column at the window's top
 * @property {number} base the window's scroll position minus `top`
 * @property {number} scrolled the window's scroll position
 * @property {number} height of the window
 * @property {number} bar the height of everything above the column
 * @property {number} foot the height of everything below it
 * @property {number} direction 1 down, -1 up
 * @property {number} origin the position relative to which cards are placed
 */

/**
 * The number of chunks to keep of each kind. Heights are few and small.
 * @param {Index} index
 */
export function keptOf({ chunk }) {
  const posts = (/** @type {number} */ count) => Math.max(3, Math.ceil(count / chunk));
  return {
    stories: posts(512), layouts: posts(512), drawings: posts(1536), boxes: posts(256),
    fonts: Infinity, heights: Infinity, ids: 4, days: Infinity, search: 512, stems: Infinity, facets: 1, order: 4,
  };
}

export class Feed {
  /**
   * @param {Index} index
   * @param {import('../common/chunks.js').Chunks} chunks
   * @param {() => void} changed called when data has loaded that the page may need
   * @param {{width: number, theme: string, hasBoxes: boolean}} shown
   * @param {View} view
   */
  constructor(index, chunks, changed, shown, view) {
    this.index = index;
    /** Files of stories, and of other data with the same number of posts per file. */
    this.pieces = new Pieces(index, index.chunk);
    this.chunks = chunks;
    this.changed = changed;
    /** The screen width, one of the exported ones. */
    this.width = shown.width;
    this.theme = shown.theme;
    this.hasBoxes = shown.hasBoxes;
    this.view = view;
    /**
     * The expanded posts: 1, or the current share during an animation.
     * @type {Map<number, number>}
     */
    this.expanded = new Map();
    /** The post whose card is being expanded or collapsed; -1 for none. */
    this.moving = -1;
    /**
     * The displayed page of each carousel that was turned, by post and first image.
     * @type {Map<string, number>}
     */
    this.shownPages = new Map();
    /**
     * The columns of all widths that were displayed.
     * @type {Map<number, Column>}
     */
    this.columns = new Map();
    /** Draws cards if the page does. @type {import('./drawings.js').Drawings | null} */
    this.drawings = null;
    /** The number of lanes in every column. */
    this.lanes = 1;
    /** Runs a change that may move visible cards, and keeps their position. */
    this.keep = (/** @type {() => void} */ change) => change();
    this.column = this.columnAt(this.width);
  }

  /** @param {number} screen @returns {Column} */
  columnAt(screen) {
    let column = this.columns.get(screen);
    if (!column) {
      const { chunks, index } = this;
      const pieces = new Pieces(index, index.block);
      column = new Column(
        index, index.heights[screen], this.expanded,
        (number, then) => chunks.get('heights', screen + '/' + pieces.file(number), then), this.changed);
      const made = column;
      made.keeping = (change) => { if (this.column === made) this.keep(change); else change(); };
      this.columns.set(screen, column);
    }
    column.setLanes(this.lanes);
    return column;
  }

  /** The cards' width on the page's screen. */
  get cardWidth() {
    const pair = this.index.widths.find((each) => each[0] === this.width);
    return pair ? pair[1] : this.width;
  }

  /** @param {number} lanes */
  setLanes(lanes) {
    this.lanes = lanes;
    this.column.setLanes(lanes);
  }

  /** @param {number} post @returns {import('./types.js').Story | null} */
  story(post) { return this.item('stories', '', post); }

  /** @param {number} post @returns {import('./types.js').Layout | null} at the page's width */
  layout(post) { return this.item('layouts', this.width + '/', post); }

  /** @param {number} post @returns {import('./types.js').Boxes | null} at the page's width */
  boxes(post) {
    const items = /** @type {Array<any> | null} */ (
      this.chunks.get('boxes', this.width + '/' + this.file(post), this.changed));
    if (!items) return null;
    const [paths, ...posts] = items;
    // A post that was removed long ago has paths instead of indices.
    const named = (/** @type {Array<Array<any>> | null} */ boxes) =>
      boxes && boxes.map(([path, ...frame]) => [paths[path] ?? path, ...frame]);
    return (posts[this.pieces.at(post)] || [[], null]).map(named);
  }

  /** @param {string} kind @param {string} folder @param {number} post @returns {any} */
  item(kind, folder, post) {
    const items = this.chunks.get(kind, folder + this.file(post), this.changed);
    return items && items[this.pieces.at(post)];
  }

  /** @param {number} post @returns {number} the number of the files that contain it */
  file(post) { return this.pieces.file(this.pieces.of(post)); }

  /**
   * Finds a post by its id.
   * @param {string} id
   * @param {(post: number) => void} found
   * @param {() => void} [missing]
   */
  lookUp(id, found, missing = () => {}) {
    const search = (/** @type {Array<string | number>} */ pairs) => {
      const at = pairs.indexOf(id);
      if (at >= 0) found(counted(this.index, Number(pairs[at + 1]))); else missing();
    };
    const pairs = this.chunks.get('ids', bucketOf(id, this.index.buckets), search);
    if (pairs) search(pairs);
  }

  /**
   * The column as the anchoring rules see it: cards whose heights are loaded.
   * @returns {import('../common/anchoring.js').Content}
   */
  get content() {
    const { column } = this;
    const item = (/** @type {number} */ post) => ({ id: post, top: column.top(post), height: column.height(post) });
    return {
      height: column.total(),
      shown: (from, end) => column.postsWithin(from, end).map(item),
      find: (post) => (column.knows(post) ? item(post) : null),
    };
  }

  /** The first visible card below the toolbar. */
  get firstVisible() { return this.column.find(this.view.top); }

  /** @param {number} margin above and below the viewport @returns {Array<number>} posts whose heights are known */
  postsWithin(margin) {
    const { top, height, bar } = this.view;
    return this.column.postsWithin(top - margin, top + height - bar + margin);
  }

  /**
   * The state of a card, or the one it is changing to.
   * @param {number} post
   * @returns {CardState}
   */
  stateOf(post) { return this.expanded.has(post) || !this.column.extra(post) ? 'expanded' : 'collapsed'; }
}
