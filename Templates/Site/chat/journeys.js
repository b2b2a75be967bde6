// Navigation in a conversation: to a message and back, and to the end.

import { the } from '../common/elements.js';
import { markWords } from '../common/word-marks.js';

/** How long a found message stays highlighted, in milliseconds. */
const marked = 2400;

export class Journeys {
  /**
   * @param {import('../feed/feed.js').Feed} feed
   * @param {import('../feed/cards.js').Cards} cards
   * @param {import('../feed/scrolling.js').Scrolling} scrolling
   * @param {() => void} update
   * @param {import('./days.js').Days} days
   * @param {MediaQueryList} isStill whether the reader prefers reduced motion
   */
  constructor(feed, cards, scrolling, update, days, isStill) {
    this.feed = feed;
    this.cards = cards;
    this.scrolling = scrolling;
    this.update = update;
    this.days = days;
    this.isStill = isStill;
    this.back = the('back', HTMLButtonElement);
    this.toEnd = the('to-end', HTMLButtonElement);
    /** The highlighted message; -1 for none. */
    this.found = -1;
    this.marking = 0;
    /** The target message while its id is unknown; -1 for none. */
    this.unnamed = -1;
    /**
     * Words still to be highlighted in the target message.
     * @type {Array<import('../common/folding.js').Sought>}
     */
    this.sought = [];
    this.back.onclick = () => history.back();
    this.toEnd.onclick = () => this.end();
    addEventListener('popstate', () => {
      this.unnamed = -1;
      this.open();
    });
    the('feed').addEventListener('click', (event) => this.follow(event));
  }

  /** Goes to the position in the history or the address, else to the first unread message, else to the end. */
  open() {
    const { feed, feed: { index } } = this;
    const state = history.state;
    const id = /^#(?:post-)?([\w.-]+)$/.exec(location.hash);
    if (state && state.isAtEnd) this.arrive(index.count - 1, () => this.scrolling.rest());
    else if (state && state.post < index.count) this.show(state.post, 'top', state.offset);
    else if (id) feed.lookUp(id[1], (place) => this.reach(place), () => this.start());
    else this.start();
  }

  start() {
    const { chat, count } = this.feed.index;
    if (chat && chat.unread !== null) this.show(chat.unread, 'top', this.feed.view.height / 5);
    else this.arrive(count - 1, () => this.scrolling.rest());
  }

  /**
   * Runs an action once a message's height is loaded.
   * @param {number} place
   * @param {() => void} move
   */
  arrive(place, move) {
    const { feed: { column, index } } = this;
    if (!index.count) return;
    const go = () => {
      move();
      this.update();
    };
    if (column.block(column.blockOf(place), go)) go();
  }

  /**
   * @param {number} place
   * @param {import('../common/anchoring.js').Edge | 'center'} edge
   * @param {number} distance from the edge
   */
  show(place, edge, distance) { this.arrive(place, () => this.scrolling.show(place, distance, edge)); }

  /**
   * Shows a target message: in the middle, or from its beginning if it is long.
   * @param {number} place
   * @param {Array<import('../common/folding.js').Sought>} [words] the words that were searched for
   */
  reach(place, words = []) {
    this.sought = words;
    this.arrive(place, () => {
      const { column, view } = this.feed;
      const isLong = column.height(place) > (view.height - view.bar) * 0.6;
      const isDay = this.days.isHeading(place);
      this.scrolling.show(place, isDay ? 0 : 48, isLong || isDay ? 'top' : 'center');
      this.update();
      this.mark(place);
      // Keep the focus in the search panel if it is there.
      if (document.activeElement?.closest('#search')) return;
      this.cards.mounted.get(place)?.element.focus({ preventScroll: true });
    });
  }

  /**
   * Goes to a message. The browser's Back button returns to the current position.
   * @param {number} place
   * @param {string} [id] of the message
   * @param {Array<import('../common/folding.js').Sought>} [words] the words that were searched for
   */
  go(place, id = this.feed.story(place)?.i, words = []) {
    this.scrolling.settle();
    const depth = (history.state?.depth ?? 0) + 1;
    history.pushState({ depth }, '', id ? '#' + id : location.pathname + location.search);
    this.unnamed = id ? -1 : place;
    this.reach(place, words);
  }

  /** Puts the id of the target message into the address once it is loaded. */
  name() {
    const story = this.unnamed < 0 ? null : this.feed.story(this.unnamed);
    if (!story) return;
    this.unnamed = -1;
    history.replaceState(history.state, '', '#' + story.i);
  }

  /** @param {MouseEvent} event on a link in a card */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href') ?? '';
    if (!link || !address.startsWith('#') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const id = address.slice(1);
    // The time of a message links to the message itself.
    if (link.closest('.card')?.id === id) history.replaceState(history.state, '', address);
    else this.feed.lookUp(id, (place) => this.go(place, id));
  }

  /** Goes to the last message. Short distances are scrolled smoothly. */
  end() {
    const { feed: { view, column }, scrolling, isStill } = this;
    const left = scrolling.contentHeight - scrolling.viewport.height - view.top;
    const isNear = left < 2 * view.height && column.knows(this.feed.index.count - 1);
    // TypeScript accepts "instant" since version 5.
    if (isNear && !isStill.matches) scrollBy({ top: left, behavior: 'smooth' });
    else this.arrive(this.feed.index.count - 1, () => scrolling.rest());
  }

  /** @param {number} place */
  mark(place) {
    clearTimeout(this.marking);
    markWords(undefined, []);
    this.found = place;
    this.showMark();
    this.marking = setTimeout(() => {
      this.found = -1;
      this.showMark();
    }, marked);
  }

  showMark() {
    for (const card of this.cards.mounted.values()) card.element.classList.toggle('is-found', card.post === this.found);
    const card = this.cards.mounted.get(this.found);
    if (!this.sought.length || !card || card.shows !== card.wanted) return;
    markWords(card.layer, this.sought);
    this.sought = [];
  }

  /** Shows buttons only if they lead somewhere. */
  showButtons() {
    const { feed: { view }, scrolling } = this;
    const left = scrolling.contentHeight - scrolling.viewport.height - view.top;
    this.toEnd.classList.toggle('is-there', left > view.height / 2);
    this.back.classList.toggle('is-there', (history.state?.depth ?? 0) > 0);
  }
}
