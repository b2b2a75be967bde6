// The cards in the document: those near the viewport.

import { make } from '../common/elements.js';
import { Card, postManner } from './card.js';
import { textLayer } from './text.js';

/** The maximum number of card elements per lane. Never reached in normal use. */
const mostCards = 56;

export class Cards {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./pictures.js').Pictures} pictures
   * @param {HTMLElement} stage
   * @param {(post: number) => void} toggle expands or collapses a card
   * @param {MediaQueryList} isStill whether the reader prefers reduced motion
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
     * Text layers to create. They wait until the page is idle, so that scrolling stays smooth.
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
      // Keep the focused card, so that keyboard users don't lose their place.
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
    // Elements are in feed order, for screen readers and the Tab key.
    let next = null;
    for (const other of this.mounted.values()) {
      if (other.post > post && (!next || other.post < next.post)) next = other;
    }
    this.mounted.set(post, card);
    this.stage.insertBefore(card.element, next && next.element);
  }

  /**
   * The texts of a card that isn't in the document.
   * @param {import('./types.js').Story} story @param {import('./types.js').StateLayout} state
   */
  texts(story, state) { return textLayer(story, state, this.page.manner, [], () => make('div')); }

  /** @param {Card} card */
  remove(card) {
    card.element.remove();
    this.mounted.delete(card.post);
    this.waiting.delete(card);
  }

  /** @param {Card} card its layer is created later */
  later(card) {
    if (!this.waiting.size) requestAnimationFrame(() => this.fillSome());
    this.waiting.add(card);
  }

  /** Creates text layers for a few milliseconds, nearest cards first. */
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
   * Called when an image of a card has loaded.
   * @param {number} post
   * @param {string} state
   */
  receive(post, state) { this.mounted.get(post)?.receive(state); }
}
