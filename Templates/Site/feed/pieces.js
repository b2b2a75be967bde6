// How posts are distributed over files. Files are filled from the oldest post on, so that a new post changes only the
// newest file. The oldest post is a feed's last and a conversation's first.

/** @typedef {{count: number, chat?: unknown}} Posts */

/**
 * Converts between a file's number and its position in page order.
 * @param {Posts} index
 * @param {number} count of files
 * @param {number} place in page order
 */
export function fileAt({ chat }, count, place) { return chat ? place : count - 1 - place; }

/**
 * Converts between a post's number, counted from the oldest, and its position in page order.
 * @param {Posts} index
 * @param {number} number
 */
export function counted({ chat, count }, number) { return chat ? number : count - 1 - number; }

/** Files in page order. */
export class Pieces {
  /**
   * @param {Posts} index
   * @param {number} size the number of posts in a full file
   */
  constructor(index, size) {
    this.index = index;
    this.size = size;
    this.count = Math.ceil(index.count / size);
    /** The number of posts that the first file has fewer than the others. */
    this.lack = index.chat ? 0 : this.count * size - index.count;
  }

  /** @param {number} post */
  of(post) { return Math.floor((post + this.lack) / this.size); }

  /** @param {number} piece @returns {number} its first post; for the index after the last piece, the end */
  start(piece) { return Math.min(this.index.count, Math.max(0, piece * this.size - this.lack)); }

  /** @param {number} post @returns {number} its position in its piece */
  at(post) { return post - this.start(this.of(post)); }

  /** @param {number} piece @returns {number} the number of its file */
  file(piece) { return fileAt(this.index, this.count, piece); }
}
