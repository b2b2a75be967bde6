// Scrolling with the browser's own scroll bar over a column that may be longer than any element can be. Cards are
// placed relative to `view.base`: the window's scroll position minus the position in the column. A short column has a
// base of 0. In a long one, the ends and small steps scroll one to one, while a large step (by the scroll bar) goes to
// the proportional position. When scrolling ends, the scroll position is corrected for the small steps, and the cards
// move with it.

import { anchors, feedRules, keep } from '../common/anchoring.js';
import { clamp, follows, insetMovement, offsets, offsetShowing, restingOffset } from '../common/resting.js';
import { ScrollScale } from './scroll-scale.js';

export class Scrolling {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {HTMLElement} element of the column
   * @param {() => void} update updates the page
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

  /** The viewport of the anchoring rules: the window without its toolbar. */
  get viewport() {
    const { view } = this.feed;
    return { height: view.height - view.bar, insetTop: 0, insetBottom: 0 };
  }

  /** For the rules, the page's footer belongs to the column. */
  get contentHeight() { return this.feed.column.total() + this.feed.view.foot; }

  /** Whether the reader is close enough to the end to follow new messages. */
  get isAtEnd() { return follows(this.rules, this.viewport, this.contentHeight, this.feed.view.top); }

  /** Sets the column's height before anything in it is displayed. */
  showHeight() {
    const { viewport, rules, feed: { view } } = this;
    // Short content at the end starts below the element's top.
    const least = rules.shortContent === 'bottom' ? viewport.height - view.foot : 0;
    this.element.style.height = Math.max(this.scale.height, least) + 'px';
  }

  /**
   * Scrolls a position in the column to the window's top, to the pixel.
   * @param {number} top
   */
  moveTo(top) {
    const { feed: { view }, scale } = this;
    this.showHeight();
    const wanted = clamp(top, offsets(this.rules, this.viewport, this.contentHeight));
    // An offset of whole pixels keeps cards on whole pixels.
    scrollTo(0, scale.isCompressed ? wanted + Math.round(scale.scrollFor(wanted) - wanted) : wanted);
    view.scrolled = scrollY;
    view.base = scale.isCompressed || wanted < 0 ? Math.round(scrollY - wanted) : 0;
    view.top = scrollY - view.base;
  }

  /** Scrolls to the resting position: a feed's top or a chat's end. */
  rest() { this.moveTo(restingOffset(this.rules, this.viewport, this.contentHeight)); }

  /**
   * Scrolls a card with a known position to an edge of the window, by default below the toolbar.
   * @param {number} post
   * @param {number} distance from the edge
   * @param {import('../common/anchoring.js').Edge | 'center'} [edge]
   */
  show(post, distance, edge = 'top') {
    const item = { id: post, top: this.feed.column.top(post), height: this.feed.column.height(post) };
    this.moveTo(offsetShowing(this.rules, this.viewport, this.contentHeight, item, edge, distance));
  }

  /** Called when the window's height has changed. */
  resized() {
    const { feed: { view }, rules, viewport } = this;
    // When a touch hides the browser's toolbar, only readers at the end move along.
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

  /** Called when scrolling has ended. */
  settle() {
    if (this.isTouched) return;
    const { feed: { column, view, firstVisible }, scale } = this;
    if (scale.isCompressed && Math.abs(scale.scrollFor(view.top) - scrollY) > 1) {
      this.moveTo(view.top);
      this.update();
    }
    // Store the position in the browser history, for reloads and the Back button.
    const post = firstVisible;
    if (!column.knows(post)) return;
    const place = { post, offset: column.top(post) - view.top, isAtEnd: this.isAtEnd };
    history.replaceState({ ...history.state, ...place }, '');
  }

  /**
   * Runs a change of heights and keeps visible content in place, to the pixel.
   * @param {() => void} change
   * @param {number} [moving] the card that the reader expands or collapses; its top keeps its place
   */
  anchored(change, moving) {
    const { feed, feed: { column, firstVisible, view } } = this;
    const fixed = anchors(this.rules, this.viewport, feed.content, view.top, moving);
    // A last resort if the heights of visible cards aren't loaded.
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
