// Tests the places of differences in images.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPlace, placesOf } from '../../Templates/Site/review/differences.js';

test('regions close to each other are one place, from top to bottom', () => {
  const regions = [[100, 900, 10, 10, 5, []], [10, 20, 30, 10, 9, []], [50, 25, 10, 20, 3, []]];
  assert.deepEqual(placesOf(regions), [[10, 20, 50, 25], [100, 900, 10, 10]]);
  assert.deepEqual(placesOf([]), []);
});

test('a reason leads to the place that it names', () => {
  assert.deepEqual(namedPlace('21 × 11 px added at 100, 33050'), [100, 33050, 21, 11]);
  assert.deepEqual(namedPlace('7 px inserted at y 148; the rest is equal'), [0, 148, 1, 1]);
  assert.deepEqual(namedPlace('20 px inserted across at x 5, y 28 to 288; the rest is equal'), [5, 28, 1, 1]);
  assert.deepEqual(namedPlace('#FFF → #000 in 12 × 8 px at 3, 4'), [3, 4, 1, 1]);
  assert.equal(namedPlace('at 1.30 s wall1_17 moves'), null);
  assert.equal(namedPlace('no reference yet'), null);
});
