// Search, filters and calendar of a feed, loaded on first use.

import { Calendar } from '../common/calendar.js';
import { the } from '../common/elements.js';
import { SearchFilters } from '../common/search-filters.js';
import { SearchPanel } from '../common/search-panel.js';
import { Searching } from '../common/searching.js';
import { Stemmers } from '../common/stemmers.js';
import { markWords } from '../common/word-marks.js';
import { FeedDays } from './feed-days.js';
import { illustrator } from './found-photo.js';
import { thePage } from './page.js';
import { fileAt } from './pieces.js';

/** How long a found post stays highlighted, in milliseconds. */
const marked = 2400;

class Finding {
  /** @param {import('./page.js').Page} page */
  constructor(page) {
    const { feed: { chunks, index } } = page;
    this.page = page;
    this.days = new FeedDays(index, chunks);
    const pieces = index.search ?? [];
    this.searching = new Searching(pieces, (piece, then) =>
      chunks.get('search', fileAt(index, pieces.length, piece), then), false);
    // The time on a card includes its day.
    const stemmers = new Stemmers(index.stems ?? [], (file, then) => chunks.get('stems', file, then));
    this.panel = new SearchPanel(this.searching, stemmers, index.words, () => '', (place, words) => this.go(place, words));
    this.calendar = new Calendar(this.days, document.documentElement.lang,
      () => this.days.at(page.feed.firstVisible), (place) => this.go(place));
    this.panel.illustrate = illustrator(page.feed);
    this.back = the('back', HTMLButtonElement);
    this.back.onclick = () => history.back();
    addEventListener('popstate', () => this.showBack());
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.panel.isOpen && !this.calendar.dialog.open) this.panel.close();
    });
    this.marking = 0;
    // Requests data again whose loading failed.
    const { changed } = chunks;
    chunks.changed = () => {
      changed();
      this.searching.resume();
      if (!this.panel.filters) this.filter();
    };
    this.showBack();
    this.filter();
  }

  /** Shows the filters once their values have loaded. */
  filter() {
    const facets = this.page.feed.chunks.get('facets', 0, () => this.filter());
    if (!facets) return;
    this.panel.filters = new SearchFilters(facets, this.page.feed.index.words, () => this.panel.search());
  }

  /** @param {string} what the panel to open: search or calendar */
  open(what) {
    if (what === 'calendar') this.calendar.open();
    else if (what === 'search' || !this.panel.isOpen) this.panel.open();
    else this.panel.close();
  }

  /**
   * Goes to a post. The browser's Back button returns to the current position.
   * @param {number} post
   * @param {Array<import('../common/folding.js').Sought>} [words] the words that were searched for
   */
  go(post, words = []) {
    const { page, page: { feed, scrolling } } = this;
    scrolling.settle();
    const depth = (history.state?.depth ?? 0) + 1;
    history.pushState({ depth, post, offset: feed.index.gap }, '', location.pathname + location.search);
    const name = () => {
      const story = feed.story(post);
      if (!story || history.state?.depth !== depth) return;
      history.replaceState(history.state, '', '#post-' + story.i);
    };
    if (feed.story(post)) name();
    else feed.chunks.get('stories', feed.file(post), name);
    this.showBack();
    // Keep the focus in the search panel if it is there.
    page.show(post, !document.activeElement?.closest('#search'), undefined, () => this.mark(post, words));
  }

  /**
   * Highlights the target for a while.
   * @param {number} post
   * @param {Array<import('../common/folding.js').Sought>} words the words that were searched for
   */
  mark(post, words) {
    const { cards } = this.page;
    clearTimeout(this.marking);
    markWords(undefined, []);
    const until = performance.now() + marked;
    const show = () => {
      const card = cards.mounted.get(post);
      for (const each of cards.mounted.values()) each.element.classList.toggle('is-found', each === card);
      // The text layer may be created later than the card.
      if (card && card.shows === card.wanted) markWords(card.layer, words);
      else if (performance.now() < until) requestAnimationFrame(show);
    };
    show();
    this.marking = setTimeout(() => {
      for (const each of cards.mounted.values()) each.element.classList.remove('is-found');
    }, marked);
  }

  showBack() { this.back.classList.toggle('is-there', (history.state?.depth ?? 0) > 0); }
}

const page = thePage();
const finding = new Finding(page);
page.ready('find', (what) => finding.open(what));
