// The sticky heading with the day of the topmost message. It looks like the day's card and is pushed out by the next
// one.

import { make } from '../common/elements.js';
import { pinned } from '../common/resting.js';

/** The distance from the toolbar to the heading. */
const margin = 8;
/** The distance between a heading and the one that pushes it out. */
const gap = 4;

export class Pinned {
  /**
   * @param {import('../feed/feed.js').Feed} feed
   * @param {import('./days.js').Days} days
   * @param {Map<number, import('../feed/card.js').Card>} cards by position
   * @param {HTMLElement} parent
   * @param {() => void} open opens the calendar
   */
  constructor(feed, days, cards, parent, open) {
    this.feed = feed;
    this.days = days;
    this.cards = cards;
    this.parent = parent;
    this.open = open;
    /** @type {HTMLElement | null} */
    this.element = null;
    /** @type {import('./days.js').Heading | null} */
    this.shown = null;
    const style = getComputedStyle(parent);
    const length = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name));
    /** The space above a heading in its card, and the heading's height. */
    this.space = length('--day-space');
    this.height = length('--day-line') + 2 * length('--day-inset');
  }

  update() {
    const { feed: { column, view } } = this;
    const first = column.find(Math.max(0, view.top + margin));
    const around = this.days.around(first);
    /** @type {Array<import('./days.js').Heading>} */
    const headings = [];
    for (const each of [around.before, around.own, around.next]) if (each) headings.push(each);
    const found = pinned(
      { height: view.height - view.bar, insetTop: margin, insetBottom: 0 }, view.top,
      headings.map(({ place }) => ({ id: place, top: column.top(place) + this.space, height: this.height, gap })));
    const own = headings.find(({ place }) => place === found?.id) ?? null;
    // Hide the day's own card, or both would be visible at once.
    for (const card of this.cards.values()) card.element.classList.toggle('is-pinned', card.post === own?.place);
    this.show(own);
    if (found && this.element) this.element.style.transform = 'translateY(' + found.y + 'px)';
  }

  /** @param {import('./days.js').Heading | null} heading */
  show(heading) {
    if (heading?.place === this.shown?.place) return;
    this.shown = heading;
    const hadFocus = this.element !== null && this.element === document.activeElement;
    const old = this.element;
    this.element = null;
    if (heading) {
      // Create a new element: changing the text of this one would count as a layout shift.
      const button = make('button', 'day', this.days.word(heading.day));
      button.type = 'button';
      button.title = this.feed.index.words.calendar;
      button.onclick = this.open;
      this.parent.append(button);
      this.element = button;
      if (hadFocus) button.focus({ preventScroll: true });
    }
    old?.remove();
  }
}
