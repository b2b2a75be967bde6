// Scrolling: the browser's own scroll bar over a column that may be longer than any element can be.
//
// Cards are placed with `view.base`, the window's scroll position less the place in the column's own document. A short
// column has a base of 0. In a long one the ends are scrolled one to one, a small step anywhere moves one to one too, and
// a large one (the scroll bar) goes where the bar's share says; what the small steps add up to is put right when
// scrolling rests, cards and scroll position together.

import { anchors, feedRules, keep } from '../common/anchoring.js';
import { clamp, offsets, offsetShowing } from '../common/resting.js';
import { ScrollScale } from './scroll-scale.js';

export class Scrolling {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {HTMLElement} element the column's
   * @param {() => void} update brings the page up to date
   */
  constructor(feed, element, update) {
    this.feed = feed;
    this.element = element;
    this.update = update;
    this.resting = 0;
    this.isTouched = false;
  }

  get scale() {
    const { column, view } = this.feed;
    return new ScrollScale(column.total(), view.bar + view.foot - view.height);
  }

  /** What the rules look through: the window without its bar. */
  get viewport() {
    const { view } = this.feed;
    return { height: view.height - view.bar, insetTop: 0, insetBottom: 0 };
  }

  /** What the rules look at is the column with the page's foot. */
  get contentHeight() { return this.feed.column.total() + this.feed.view.foot; }

  /** Gives the column its height, before anything is shown of it. */
  showHeight() { this.element.style.height = this.scale.height + 'px'; }

  /**
   * Puts a place of the column's document at the window's top, to the pixel.
   * @param {number} top
   */
  moveTo(top) {
    const { feed: { view }, scale } = this;
    this.showHeight();
    const wanted = clamp(top, offsets(feedRules, this.viewport, this.contentHeight));
    // A whole number of pixels between the two keeps cards on whole pixels.
    scrollTo(0, scale.isCompressed ? wanted + Math.round(scale.scrollFor(wanted) - wanted) : wanted);
    view.scrolled = scrollY;
    view.base = scale.isCompressed ? Math.round(scrollY - wanted) : 0;
    view.top = scrollY - view.base;
  }

  /**
   * Puts a card, whose place is known, under the bar.
   * @param {number} post
   * @param {number} distance from the bar
   */
  show(post, distance) {
    const item = { id: post, top: this.feed.column.top(post), height: this.feed.column.height(post) };
    this.moveTo(offsetShowing(feedRules, this.viewport, this.contentHeight, item, 'top', distance));
  }

  scrolled() {
    const { feed: { view }, scale } = this;
    const step = scrollY - view.scrolled;
    view.scrolled = scrollY;
    if (step) view.direction = step < 0 ? -1 : 1;
    if (scale.isCompressed && Math.abs(step) > 3 * view.height) view.base = Math.round(scrollY - scale.topFor(scrollY));
    view.top = scrollY - view.base;
    const isAtEnd = (scrollY < 1 && view.top >= 1) || (scrollY > scale.lastScroll - 1 && view.top <= scale.lastTop - 1);
    if (isAtEnd || view.top < 0 || view.top > scale.lastTop + 1) this.moveTo(view.top);
    this.restLater();
    this.update();
  }

  restLater() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), 200);
  }

  rest() {
    if (this.isTouched) return;
    const { feed: { column, view, firstVisible }, scale } = this;
    if (scale.isCompressed && Math.abs(scale.scrollFor(view.top) - scrollY) > 1) {
      this.moveTo(view.top);
      this.update();
    }
    // The place is kept in the history, for a reload and for coming back.
    const post = firstVisible;
    if (column.knows(post)) history.replaceState({ post, offset: column.top(post) - view.top }, '');
  }

  /**
   * Does something that changes heights above or below, and leaves what is read where it was, to the pixel.
   * @param {() => void} change
   * @param {number} [moving] the card that the reader expands or collapses: it stays by its top
   */
  anchored(change, moving) {
    const { feed, feed: { column, firstVisible, view } } = this;
    const fixed = anchors(feedRules, this.viewport, feed.content, view.top, moving);
    // Where heights are not there yet nothing else is known to be seen.
    fixed.push({ id: firstVisible, edge: 'top', y: column.top(firstVisible) - view.top });
    change();
    this.moveTo(keep(fixed, feed.content, view.top));
    this.update();
  }

  listen() {
    addEventListener('scroll', () => this.scrolled(), { passive: true });
    addEventListener('touchstart', () => { this.isTouched = true; }, { passive: true });
    for (const type of /** @type {const} */ (['touchend', 'touchcancel'])) {
      addEventListener(type, (event) => {
        this.isTouched = event.touches.length > 0;
        this.restLater();
      }, { passive: true });
    }
  }
}
