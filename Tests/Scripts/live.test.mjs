import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Chunks } from '../../Templates/Site/common/chunks.js';
import { Column } from '../../Templates/Site/feed/column.js';
import { receiving, showBefore } from '../../Templates/Site/live/before.js';
import { takeHeights } from '../../Templates/Site/live/heights.js';
import { Overlay } from '../../Templates/Site/live/overlay.js';
import { keepText, keptPlace, takeText } from '../../Templates/Site/live/place.js';
import { freshStyle } from '../../Templates/Site/live/style.js';

/** Five posts in two blocks. The second block arrives on demand, either as exported or already as changed. */
function page(second = [[40, 60], [0, 0]]) {
  const files = [[[100, 200, 300], [0, 50, 0]], null];
  const waiting = [];
  const index = { count: 5, block: 3, gap: 10, chat: {} };
  const load = (number, then) => {
    if (!files[number]) waiting.push(then);
    return files[number];
  };
  const expanded = new Map();
  const column = new Column(index, [600, 100], expanded, load, () => {});
  const scrolling = { moved: 0, anchored(change) { change(); this.moved += 1; } };
  const come = () => {
    files[1] = second;
    for (const then of waiting.splice(0)) then();
  };
  return { page: { feed: { column, index, expanded }, scrolling }, column, expanded, scrolling, come };
}

test('heights that are told are the column’s, and what has no second state any more is not expanded', () => {
  const { page: live, column, expanded, scrolling } = page();
  expanded.set(1, 1);
  takeHeights(live, [[0, 100, 0], [1, 210, 0], [2, 320, 0]], () => true);
  assert.deepEqual([0, 1, 2, 3].map((post) => column.top(post)), [10, 120, 340, 670]);
  assert.equal(expanded.size, 0);
  assert.equal(scrolling.moved, 1);
});

test('the same heights move nothing', () => {
  const { page: live, scrolling } = page();
  takeHeights(live, [[0, 100, 0], [1, 200, 50]], () => true);
  assert.equal(scrolling.moved, 0);
});

test('those of posts whose own have not come are taken once these come', () => {
  const { page: live, column, come } = page();
  takeHeights(live, [[3, 45, 5], [4, 80, 0]], () => true);
  come();
  assert.equal(column.top(4), 640 + 45 + 10);
  assert.equal(column.total(), 760 + 25);
  assert.equal(column.extra(3), 5);
});

test('where the file that comes has them already, the column is as long as it is', () => {
  const { page: live, column, scrolling, come } = page([[45, 80], [5, 0]]);
  takeHeights(live, [[3, 45, 5], [4, 80, 0]], () => true);
  come();
  assert.equal(column.total(), 760 + 25);
  assert.equal(scrolling.moved, 1);
});

test('what comes for an edition that is no more shown is let be', () => {
  const { page: live, column, come } = page();
  let isCurrent = true;
  takeHeights(live, [[4, 80, 0]], () => isCurrent);
  isCurrent = false;
  come();
  assert.equal(column.total(), 760);
});

test('a picture of the edition before is shown until there is another, and never again', () => {
  const images = new Map();
  const pictures = { name: (post, state) => post + '/' + state, get: (post, state) => images.get(post + '/' + state) ?? null };
  showBefore(pictures, new Map([['1/expanded', 'old']]));
  assert.equal(pictures.get(1, 'expanded'), 'old');
  images.set('1/expanded', 'new');
  assert.equal(pictures.get(1, 'expanded'), 'new');
  images.clear();
  assert.equal(pictures.get(1, 'expanded'), null);
});

test('where words come twice, the earlier ones late, cards are made of the last', () => {
  const chunks = new Chunks({ stories: 4 }, () => {}, () => {});
  let made = 0;
  const receive = receiving(chunks, () => { made += 1; });
  chunks.get('stories', '0');
  receive('stories', '0', ['old']);
  assert.equal(made, 0);
  receive('stories', '0', ['new']);
  assert.deepEqual([made, chunks.get('stories', '0')], [1, ['new']]);
});

/** A page's style links, in order. */
function styles(...files) {
  const links = [];
  const link = (href) => ({
    href,
    cloneNode: () => link(href),
    after(next) { links.splice(links.indexOf(this) + 1, 0, next); },
    remove() { if (links.includes(this)) links.splice(links.indexOf(this), 1); },
  });
  links.push(...files.map(link));
  globalThis.document = { querySelectorAll: () => links };
  return { links, hrefs: () => links.map((each) => each.href) };
}

test('a style that was asked for before and comes later is not put over the newest', () => {
  const { links, hrefs } = styles('site/feed.css', 'site/panels.css');
  freshStyle(2);
  const second = links[1];
  freshStyle(3);
  const third = links[2];
  third.onload();
  second.onload();
  assert.deepEqual(hrefs(), ['site/feed.css?edition=3', 'site/panels.css']);
});

test('where a style does not come the one before stays', () => {
  const { links, hrefs } = styles('site/feed.css');
  freshStyle(2);
  links[1].onerror();
  assert.deepEqual(hrefs(), ['site/feed.css']);
});

test('a problem that is told again is not read aloud again', () => {
  let written = 0;
  const element = () => ({
    style: {}, setAttribute() {}, append() {}, replaceChildren() { written += 1; },
    getBoundingClientRect: () => ({ height: 40 }),
  });
  globalThis.document = { createElement: element, body: element() };
  const overlay = new Overlay();
  const problem = { code: 'template.key', message: 'unknown key', file: 'post.yml', line: 8 };
  overlay.show([problem]);
  overlay.show([{ ...problem }]);
  assert.equal(written, 1);
  overlay.show([]);
  assert.deepEqual([written, overlay.element.hidden], [2, true]);
});

test('a browser that keeps nothing begins where it always does', () => {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get() { throw new Error('denied'); } });
  keepText('place', 'here');
  assert.equal(takeText('place'), null);
  assert.equal(keptPlace(), null);
});
