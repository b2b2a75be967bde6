import assert from 'node:assert/strict';
import { test } from 'node:test';

import { alignedPieces, distanceOf, movedBoxes } from '../../Templates/Site/review/aligning.js';
import { colourOf, contrastOf, nearestPassing, neededFor, ratioOf, ratioText } from '../../Templates/Site/review/contrast.js';
import { redLines } from '../../Templates/Site/review/red-lines.js';

const box = (path, drawn, reference, style) => [path, drawn, reference, null, null, [], style];

// A text that grew by 20 points, with a picture and a row of two boxes that moved down below it.
const grown = [
  box('card', [0, 0, 100, 120], [0, 0, 100, 100]), box('card/text', [10, 10, 80, 40], [10, 10, 80, 20]),
  box('card/photo', [0, 60, 100, 30], [0, 40, 100, 30]), box('card/row', [10, 100, 80, 10], [10, 80, 80, 10]),
  box('card/row/icon', [10, 100, 10, 10], [10, 80, 10, 10]),
];

/**
 * Returns the reference's row for a row of the drawn picture, by its topmost piece; null if the reference has only
 * background there.
 */
function rowOf(pieces, x, y) {
  const over = pieces.filter(({ at }) => x >= at[0] && x < at[0] + at[2] && y >= at[1] && y < at[1] + at[3]);
  const { at, from } = over[over.length - 1];
  return from[3] === 0 ? null : from[1] + y - at[1];
}

test('what moved is looked for where it was, and so are the rows between boxes', () => {
  const pieces = alignedPieces(grown);
  assert.deepEqual([5, 15, 29, 55, 70, 95, 105, 115].map((y) => rowOf(pieces, 15, y)), [5, 15, 29, 35, 50, 75, 85, 95]);
});

test('where a box grew there is nothing to hold it against but its ground', () => {
  assert.deepEqual([30, 49].map((y) => rowOf(alignedPieces(grown), 15, y)), [null, null]);
});

test('every row of the drawn picture has a piece', () => {
  const pieces = alignedPieces(grown);
  for (let y = 0.5; y < 120; y += 1) assert.doesNotThrow(() => rowOf(pieces, 50, y), String(y));
});

test('boxes that one side alone has are no pieces', () => {
  const pieces = alignedPieces([grown[0], box('card/new', [0, 0, 9, 9], null), box('card/gone', null, [0, 0, 9, 9])]);
  assert.deepEqual(pieces.map((each) => each.at), [[0, 0, 100, 100], [0, 100, 100, 20]]);
  assert.deepEqual(alignedPieces([]), []);
});

test('a move is told in points and once, of the outermost box', () => {
  assert.deepEqual(movedBoxes(grown).map((each) => [each[0], distanceOf(each)]), [['card/photo', '20 pt down'], ['card/row', '20 pt down']]);
  assert.equal(distanceOf(box('a', [1, 2, 3, 4], [3.5, 4, 3, 4])), '2.5 pt left, 2 pt up');
  assert.equal(distanceOf(box('a', [1, 2, 3, 4], null)), '');
});

test('red lines go to neighbours, and to the box around where none is between', () => {
  const [card, name, date, text] = [box('card', [0, 0, 100, 100], [0, 0, 100, 100]), box('card/name', [50, 10, 40, 10], [50, 10, 40, 10]),
    box('card/date', [50, 24, 40, 10], [50, 22, 40, 10]), box('card/avatar', [10, 10, 30, 30], [10, 10, 30, 30])];
  const lines = redLines([card, name, date, text], name);
  assert.deepEqual(lines.map((each) => each.text), ['10', '10', '10', '2 → 4']);
  assert.deepEqual(lines.map((each) => each.frame), [[40, 15, 10, 0], [70, 0, 0, 10], [90, 15, 10, 0], [70, 20, 0, 4]]);
  assert.deepEqual(lines.map((each) => each.isOther), [false, false, false, true]);
});

test('what holds a box, or lies in it, is no neighbour', () => {
  const lines = redLines(grown, grown[3]);
  assert.deepEqual(lines.map((each) => each.text), ['10', '10', '10', '10']);
});

// Values of WCAG 2.2: black on white is 21, #777777 on white just fails, #767676 passes.
test('contrast is WCAG’s', () => {
  const ratio = (one, other) => ratioText(ratioOf(colourOf(one), colourOf(other)));
  assert.deepEqual([ratio('#000000', '#FFFFFF'), ratio('#777777', '#FFFFFF'), ratio('#767676', '#FFFFFF'), ratio('#123456', '#123456')],
    ['21 : 1', '4.47 : 1', '4.54 : 1', '1 : 1']);
  assert.deepEqual([neededFor(14, 400), neededFor(24, 400), neededFor(18.66, 700), neededFor(18.66, 500)], [4.5, 3, 3, 4.5]);
});

test('a failing pair has the nearest colour that passes', () => {
  assert.equal(nearestPassing(colourOf('#777777'), colourOf('#FFFFFF'), 4.5), '#767676');
  assert.equal(nearestPassing(colourOf('#808080'), colourOf('#808080'), 21), '');
  const found = colourOf(nearestPassing(colourOf('#99A2AD'), colourOf('#FFFFFF'), 4.5));
  assert.ok(ratioOf(found, colourOf('#FFFFFF')) >= 4.5);
});

test('a text is held against the nearest box behind it that has a ground; over a picture nothing is said', () => {
  const boxes = [box('card', [0, 0, 100, 100], null, { color: '#FFFFFF' }), box('card/tile', [10, 10, 50, 50], null, { color: '#000000' }),
    box('card/tile/icon', [12, 12, 40, 40], null, { color: '#FFFFFF', isIcon: true }),
    box('card/tile/text', [15, 15, 20, 10], null, { color: '#777777', size: 14, weight: 400 }),
    box('card/text', [10, 70, 20, 10], null, { color: '#777777', size: 14 }),
    box('card/photo', [60, 0, 40, 40], null, { isPicture: true }), box('card/photo/time', [70, 5, 10, 10], null, { color: '#FFFFFF', size: 12 })];
  assert.deepEqual([3, 4].map((at) => contrastOf(boxes, boxes[at]).ground), ['#000000', '#FFFFFF']);
  assert.deepEqual([contrastOf(boxes, boxes[3]).nearest, contrastOf(boxes, boxes[4]).nearest], ['', '#767676']);
  assert.deepEqual([contrastOf(boxes, boxes[6]), contrastOf(boxes, boxes[0]), contrastOf([grown[1]], grown[1])], [null, null, null]);
});
