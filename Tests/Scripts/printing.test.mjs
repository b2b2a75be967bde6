import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pieces, printedRange } from '../../Templates/Site/feed/printing.js';

test('a feed is printed whole, of a very long one what comes from the reader’s place on', () => {
  assert.deepEqual(printedRange(0, 0), [0, 0]);
  assert.deepEqual(printedRange(1000, 700), [0, 1000]);
  assert.deepEqual(printedRange(100_000, 0), [0, 1000]);
  assert.deepEqual(printedRange(100_000, 5000), [5000, 6000]);
  assert.deepEqual(printedRange(100_000, 99_990), [99_000, 100_000]);
});

test('a card is whole where it fits a page, and goes on over the next ones where none has room for it', () => {
  assert.deepEqual(pieces(940), [[0, 940]]);
  assert.deepEqual(pieces(2000), [[0, 940], [940, 940], [1880, 120]]);
});
