// Expands and collapses cards. During the animation the image is split in two: the upper part is revealed while the
// lower part moves.

import { eased } from '../common/easing.js';
import { make } from '../common/elements.js';

const duration = 250;
/** During an animation a card is never entirely collapsed. */
const least = 1e-9;

/**
 * @typedef {Object} Pieces
 * @property {HTMLElement} head
 * @property {HTMLElement} tail
 * @property {number} cut the position in the image where the lower part begins
 * @property {boolean} isWhole whether the image is the expanded one
 *
 * @typedef {{post: number, from: number, to: number, started: number, pieces: Pieces | null}} Movement
 */

export class Expansion {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./cards.js').Cards} cards
   * @param {import('./scrolling.js').Scrolling} scrolling
   * @param {MediaQueryList} isStill whether the reader prefers reduced motion
   */
  constructor(feed, cards, scrolling, isStill) {
    this.feed = feed;
    this.cards = cards;
    this.scrolling = scrolling;
    this.isStill = isStill;
    /**
     * The running animation.
     * @type {Movement | null}
     */
    this.movement = null;
  }

  /** @param {number} post */
  toggle(post) {
    const { feed } = this;
    this.finish();
    const from = feed.expanded.get(post) || 0;
    const to = from ? 0 : 1;
    const layout = feed.layout(post);
    if (this.isStill.matches || !layout || !layout[1] || layout[0][1] === null) {
      this.settle(post, to);
      return;
    }
    this.movement = { post, from, to, started: performance.now(), pieces: this.cut(post, layout) };
    feed.moving = post;
    this.setShare(post, from || least);
    requestAnimationFrame((now) => this.step(now));
  }

  /**
   * Two copies of the image: the part above the end of the text, and the part below.
   * @param {number} post
   * @param {import('./types.js').Layout} layout
   * @returns {Pieces | null}
   */
  cut(post, layout) {
    const card = this.cards.mounted.get(post);
    const whole = this.cards.pictures.get(post, 'expanded');
    const image = whole || this.cards.pictures.get(post, 'collapsed');
    if (!card || !image) return null;
    const [head, tail] = ['head', 'tail'].map((name) => {
      const copy = /** @type {typeof image} */ (image.cloneNode(true));
      if (copy instanceof HTMLImageElement) copy.decoding = 'sync';
      return make('div', name, copy);
    });
    card.picture.replaceChildren(head, tail);
    const state = /** @type {import('./types.js').StateLayout} */ (layout[whole ? 0 : 1]);
    return { head, tail, cut: Math.floor(Number(state[1])), isWhole: Boolean(whole) };
  }

  /** @param {number} now */
  step(now) {
    const { movement } = this;
    if (!movement) return;
    const time = Math.min(1, Math.max(0, (now - movement.started) / duration));
    if (time === 1) {
      this.finish();
      return;
    }
    const { post, from, to } = movement;
    this.setShare(post, Math.max(least, from + (to - from) * eased(time)));
    requestAnimationFrame((next) => this.step(next));
  }

  /**
   * Displays a share of the additional height.
   * @param {number} post
   * @param {number} share above 0
   */
  setShare(post, share) {
    const { column, expanded } = this.feed;
    this.scrolling.anchored(() => {
      expanded.set(post, share);
      column.invalidate(post);
    }, post);
    const pieces = this.movement?.pieces;
    if (!pieces) return;
    const { head, tail, cut, isWhole } = pieces;
    const shown = column.shownExtra(post);
    // Both parts are offset by whole pixels and stay sharp.
    const at = isWhole ? cut - column.extra(post) + shown : cut + shown;
    head.style.height = at + 'px';
    tail.style.top = at + 'px';
    /** @type {HTMLElement | SVGElement} */ (tail.firstElementChild).style.top = -cut + 'px';
  }

  /** Completes the running animation. */
  finish() {
    const { movement } = this;
    this.movement = null;
    this.feed.moving = -1;
    if (movement) this.settle(movement.post, movement.to);
  }

  /** @param {number} post @param {number} share 0 or 1 */
  settle(post, share) {
    const { column, expanded } = this.feed;
    this.scrolling.anchored(() => {
      if (share) expanded.set(post, 1); else expanded.delete(post);
      column.invalidate(post);
    }, post);
    const card = this.cards.mounted.get(post);
    card?.showPicture();
    card?.fill();
  }
}
