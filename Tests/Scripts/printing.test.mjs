import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pieces, printedRange, wholeParts } from '../../Templates/Site/feed/printing.js';

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

test('a tall card is cut between lines, and through a photo only if the photo is taller than a piece', () => {
  assert.deepEqual(pieces(700, [[220, 240], [440, 480]]), [[0, 220], [220, 220], [440, 230], [670, 30]]);
  assert.deepEqual(pieces(700, [[0, 700]]), [[0, 230], [230, 230], [460, 230], [690, 10]]);
  const text = [12, 60, 300, 40, 15, 20, 400, 0, [0, 5, 6, 9], []];
  const layout = [[[text, [0, 120, 359, 100], [0, 240, 359, 500]], null, null], null];
  const story = { i: 'a', a: 'A', t: null, p: [['text', 'Lines two', []], ['photo', ''], ['photo', '']] };
  assert.deepEqual(wholeParts(story, layout), [[60, 80], [80, 100], [120, 220]]);
});
