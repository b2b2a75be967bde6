// The positions of all cards, computed from exported heights; nothing is measured. Wide windows may have several lanes:
// each card goes to the lane of its block that ends first.

import { lastAtMost } from './ordered.js';
import { Pieces } from './pieces.js';

/**
 * @typedef {Object} Block
 * @property {Array<number>} initial heights
 * @property {Array<number>} extra the additional height when expanded; 0 for cards with a single state
 * @property {Float64Array | null} tops relative to the block's start; the last value is the end of the longest lane
 * @property {Float64Array} reach for each card, the lowest end of all cards before it
 * @property {Uint8Array} lanes
 */

/** All cards at one width. Positions are CSS pixels from the column's top. */
export class Column {
  /**
   * @param {{count: number, block: number, gap: number, chat?: unknown}} index
   * @param {Array<number>} sums the total of initial heights per block
   * @param {Map<number, number>} expanded the expanded share of each post, above 0 and at most 1
   * @param {(block: number, then: () => void) => [Array<number>, Array<number>] | null} load returns initial heights
   *   and additional heights if loaded, else calls `then` once they are
   * @param {() => void} changed called when heights have loaded that nothing is waiting for
   */
  constructor(index, sums, expanded, load, changed) {
    this.index = index;
    this.pieces = new Pieces(index, index.block);
    this.sums = sums;
    this.expanded = expanded;
    this.load = load;
    this.changed = changed;
    /** @type {Array<Block | undefined>} */
    this.blocks = [];
    /** @type {Float64Array | null} */
    this.starts = null;
    this.lanes = 1;
    /** The block that has loaded and isn't displayed yet; -1 for none. */
    this.coming = -1;
    /** Runs a change that may move displayed blocks. */
    this.keeping = (/** @type {() => void} */ change) => change();
  }

  /** @param {number} lanes */
  setLanes(lanes) {
    if (lanes === this.lanes) return;
    this.lanes = lanes;
    this.starts = null;
    for (const block of this.blocks) if (block) block.tops = null;
  }

  /**
   * The number of a post's block.
   * @param {number} post
   */
  blockOf(post) { return this.pieces.of(post); }

  /**
   * A block's heights if they are loaded.
   * @param {number} number
   * @param {() => void} [then] called once they are loaded
   * @returns {Block | null}
   */
  block(number, then = this.changed) {
    const known = this.blocks[number];
    if (known) return known;
    if (number === this.coming) return null;
    const columns = this.load(number, () => {
      // The length of several lanes is exact only when their heights are known.
      this.coming = this.lanes > 1 && !this.blocks[number] ? number : -1;
      const come = () => {
        this.coming = -1;
        this.block(number);
        this.starts = null;
      };
      if (this.coming < 0) come(); else this.keeping(come);
      then();
    });
    if (!columns) return null;
    const [initial, extra] = columns;
    if (this.lanes > 1) this.starts = null;
    return (this.blocks[number] = {
      initial, extra, tops: null, reach: new Float64Array(initial.length + 1), lanes: new Uint8Array(initial.length),
    });
  }

  /** @param {number} post */
  knows(post) { return this.block(this.blockOf(post)) !== null; }

  /**
   * The additional height of an expanded card; 0 for cards with a single state.
   * @param {number} post
   */
  extra(post) {
    const block = this.block(this.blockOf(post));
    return block ? block.extra[this.pieces.at(post)] : 0;
  }

  /**
   * The part of it that is currently displayed.
   * @param {number} post
   */
  shownExtra(post) {
    const share = this.expanded.get(post);
    return share ? Math.round(this.extra(post) * share) : 0;
  }

  /** @param {number} post */
  height(post) { return this.heightIn(post, 'collapsed') + this.shownExtra(post); }

  /**
   * The height in a state, whichever is displayed.
   * @param {number} post
   * @param {string} state
   */
  heightIn(post, state) {
    const block = this.block(this.blockOf(post));
    return block ? block.initial[this.pieces.at(post)] + (state === 'expanded' ? this.extra(post) : 0) : 0;
  }

