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

test('a card is whole where it fits a page across, and may be cut in equal pieces where it does not', () => {
  assert.deepEqual(pieces(690), [[0, 690]]);
  assert.deepEqual(pieces(700), [[0, 230], [230, 230], [460, 230], [690, 10]]);
});
