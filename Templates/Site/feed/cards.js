// The cards that are in the document: those near the viewport.

import { Card, postManner } from './card.js';

/** More card elements than this, in each lane, are never needed, and never made. */
const mostCards = 56;

export class Cards {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./pictures.js').Pictures} pictures
   * @param {HTMLElement} stage
   * @param {(post: number) => void} toggle expands or collapses a card
   * @param {MediaQueryList} isStill whether motion is to be reduced
   * @param {import('./card.js').Manner} [manner]
   */
  constructor(feed, pictures, stage, toggle, isStill, manner = postManner) {
    this.feed = feed;
    this.pictures = pictures;
    this.stage = stage;
    this.page = { toggle, isStill, manner, later: (/** @type {Card} */ card) => this.later(card) };
    /**
     * By post.
     * @type {Map<number, Card>}
     */
    this.mounted = new Map();
    /**
     * Text layers still to be made. They wait for a quiet moment, so that scrolling never does.
     * @type {Set<Card>}
     */
    this.waiting = new Set();
  }

  /** @param {Array<number>} seen the posts in the viewport */
  update(seen) {
    const { feed: { view }, mounted } = this;
    let posts = this.feed.postsWithin(view.height);
    if (posts.length > mostCards * this.feed.lanes) posts = seen.slice(0, mostCards * this.feed.lanes);
    const wanted = new Set(posts);
    for (const card of mounted.values()) {
      // The focused card stays, so that a keyboard's place is not lost.
      if (!wanted.has(card.post) && !card.element.contains(document.activeElement)) this.remove(card);
    }
    view.origin = Math.floor(view.top / 1e5) * 1e5;
    this.stage.style.transform = 'translateY(' + (view.base + view.origin) + 'px)';
    for (const post of posts) if (!mounted.has(post)) this.mount(post);
    for (const card of mounted.values()) card.update();
  }

  /** @param {number} post */
  mount(post) {
    const card = new Card(this.feed, this.pictures, post, this.page);
    // In the feed's order, for those who read or tab through it.
    let next = null;
    for (const other of this.mounted.values()) {
      if (other.post > post && (!next || other.post < next.post)) next = other;
    }
    this.mounted.set(post, card);
    this.stage.insertBefore(card.element, next && next.element);
  }

  /** @param {Card} card */
  remove(card) {
    card.element.remove();
    this.mounted.delete(card.post);
    this.waiting.delete(card);
  }

  /** @param {Card} card whose layer is to be made */
  later(card) {
    if (!this.waiting.size) requestAnimationFrame(() => this.fillSome());
    this.waiting.add(card);
  }

  /** A few milliseconds' worth of layers, the nearest ones first. */
  fillSome() {
    const { feed: { view }, waiting } = this;
    const started = performance.now();
    const distance = (/** @type {Card} */ card) => Math.abs(card.top + view.origin - view.top - view.height / 2);
    for (const card of [...waiting].sort((a, b) => distance(a) - distance(b))) {
      if (performance.now() - started > 4) break;
      waiting.delete(card);
      if (card.shows !== card.wanted) card.fill();
    }
    if (waiting.size) requestAnimationFrame(() => this.fillSome());
  }

  /**
   * A picture of a card has come.
   * @param {number} post
   * @param {string} state
   */
  receive(post, state) { this.mounted.get(post)?.receive(state); }
}