  /**
   * Call this when the height of a card has changed.
   * @param {number} post
   */
  invalidate(post) {
    const block = this.blocks[this.blockOf(post)];
    if (block) block.tops = null;
    this.starts = null;
  }

  /** The start of each block, and the end of the last. */
  blockStarts() {
    if (this.starts) return this.starts;
    const { lanes, pieces, index: { gap } } = this;
    const grown = new Map();
    for (const post of this.expanded.keys()) {
      const number = this.blockOf(post);
      grown.set(number, (grown.get(number) || 0) + this.shownExtra(post));
    }
    const starts = new Float64Array(this.sums.length + 1);
    starts[0] = gap;
    this.sums.forEach((sum, number) => {
      const posts = pieces.start(number + 1) - pieces.start(number);
      const whole = sum + (grown.get(number) || 0) + posts * gap;
      const tops = lanes > 1 && this.blocks[number] ? this.tops(number) : null;
      starts[number + 1] = starts[number] + (tops ? tops[posts] : Math.ceil(whole / lanes));
    });
    return (this.starts = starts);
  }

  /**
   * The tops of a block's cards, relative to the block's start.
   * @param {number} number
   * @returns {Float64Array | null}
   */
  tops(number) {
    const block = this.block(number);
    if (!block || block.tops) return block && block.tops;
    const { lanes, pieces, index: { gap } } = this;
    const tops = new Float64Array(block.initial.length + 1);
    const ends = new Array(lanes).fill(0);
    // Lanes are assigned by collapsed heights, so that expanding a card moves no card to another lane.
    const plainEnds = new Array(lanes).fill(0);
    block.initial.forEach((height, i) => {
      const lane = plainEnds.indexOf(Math.min(...plainEnds));
      block.lanes[i] = lane;
      tops[i] = ends[lane];
      plainEnds[lane] += height + gap;
      ends[lane] += height + this.shownExtra(pieces.start(number) + i) + gap;
      block.reach[i + 1] = Math.max(block.reach[i], ends[lane]);
    });
    tops[block.initial.length] = Math.max(...ends);
    return (block.tops = tops);
  }

  /**
   * The lane of a card, counted from the left.
   * @param {number} post its block must be loaded
   */
  lane(post) {
    const number = this.blockOf(post);
    return this.tops(number) ? this.blocks[number]?.lanes[this.pieces.at(post)] ?? 0 : 0;
  }

  total() { return this.blockStarts()[this.sums.length]; }

  /** @param {number} post its block must be loaded */
  top(post) {
    const number = this.blockOf(post);
    const tops = this.tops(number);
    return this.blockStarts()[number] + (tops ? tops[this.pieces.at(post)] : 0);
  }

  /**
   * The card at a position, or the card above a gap; with several lanes, the first one. If heights aren't loaded, the
   * first card of the block.
   * @param {number} y
   */
  find(y) {
    const number = lastAtMost(this.blockStarts(), this.sums.length, y);
    const tops = this.tops(number);
    const start = this.pieces.start(number);
    const reach = tops && this.blocks[number]?.reach;
    return reach ? start + lastAtMost(reach, reach.length - 1, y - this.blockStarts()[number]) : start;
  }

  /**
   * The posts between two positions whose heights are loaded.
   * @param {number} from
   * @param {number} end
   */
  postsWithin(from, end) {
    const { count } = this.index;
    const posts = [];
    const all = 2 ** this.lanes - 1;
    let passed = 0;
    let post = this.find(Math.max(0, from));
    while (post < count && this.blockStarts()[this.blockOf(post)] < end) {
      if (!this.knows(post)) {
        post = this.pieces.start(this.blockOf(post) + 1);
        continue;
      }
      const top = this.top(post);
      if (top > end) passed |= 1 << this.lane(post);
      if (passed === all) break;
      if (top <= end && top + this.height(post) > from) posts.push(post);
      post += 1;
    }
    return posts;
  }
}
