// Scrolling: the browser's own scroll bar over a column that may be longer than any element can be.
//
// Cards are placed with `view.base`, the window's scroll position less the place in the column's own document. A short
// column has a base of 0. In a long one the ends are scrolled one to one, a small step anywhere moves one to one too, and
// a large one (the scroll bar) goes where the bar's share says; what the small steps add up to is put right when
// scrolling rests, cards and scroll position together.

import { anchors, feedRules, keep } from '../common/anchoring.js';
import { clamp, follows, insetMovement, offsets, offsetShowing, restingOffset } from '../common/resting.js';
import { ScrollScale } from './scroll-scale.js';

export class Scrolling {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {HTMLElement} element the column's
   * @param {() => void} update brings the page up to date
   * @param {import('../common/anchoring.js').Rules} [rules]
   */
  constructor(feed, element, update, rules = feedRules) {
    this.feed = feed;
    this.element = element;
    this.update = update;
    this.rules = rules;
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

  /** Whether the reader is so near the end that what comes there is followed. */
  get isAtEnd() { return follows(this.rules, this.viewport, this.contentHeight, this.feed.view.top); }

  /** Gives the column its height, before anything is shown of it. */
  showHeight() {
    const { viewport, rules, feed: { view } } = this;
    // What is short and lies at the end begins somewhere below the element's top.
    const least = rules.shortContent === 'bottom' ? viewport.height - view.foot : 0;
    this.element.style.height = Math.max(this.scale.height, least) + 'px';
  }

  /**
   * Puts a place of the column's document at the window's top, to the pixel.
   * @param {number} top
   */
  moveTo(top) {
    const { feed: { view }, scale } = this;
    this.showHeight();
    const wanted = clamp(top, offsets(this.rules, this.viewport, this.contentHeight));
    // A whole number of pixels between the two keeps cards on whole pixels.
    scrollTo(0, scale.isCompressed ? wanted + Math.round(scale.scrollFor(wanted) - wanted) : wanted);
    view.scrolled = scrollY;
    view.base = scale.isCompressed || wanted < 0 ? Math.round(scrollY - wanted) : 0;
    view.top = scrollY - view.base;
  }

  /** Goes where the reader rests: to a feed's top, to a chat's end. */
  rest() { this.moveTo(restingOffset(this.rules, this.viewport, this.contentHeight)); }

  /**
   * Puts a card, whose place is known, at an edge of the window: under the bar, unless it is said otherwise.
   * @param {number} post
   * @param {number} distance from the edge
   * @param {import('../common/anchoring.js').Edge | 'center'} [edge]
   */
  show(post, distance, edge = 'top') {
    const item = { id: post, top: this.feed.column.top(post), height: this.feed.column.height(post) };
    this.moveTo(offsetShowing(this.rules, this.viewport, this.contentHeight, item, edge, distance));
  }

  /** The window has another height. */
  resized() {
    const { feed: { view }, rules, viewport } = this;
    // A bar of the browser that goes away under a finger takes nothing along but a reader at the end.
    const isStill = !this.isAtEnd && matchMedia('(pointer: coarse)').matches;
    view.height = innerHeight;
    const moved = insetMovement(rules, viewport, this.viewport, view.top);
    if (rules.restingEdge === 'bottom') this.moveTo(view.top - (isStill ? 0 : moved));
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
    this.resting = setTimeout(() => this.settle(), 200);
  }

  /** Scrolling has come to its end. */
  settle() {
    if (this.isTouched) return;
    const { feed: { column, view, firstVisible }, scale } = this;
    if (scale.isCompressed && Math.abs(scale.scrollFor(view.top) - scrollY) > 1) {
      this.moveTo(view.top);
      this.update();
    }
    // The place is kept in the history, for a reload and for coming back.
    const post = firstVisible;
    if (!column.knows(post)) return;
    const place = { post, offset: column.top(post) - view.top, isAtEnd: this.isAtEnd };
    history.replaceState({ ...history.state, ...place }, '');
  }

  /**
   * Does something that changes heights above or below, and leaves what is read where it was, to the pixel.
   * @param {() => void} change
   * @param {number} [moving] the card that the reader expands or collapses: it stays by its top
   */
  anchored(change, moving) {
    const { feed, feed: { column, firstVisible, view } } = this;
    const fixed = anchors(this.rules, this.viewport, feed.content, view.top, moving);
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
