// The start page of several feeds and chats, with search and calendar across all of them. See docs/output.md.

import { Calendar } from '../common/calendar.js';
import { civilDay } from '../common/civil-day.js';
import { the } from '../common/elements.js';
import { SearchFilters } from '../common/search-filters.js';
import { isForSearch } from '../common/search-key.js';
import { SearchPanel } from '../common/search-panel.js';
import { Stemmers } from '../common/stemmers.js';
import { ListedFeeds, checkedDataPath } from './listed-feeds.js';
import { MergedSearching } from './merged-searching.js';
import { Timeline } from './timeline.js';

const language = document.documentElement.lang;
const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const policy = self.trustedTypes?.createPolicy('feedproof', { createScriptURL: checkedDataPath });

/**
 * @param {number} feed the feed that the file belongs to
 * @param {string} path
 * @param {() => void} done
 * @param {() => void} failed
 */
function load(feed, path, done, failed) {
  const script = document.createElement('script');
  script.dataset.feed = String(feed);
  script.onload = () => {
    script.remove();
    done();
  };
  script.onerror = () => {
    script.remove();
    setTimeout(failed, 2000);
  };
  script.src = policy ? policy.createScriptURL(path) : path;
  document.head.append(script);
}

const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#tiles > li > a'))];
const list = links.map((link) => ({
  folder: (link.getAttribute('href') ?? '').replace(/\/index\.html$/, ''),
  name: link.querySelector('strong')?.textContent ?? '',
}));

/** @type {Finding | null} */
let finding = null;
/** @type {ListedFeeds} */
const feeds = new ListedFeeds(list, load, () => finding?.resume(),
  (day) => dayFormat.format(day * 864e5));

/** Returns the index that a feed's script has set, and receives its chunks from then on. */
function taken() {
  const { index } = self.feedproof;
  self.feedproof.chunk = (kind, key, data) => {
    const number = Number(document.currentScript?.dataset.feed);
    feeds.feeds[number]?.chunks.receive(kind, key, data);
  };
  return /** @type {import('../feed/types.js').Index} */ (index);
}

class Finding {
  constructor() {
    const pieces = feeds.pieces.map(({ piece }) => piece);
    this.searching = new MergedSearching(pieces, (piece, then) => feeds.search(piece, then), false);
    // A chat lacks the texts for kinds of posts.
    const known = feeds.feeds.flatMap(({ index }) => (index ? [index] : []));
    this.words = (known.find(({ chat }) => chat === undefined) ?? known[0])?.words ?? {};
    const help = the('search-status').textContent ?? '';
    const stemmers = new Stemmers(feeds.stems, (file, then) => feeds.stemmed?.chunks.get('stems', file, then));
    this.panel = new SearchPanel(this.searching, stemmers, { ...this.words, searchHelp: help }, () => '',
      (place) => feeds.address(place, (address) => location.assign(address)));
    this.calendar = new Calendar(feeds, language, () => null, (day) => this.showDay(day));
    this.filter();
  }

  /** Shows the filters once their values have loaded. */
  filter() {
    if (this.panel.filters) return;
    const facets = feeds.facets(() => this.filter());
    if (facets) this.panel.filters = new SearchFilters(facets, this.words, () => this.panel.search());
  }

  /** Requests data again whose loading failed. */
  resume() {
    this.searching.resume();
    this.filter();
  }

  /** @param {number} number days since 1970 */
  showDay(number) {
    const { year, month, day } = civilDay(number);
    const [ofMonth, ofDay] = [month, day].map((part) => String(part).padStart(2, '0'));
    this.panel.open();
    this.panel.input.value = `on:${year}-${ofMonth}-${ofDay}`;
    this.panel.search();
  }
}

/** @param {(finding: Finding) => void} then */
function find(then) {
  if (finding) then(finding);
  else {
    feeds.ask(taken, () => {
      finding = new Finding();
      then(finding);
    });
  }
}

const openSearch = () => find(({ panel }) => { if (panel.isOpen) panel.close(); else panel.open(); });
const buttons = {
  search: the('open-search', HTMLButtonElement), calendar: the('open-calendar', HTMLButtonElement),
  timeline: the('show-timeline', HTMLButtonElement),
};
buttons.search.onclick = openSearch;
buttons.calendar.onclick = () => find(({ calendar }) => calendar.open());
addEventListener('keydown', (event) => {
  if (!isForSearch(event)) return;
  event.preventDefault();
  find(({ panel }) => panel.open());
});
for (const button of Object.values(buttons)) button.hidden = false;

/** @type {Timeline | null} */
let timeline = null;

/** Shows the tiles or the timeline, by the address. */
function show() {
  const isAsked = Timeline.isAsked;
  the('tiles').hidden = isAsked;
  the('timeline').hidden = !isAsked;
  buttons.timeline.setAttribute('aria-pressed', String(isAsked));
  if (!isAsked) return;
  find(() => {
    timeline ??= new Timeline(feeds, links.map((link) => /** @type {HTMLElement} */ (link.parentElement)),
      (day) => dayFormat.format(day * 864e5));
    timeline.fill();
  });
}
buttons.timeline.onclick = () => {
  Timeline.toggle();
  show();
};
addEventListener('hashchange', show);
if (Timeline.isAsked) show();
