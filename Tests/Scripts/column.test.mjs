import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Column } from '../../Templates/Site/feed/column.js';
import { lastAtMost } from '../../Templates/Site/feed/ordered.js';
import { Pieces, counted } from '../../Templates/Site/feed/pieces.js';

const index = { count: 5, block: 3, gap: 10, chat: {} };

/** Five messages in two blocks; `there` lists the loaded blocks. */
function columnOf({ there = [0, 1], expanded = new Map(), changed = () => {} } = {}) {
  const files = [[[100, 200, 300], [0, 50, 0]], [[40, 60], [0, 0]]];
  const waiting = [];
  const load = (number, then) => {
    if (there.includes(number)) return files[number];
    waiting.push(() => {
      there.push(number);
      then();
    });
    return null;
  };
  return { column: new Column(index, [600, 100], expanded, load, changed), waiting, there };
}

test('cards follow each other with a gap, the first one too', () => {
  const { column } = columnOf();
  assert.deepEqual([0, 1, 2, 3, 4].map((post) => column.top(post)), [10, 120, 330, 640, 690]);
  assert.equal(column.total(), 760);
});

test('the end is known from sums before any height is', () => {
  const { column } = columnOf({ there: [] });
  assert.equal(column.total(), 760);
  assert.equal(column.top(4), 640);
  assert.equal(column.height(4), 0);
  assert.equal(column.knows(4), false);
});

test('an expanded card moves all that follow, in its block and after it', () => {
  const expanded = new Map();
  const { column } = columnOf({ expanded });
  column.total();
  expanded.set(1, 1);
  column.invalidate(1);
  assert.equal(column.height(1), 250);
  assert.deepEqual([1, 2, 3].map((post) => column.top(post)), [120, 380, 690]);
  assert.equal(column.total(), 810);
});

test('a card on the way is expanded by whole pixels', () => {
  const { column } = columnOf({ expanded: new Map([[1, 0.333]]) });
  assert.equal(column.shownExtra(1), 17);
  assert.equal(column.heightIn(1, 'expanded'), 250);
  assert.equal(column.heightIn(1, 'collapsed'), 200);
});

test('a position leads to its card, in a gap to the one above, beyond the ends to the first and the last', () => {
  const { column } = columnOf();
  assert.deepEqual([-5, 0, 10, 119, 120, 639, 640, 9999].map((y) => column.find(y)), [0, 0, 0, 0, 1, 2, 3, 4]);
});

test('where heights are not there yet, a position leads to the block’s first card', () => {
  const { column } = columnOf({ there: [0] });
  assert.equal(column.find(740), 3);
});

test('a block that comes is used, and whoever waited is told', () => {
  let told = 0;
  const { column, waiting } = columnOf({ there: [0], expanded: new Map([[4, 1]]), changed: () => { told += 1; } });
  column.total();
  assert.equal(column.block(1), null);
  waiting.forEach((come) => come());
  assert.ok(told > 0);
  assert.equal(column.top(4), 690);
});

test('posts within a window are those that reach into it; what is unknown is left out', () => {
  assert.deepEqual(columnOf().column.postsWithin(115, 335), [1, 2]);
  assert.deepEqual(columnOf().column.postsWithin(-100, 11), [0]);
  assert.deepEqual(columnOf().column.postsWithin(0, 10000), [0, 1, 2, 3, 4]);
  assert.deepEqual(columnOf({ there: [0] }).column.postsWithin(0, 10000), [0, 1, 2]);
});

test('the last value that is not above another one', () => {
  const values = [0, 10, 10, 20];
  assert.deepEqual([-1, 0, 9, 10, 19, 20, 99].map((y) => lastAtMost(values, 4, y)), [0, 0, 0, 2, 2, 3, 3]);
  assert.equal(lastAtMost(values, 2, 99), 1);
});

test('of several lanes a card goes where they end first, and a position leads to the first one that is there', () => {
  const { column } = columnOf();
  column.setLanes(2);
  assert.deepEqual([0, 1, 2, 3, 4].map((post) => [column.lane(post), column.top(post)]),
    [[0, 10], [1, 10], [0, 120], [0, 430], [1, 430]]);
  assert.equal(column.total(), 500);
  assert.deepEqual([10, 115, 125, 225, 440].map((y) => column.find(y)), [0, 0, 1, 2, 3]);
  assert.deepEqual(column.postsWithin(0, 100), [0, 1]);
  assert.deepEqual(column.postsWithin(130, 440), [1, 2, 3, 4]);
});

test('a card that is expanded moves those under it, and none into another lane', () => {
  const expanded = new Map();
  const { column } = columnOf({ expanded });
  column.setLanes(2);
  const lanes = [0, 1, 2, 3, 4].map((post) => column.lane(post));
  expanded.set(1, 1);
  column.invalidate(1);
  assert.deepEqual([0, 1, 2, 3, 4].map((post) => column.lane(post)), lanes);
  assert.equal(column.top(2), 120);
});

test('lanes whose heights come move what is shown only where that is kept in its place', () => {
  const { column, waiting } = columnOf({ there: [1] });
  const tops = [];
  column.setLanes(2);
  column.keeping = (change) => {
    tops.push(column.top(3));
    change();
    tops.push(column.top(3));
  };
  assert.equal(column.knows(0), false);
  for (const come of waiting) come();
  assert.deepEqual(tops, [325, 430]);
});

test('a feed’s files are full from its last post on, and a new post changes the first one alone', () => {
  const pieces = new Pieces({ count: 5 }, 2);
  assert.deepEqual([0, 1, 2, 3, 4].map((post) => [pieces.file(pieces.of(post)), pieces.at(post)]),
    [[2, 0], [1, 0], [1, 1], [0, 0], [0, 1]]);
  assert.deepEqual([0, 1, 2, 3].map((piece) => pieces.start(piece)), [0, 1, 3, 5]);
  const more = new Pieces({ count: 6 }, 2);
  assert.deepEqual([2, 3, 4, 5].map((post) => [more.file(more.of(post)), more.at(post)]), [[1, 0], [1, 1], [0, 0], [0, 1]]);
  assert.deepEqual([counted({ count: 5 }, 0), counted({ count: 5, chat: {} }, 0)], [4, 0]);
});

test('in a feed the first block may be the shorter one', () => {
  const files = [[[40, 60], [0, 0]], [[100, 200, 300], [0, 50, 0]]];
  const column = new Column({ count: 5, block: 3, gap: 10 }, [100, 600], new Map(), (number) => files[number], () => {});
  assert.deepEqual([0, 1, 2, 3, 4].map((post) => column.top(post)), [10, 60, 130, 240, 450]);
  assert.equal(column.total(), 760);
  assert.deepEqual([0, 59, 129, 130, 9999].map((y) => column.find(y)), [0, 0, 1, 2, 4]);
  assert.equal(column.extra(3), 50);
});
