import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boxLabel, deltaOf, kindOf, measures, parentOf } from '../../Templates/Site/review/box-facts.js';

const card = ['card', [0, 0, 359, 200], [0, 0, 359, 180], null, null, []];
const text = ['card/text', [12, 60, 335, 88], [12, 60, 335, 66], 76, 76, [['taller', 1]]];

test('how a box came out', () => {
  const frame = [0, 0, 1, 1];
  const kind = (drawn, reference, changes) => kindOf(['a', drawn, reference, null, null, changes]);
  assert.equal(kind(null, frame, [['missing', 1]]), 'missing');
  assert.equal(kind(frame, null, [['new', 1]]), 'extra');
  assert.equal(kind(frame, null, []), 'same');
  assert.equal(kind(frame, frame, [['moved', 0], ['taller', 1]]), 'own');
  assert.equal(kind(frame, frame, [['moved', 0]]), 'moved');
});

test('what is different is told in points, what is not is left out', () => {
  assert.equal(deltaOf(text), 'height +22');
  assert.equal(deltaOf(['a', [1, 2, 3, 4], [1.004, 4.5, 3, 4], null, null, []]), 'y −2.5');
  assert.equal(deltaOf(['a', [1, 2, 3, 4], null, null, null, []]), '');
});

test('a screen reader hears both frames, the difference and why', () => {
  assert.equal(boxLabel(text),
    'card/text; drawn 12, 60, 335 × 88; reference 12, 60, 335 × 66; difference in points: height +22; taller');
  assert.equal(boxLabel(['a', null, [1, 2, 3, 4], null, null, []]), 'a; reference 1, 2, 3 × 4; missing');
});

test('a box stands in the next one that there is by name', () => {
  const deep = ['card/row/icon', [0, 0, 1, 1], null, null, null, []];
  assert.equal(parentOf([card, text, deep], deep), card);
  assert.equal(parentOf([card, text], text), card);
  assert.equal(parentOf([card], card), null);
});

test('distances go from the middles of a box’s sides to the box around', () => {
  const lines = measures(text, card);
  assert.deepEqual(lines.map((each) => each.text), ['12', '60', '12', '54 → 52']);
  assert.deepEqual(lines.map((each) => each.frame), [
    [0, 104, 12, 0], [179.5, 0, 0, 60], [347, 104, 12, 0], [179.5, 148, 0, 52],
  ]);
  assert.deepEqual(lines.map((each) => each.isDown), [false, true, false, true]);
  assert.deepEqual(lines.map((each) => each.isOther), [false, false, false, true]);
});

test('those too short to be seen are left out, and all where nothing is around', () => {
  const filling = ['card/all', [0, 0, 359, 100], null, null, null, []];
  assert.deepEqual(measures(filling, card).map((each) => each.text), ['100']);
  assert.deepEqual(measures(card, null), []);
  assert.deepEqual(measures(['card/x', [1, 1, 1, 1], null, null, null, []], ['card', null, [0, 0, 9, 9], null, null, []]), []);
});
