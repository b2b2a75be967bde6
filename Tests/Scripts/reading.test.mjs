import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Feed } from '../../Templates/Site/feed/feed.js';
import { Scrolling } from '../../Templates/Site/feed/scrolling.js';

/** Forty cards of 190 pixels, 250 at the wider width, 300 more expanded, gaps of 10; a window of 600, a bar of 50. */
function pageAt(top) {
  const index = { count: 40, block: 8, gap: 10, heights: { 375: Array(5).fill(8 * 190), 414: Array(5).fill(8 * 250) }, widths: [[375, 359]] };
  const chunks = { get: (_, key) => [Array(8).fill(key.startsWith('414') ? 250 : 190), Array(8).fill(300)] };
  const view = { top: 0, base: 0, scrolled: 0, height: 600, bar: 50, foot: 0, direction: 1, origin: 0 };
  const feed = new Feed(index, chunks, () => {}, { width: 375, theme: 'light', hasBoxes: false }, view);
  globalThis.scrollY = 0;
  globalThis.scrollTo = (_, y) => { globalThis.scrollY = y; };
  const scrolling = new Scrolling(feed, { style: {} }, () => {});
  scrolling.moveTo(top);
  const expand = (post) => scrolling.anchored(() => {
    feed.expanded.set(post, 1);
    feed.column.invalidate(post);
  }, post);
  return { feed, scrolling, expand, yOf: (post) => feed.column.top(post) - feed.view.top };
}

test('a card that is expanded keeps its top, also where the bar cuts it', () => {
  const { expand, yOf } = pageAt(1100);
  assert.equal(yOf(5), -90);
  expand(5);
  assert.equal(yOf(5), -90);
  assert.equal(yOf(6), 410);
});

test('one that is expanded above the window moves nothing that is read', () => {
  const { expand, feed, yOf } = pageAt(1100);
  expand(1);
  assert.equal(yOf(6), 110);
  assert.equal(feed.view.top, 1400);
});

test('at another width the first card that begins under the bar stays', () => {
  const { feed, scrolling, yOf } = pageAt(1100);
  const next = feed.columnAt(414);
  scrolling.anchored(() => { feed.column = next; });
  assert.equal(yOf(6), 110);
});

test('at the end the page comes down as far as it has to', () => {
  const { feed, scrolling, expand } = pageAt(0);
  expand(39);
  scrolling.moveTo(99999);
  scrolling.anchored(() => {
    feed.expanded.delete(39);
    feed.column.invalidate(39);
  }, 39);
  assert.equal(feed.view.top, feed.column.total() - 550);
});
