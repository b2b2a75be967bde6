// The column: where every card stands, from exported heights alone. Nothing is measured.

/**
 * @typedef {Object} Block
 * @property {Array<number>} initial heights
 * @property {Array<number>} extra what expanding adds; 0 for one state
 * @property {Float64Array | null} tops
 */

/** All cards at one width. Positions are CSS pixels from the column's top. */
export class Column {
  /**
   * @param {{count: number, block: number, gap: number}} index
   * @param {Array<number>} sums of initial heights by block
   * @param {Map<number, number>} expanded how far each post is expanded, above 0 and up to 1
   * @param {(block: number, then: () => void) => [Array<number>, Array<number>] | null} load initial heights and extras,
   *   when they are there; calls `then` once they come
   * @param {() => void} changed called when heights came that nobody waited for
   */
  constructor(index, sums, expanded, load, changed) {
    this.index = index;
    this.sums = sums;
    this.expanded = expanded;
    this.load = load;
    this.changed = changed;
    /** @type {Array<Block | undefined>} */
    this.blocks = [];
    /** @type {Float64Array | null} */
    this.starts = null;
  }

  /**
   * The number of a post's block.
   * @param {number} post
   */
  blockOf(post) { return Math.floor(post / this.index.block); }

  /**
   * A block's heights, when they are there.
   * @param {number} number
   * @param {() => void} [then] called once they come
   * @returns {Block | null}
   */
  block(number, then = this.changed) {
    const known = this.blocks[number];
    if (known) return known;
    const columns = this.load(number, () => {
      this.starts = null;
      then();
    });
    return columns && (this.blocks[number] = { initial: columns[0], extra: columns[1], tops: null });
  }

  /** @param {number} post */
  knows(post) { return this.block(this.blockOf(post)) !== null; }

  /**
   * What expanding adds to a card's height; 0 for one without two states.
   * @param {number} post
   */
  extra(post) {
    const block = this.block(this.blockOf(post));
    return block ? block.extra[post % this.index.block] : 0;
  }

  /**
   * How much of that is shown now.
   * @param {number} post
   */
  shownExtra(post) {
    const share = this.expanded.get(post);
    return share ? Math.round(this.extra(post) * share) : 0;
  }

  /** @param {number} post */
  height(post) { return this.heightIn(post, 'collapsed') + this.shownExtra(post); }

  /**
   * The height in a state, whatever is shown now.
   * @param {number} post
   * @param {string} state
   */
  heightIn(post, state) {
    const block = this.block(this.blockOf(post));
    return block ? block.initial[post % this.index.block] + (state === 'expanded' ? this.extra(post) : 0) : 0;
  }

  /**
   * To be called when a card changed its height.
   * @param {number} post
   */
  invalidate(post) {
    const block = this.blocks[this.blockOf(post)];
    if (block) block.tops = null;
    this.starts = null;
  }

  /** Where each block begins; one more for the end. */
  blockStarts() {
    if (this.starts) return this.starts;
    const { block, count, gap } = this.index;
    const grown = new Map();
    for (const post of this.expanded.keys()) {
      const number = this.blockOf(post);
      grown.set(number, (grown.get(number) || 0) + this.shownExtra(post));
    }
    const starts = new Float64Array(this.sums.length + 1);
    starts[0] = gap;
    this.sums.forEach((sum, number) => {
      const posts = Math.min(block, count - number * block);
      starts[number + 1] = starts[number] + sum + (grown.get(number) || 0) + posts * gap;
    });
    return (this.starts = starts);
  }

  /**
   * Tops of a block's cards, from the block's start.
   * @param {number} number
   * @returns {Float64Array | null}
   */
  tops(number) {
    const block = this.block(number);
    if (!block || block.tops) return block && block.tops;
    const tops = new Float64Array(block.initial.length + 1);
    block.initial.forEach((height, i) => {
      tops[i + 1] = tops[i] + height + this.shownExtra(number * this.index.block + i) + this.index.gap;
    });
    return (block.tops = tops);
  }

  total() { return this.blockStarts()[this.sums.length]; }

  /** @param {number} post whose block must be known */
  top(post) {
    const number = this.blockOf(post);
    const tops = this.tops(number);
    return this.blockStarts()[number] + (tops ? tops[post % this.index.block] : 0);
  }

  /**
   * The card at a position, or the one above the gap there; where heights are not there yet, the block's first one.
   * @param {number} y
   */
  find(y) {
    const number = lastAtMost(this.blockStarts(), this.sums.length, y);
    const tops = this.tops(number);
    const start = number * this.index.block;
    return tops ? start + lastAtMost(tops, tops.length - 1, y - this.blockStarts()[number]) : start;
  }

  /**
   * The posts between two positions whose heights are known.
   * @param {number} from
   * @param {number} end
   */
  postsWithin(from, end) {
    const { block, count } = this.index;
    const posts = [];
    let post = this.find(Math.max(0, from));
    while (post < count && this.blockStarts()[this.blockOf(post)] < end) {
      if (!this.knows(post)) {
        post = (this.blockOf(post) + 1) * block;
        continue;
      }
      const top = this.top(post);
      if (top > end) break;
      if (top + this.height(post) > from) posts.push(post);
      post += 1;
    }
    return posts;
  }
}

/**
 * The place of the last of the first `count` values that is not above `y`; 0 where all are.
 * @param {ArrayLike<number>} values in ascending order
 * @param {number} count
 * @param {number} y
 */
export function lastAtMost(values, count, y) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= y) low = middle; else high = middle - 1;
  }
  return low;
}
