// The day of what is on the top of the screen, in the look of its card; pushed away by the next one.

import { make } from '../common/elements.js';
import { pinned } from '../common/resting.js';

/** From the bar to the heading. */
const margin = 8;
/** Between a heading and the one that pushes it away. */
const gap = 4;

export class Pinned {
  /**
   * @param {import('../feed/feed.js').Feed} feed
   * @param {import('./days.js').Days} days
   * @param {Map<number, import('../feed/card.js').Card>} cards by place
   * @param {HTMLElement} parent
   * @param {() => void} open shows the calendar
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
    /** Over a heading in its card, and how high it is. */
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
    // Two of the same would show through each other.
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
      // Another element, not other words in this one: that would count as a shift.
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
