// The feed's page: a virtual list with only the cards near the viewport in the document. See docs/feed-site.md.

import { Chunks } from '../common/chunks.js';
import { the } from '../common/elements.js';
import { oncePerFrame } from '../common/frames.js';
import { scriptLoader } from '../common/loader.js';
import { Cards } from './cards.js';
import { Choices, setUpControls } from './controls.js';
import { Expansion } from './expansion.js';
import { Feed, keptOf } from './feed.js';
import { Metrics } from './metrics.js';
import { pageParts } from './page.js';
import { picturesOf } from './pictures.js';
import { Prefetcher } from './prefetcher.js';
import { Scrolling } from './scrolling.js';

const index = /** @type {import('./types.js').Index} */ (self.feedproof.index);
const choices = new Choices(index);
const { query } = choices;
const barElement = /** @type {HTMLElement} */ (document.querySelector('.bar'));
const unknown = the('unknown');
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
export const changed = oncePerFrame(update);
const load = scriptLoader();
export const chunks = new Chunks(keptOf(index), (name, failed) => load(name, () => {
  document.documentElement.classList.add('is-failing');
  failed();
}), changed);
export const feed = new Feed(
  index, chunks, changed, { width: choices.width, theme: choices.theme, hasBoxes: query.has('boxes') },
  {
    top: 0, base: 0, scrolled: 0, direction: 1, origin: 0,
    height: innerHeight, bar: barElement.offsetHeight, foot: the('end').offsetHeight,
  });
export const pictures = picturesOf(feed, (post, state) => {
  cards.receive(post, state);
  changed();
});
/** @type {Cards} */
export const cards = new Cards(feed, pictures, the('stage'), (post) => expansion.toggle(post), isStill);
export const scrolling = new Scrolling(feed, the('feed'), update);
feed.keep = (/** @type {() => void} */ change) => {
  const isAtEnd = feed.view.top > 0 && feed.view.top > scrolling.scale.lastTop - 1;
  scrolling.anchored(change);
  // A reader who went to the end stays there, whatever the exact length of the lanes is.
  if (isAtEnd) scrolling.moveTo(scrolling.scale.lastTop);
};
/** @type {Expansion} */
const expansion = new Expansion(feed, cards, scrolling, isStill);
const prefetcher = new Prefetcher(feed, pictures, cards.mounted);
const parts = pageParts(load);
const metrics = new Metrics();
setUpControls(feed, choices, scrolling, () => expansion.finish(), turn);

/** Updates the page after any change. */
function update() {
  const seen = feed.postsWithin(0);
  cards.update(seen);
  metrics.count(seen, cards.mounted);
  prefetcher.update(seen);
  // Load texts and layouts of the next cards ahead of time.
  const soon = Math.min(index.count - 1, Math.max(0, (seen[0] || 0) + 16 * feed.view.direction));
  feed.story(soon);
  feed.layout(soon);
  feed.drawings?.items(soon);
}

/**
 * Scrolls a card below the toolbar, once its position is known.
 * @param {number} post
 * @param {boolean} isFocused
 * @param {number} [offset] of its top from the toolbar
 * @param {() => void} [then]
 */
function show(post, isFocused, offset = index.gap, then = () => {}) {
  unknown.hidden = true;
  const arrive = () => {
    scrolling.show(post, offset);
    update();
    if (isFocused) cards.mounted.get(post)?.element.focus({ preventScroll: true });
    then();
  };
  if (feed.column.block(feed.column.blockOf(post), arrive)) arrive();
}

/** @param {number} step 1 for the next card, -1 for the previous one */
function turn(step) {
  // With several lanes, the position alone doesn't identify the current card.
  const own = feed.lanes > 1 && [...cards.mounted.values()].find(({ element }) => element.contains(document.activeElement));
  const next = (own ? own.post : feed.column.find(feed.view.top + index.gap)) + step;
  show(Math.min(index.count - 1, Math.max(0, next)), true);
}

/** Goes to the position in the browser history or the address. */
function openPlace() {
  const { state } = history;
  const id = /^#post-([\w.-]+)$/.exec(location.hash);
  if (state && state.post < index.count) show(state.post, false, state.offset);
  else {
    if (id) feed.lookUp(id[1], (post) => show(post, true), () => { unknown.hidden = false; });
    update();
  }
}

self.feedproof.chunk = chunks.receive.bind(chunks);
self.feedproof.metrics = metrics;
history.scrollRestoration = 'manual';
if (query.has('metrics')) {
  for (const name of /** @type {Array<keyof import('./types.js').Weights>} */ (Object.keys(index.prefetch))) {
    if (query.has(name)) index.prefetch[name] = Number(query.get(name));
  }
}
scrolling.showHeight();
scrolling.listen();
self.feedproof.page = { feed, cards, scrolling, metrics, isStill, show, ...parts };
openPlace();
addEventListener('popstate', openPlace);
parts.use('later');
if (query.has('metrics')) parts.use('metrics');
// The comparison has written the measuring tool.
if (query.has('review') && index.review) parts.use('measures');
