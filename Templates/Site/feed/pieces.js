// How posts are spread over files: full ones from the oldest post on, so that a new one changes the file of the newest alone.
// A feed's last post is its oldest, a conversation's first message.

/** @typedef {{count: number, chat?: unknown}} Posts */

/**
 * The number of a file among so many.
 * @param {Posts} index
 * @param {number} count of files
 * @param {number} place of it in the order of posts
 */
export function fileAt({ chat }, count, place) { return chat ? place : count - 1 - place; }

/**
 * The place of the post that has a number from the oldest on, or the number of the one at a place.
 * @param {Posts} index
 * @param {number} number
 */
export function counted({ chat, count }, number) { return chat ? number : count - 1 - number; }

/** Pieces in the order of their posts. */
export class Pieces {
  /**
   * @param {Posts} index
   * @param {number} size posts in a full one
   */
  constructor(index, size) {
    this.index = index;
    this.size = size;
    this.count = Math.ceil(index.count / size);
    /** How many posts the first one has less than the others. */
    this.lack = index.chat ? 0 : this.count * size - index.count;
  }

  /** @param {number} post */
  of(post) { return Math.floor((post + this.lack) / this.size); }

  /** @param {number} piece @returns {number} its first post; of the one behind the last, the end */
  start(piece) { return Math.min(this.index.count, Math.max(0, piece * this.size - this.lack)); }

  /** @param {number} post @returns {number} its place in its piece */
  at(post) { return post - this.start(this.of(post)); }

  /** @param {number} piece @returns {number} the number of its file */
  file(piece) { return fileAt(this.index, this.count, piece); }
}
