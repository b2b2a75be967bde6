// The page of a conversation: the feed's column, which starts at its end. See docs/chats.md.

import { Calendar } from '../common/calendar.js';
import { Chunks } from '../common/chunks.js';
import { copyAsWritten } from '../common/copying.js';
import { the } from '../common/elements.js';
import { oncePerFrame } from '../common/frames.js';
import { isForAnother } from '../common/keys.js';
import { scriptLoader } from '../common/loader.js';
import { rememberTheme } from '../common/remembering.js';
import { chatRules } from '../common/resting.js';
import { isForSearch } from '../common/search-key.js';
import { SearchPanel } from '../common/search-panel.js';
import { Searching } from '../common/searching.js';
import { Stemmers } from '../common/stemmers.js';
import { loadTypeface } from '../common/typeface.js';
import { Cards } from '../feed/cards.js';
import { Choices, setUpControls } from '../feed/controls.js';
import { Feed, keptOf } from '../feed/feed.js';
import { picturesOf } from '../feed/pictures.js';
import { Prefetcher } from '../feed/prefetcher.js';
import { printingOf } from '../feed/printing.js';
import { addMissingLink, addReviewLink } from '../feed/review-link.js';
import { Scrolling } from '../feed/scrolling.js';
import { Days } from './days.js';
import { Journeys } from './journeys.js';
import { messageManner } from './messages.js';
import { Pinned } from './pinned.js';

const index = /** @type {import('../feed/types.js').Index & {chat: import('../feed/types.js').Chat}} */ (self.feedproof.index);
const choices = new Choices(index);
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
export const changed = oncePerFrame(update);
export const chunks = new Chunks(keptOf(index), scriptLoader(), changed);
export const feed = new Feed(
  index, chunks, changed, { width: choices.width, theme: choices.theme, hasBoxes: choices.query.has('boxes') },
  {
    top: 0, base: 0, scrolled: 0, direction: -1, origin: 0,
    height: innerHeight, bar: the('bar').offsetHeight, foot: the('end').offsetHeight,
  });
const prepareForPaper = printingOf(feed, (story, state) => cards.texts(story, state));
const days = new Days(index.chat, chunks, changed);
export const pictures = picturesOf(feed, (place, state) => {
  cards.receive(place, state);
  changed();
  // After everything the first screen needs.
  prepareForPaper();
});
/** @type {Cards} */
export const cards = new Cards(feed, pictures, the('stage'), () => {}, isStill, messageManner(index.chat));
export const scrolling = new Scrolling(feed, the('feed'), update, chatRules);
const journeys = new Journeys(feed, cards, scrolling, update, days, isStill);
const prefetcher = new Prefetcher(feed, pictures, cards.mounted);
/** @type {Pinned} */
const dayOnTop = new Pinned(feed, days, cards.mounted, the('pinned'), () => calendar.open());
const calendar = new Calendar(days, document.documentElement.lang, () => dayOnTop.shown, (place) => journeys.go(place));
const searching = new Searching(index.search ?? [], (piece, then) => chunks.get('search', piece, then), true);
const stemmers = new Stemmers(index.stems ?? [], (file, then) => chunks.get('stems', file, then));
const panel = new SearchPanel(searching, stemmers, index.words, (day) => days.word(day),
  (place, words) => journeys.go(place, undefined, words));
setUpControls(feed, choices, scrolling, () => {}, turn);

/** Updates the page after any change. */
function update() {
  const seen = feed.postsWithin(0);
  cards.update(seen);
  dayOnTop.update();
  journeys.name();
  journeys.showMark();
  journeys.showButtons();
  prefetcher.update(seen);
  searching.resume();
  // Load texts and layouts of the next messages ahead of time.
  const soon = Math.min(index.count - 1, Math.max(0, (seen[0] || 0) + 16 * feed.view.direction));
  feed.story(soon);
  feed.layout(soon);
  feed.drawings?.items(soon);
}

/** @param {number} step 1 for the next message, -1 for the previous one; day headings are skipped */
function turn(step) {
  const focused = [...cards.mounted.values()].find((card) => card.element.contains(document.activeElement));
  const seen = feed.postsWithin(0);
  let place = focused ? focused.post + step : seen[seen.length - 1];
  while (place > 0 && place < index.count - 1 && days.isHeading(place)) place += step;
  place = Math.min(index.count - 1, Math.max(0, place));
  const { column, view } = feed;
  journeys.arrive(place, () => {
    const above = column.top(place) - view.top;
    const below = above + column.height(place) - (view.height - view.bar - view.foot);
    if (above < 48) scrolling.show(place, 48);
    else if (below > 0) scrolling.show(place, view.foot, 'bottom');
    update();
    cards.mounted.get(place)?.element.focus({ preventScroll: true });
  });
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (isForSearch(event)) {
    event.preventDefault();
    panel.open();
  } else if (event.key === 'Escape' && settings.open) {
    settings.open = false;
  } else if (event.key === 'Escape' && panel.isOpen && !calendar.dialog.open) {
    panel.close();
  } else if (event.key === 'End' && !isForAnother(event)) {
    event.preventDefault();
    journeys.arrive(index.count - 1, () => scrolling.rest());
  }
}

self.feedproof.chunk = chunks.receive.bind(chunks);
history.scrollRestoration = 'manual';
scrolling.showHeight();
scrolling.listen();
addEventListener('keydown', pressed);
// A click elsewhere closes the list of settings.
const settings = the('settings', HTMLDetailsElement);
addEventListener('click', ({ target }) => {
  if (target instanceof Node && !settings.contains(target)) settings.open = false;
});
the('open-search', HTMLButtonElement).onclick = () => (panel.isOpen ? panel.close() : panel.open());
the('open-calendar', HTMLButtonElement).onclick = () => calendar.open();
addReviewLink(feed);
addMissingLink(feed);
copyAsWritten();
rememberTheme();
addEventListener('load', loadTypeface);
journeys.open();
// Request everything for the first screen at once.
if (!history.state && !location.hash && index.count) {
  feed.story(index.count - 1);
  feed.layout(index.count - 1);
  feed.drawings?.items(index.count - 1);
}
