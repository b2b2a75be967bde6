import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FilmSide } from '../../Templates/Site/review/film-frames.js';
import { frameAt, happening, marksOf, stretches, tellings } from '../../Templates/Site/review/film-words.js';

/** A card of 100 points, 200 rows, with two rows of shadow above and four below. */
function card(post, more = {}) {
  const rows = more.rows || 200;
  return { part: 'card', post, path: post + '-' + rows + '.png', width: 750, height: rows + 6, above: 2, below: 4, ...more };
}

const parts = [
  { part: 'background', path: 'background.png', width: 750, height: 1334 }, { part: 'bar', path: 'bar.png', width: 750, height: 128 },
  { part: 'finger', path: 'finger.png', width: 88, height: 88 }, { part: 'spinner', path: 'spinner.png', width: 48, height: 576 },
  { part: 'footer', path: 'footer.png', width: 750, height: 100 },
];

/** Frames with one card each, at the given tops; `more` overrides fields of the record. */
function record(tops, more = {}) {
  return {
    screen: { width: 375, height: 667, scale: 2 }, rate: 60, events: [], judgement: { jumps: [] },
    frames: tops.map((top, number) => ({
      time: number / 60, phase: 'resting', anchor: { item: 'a', edge: 'top', y: top }, items: [{ item: 'a', top, bottom: top + 100 }],
    })),
    ...more,
  };
}

function cards(side, frame) { return side.pieces({ phase: 'resting', ...frame }).filter((piece) => piece.picture?.part === 'card' || !piece.picture); }

const item = (more = {}) => ({ item: 'a', top: 70, bottom: 170, ...more });
const place = ({ top, from, to }) => ({ top, from, to });

test('a card lies at whole pixels with its shadow around it, under the bar', () => {
  const side = new FilmSide(record([70]), [[...parts, card('a')]]);
  const pieces = side.pieces({ items: [item({ top: 70.26, bottom: 170.26 })] });
  assert.deepEqual(pieces.map((piece) => piece.picture.part), ['background', 'card', 'bar']);
  assert.deepEqual(place(pieces[1]), { top: 139, from: 0, to: 206 });
});

test('half pixels are rounded away from 0, as the film does', () => {
  const side = new FilmSide(record([70]), [[]]);
  assert.deepEqual([0.25, -0.25, 1.75].map((points) => side.pixels(points)), [1, -1, 4]);
});

test('what is cut off is not shown, and takes the shadow there with it', () => {
  const side = new FilmSide(record([70]), [[card('a')]]);
  const [piece] = cards(side, { items: [item({ top: 90, bottom: 150, cutTop: 20, cutEnd: 20 })] });
  assert.deepEqual(place(piece), { top: 180, from: 42, to: 162 });
});

test('a text on its way shows the end that both states have below what there is room for', () => {
  const open = card('a', { rows: 400, isOpen: true, end: 60 });
  const side = new FilmSide(record([70]), [[open]]);
  const pieces = cards(side, { items: [item({ bottom: 220, text: 'moving' })] });
  assert.deepEqual(pieces.map(place), [{ top: 138, from: 0, to: 246 }, { top: 384, from: 346, to: 406 }]);
  assert.equal(pieces[1].top + 60, 140 + 300 + 4);
});

test('of several pictures of a card the one that is as high as the card was is shown', () => {
  const side = new FilmSide(record([70]), [[card('a')], [card('a', { rows: 240 })]]);
  assert.equal(cards(side, { items: [item()] })[0].picture.path, 'a-200.png');
  assert.equal(cards(side, { items: [item({ bottom: 190 })] })[0].picture.path, 'a-240.png');
  assert.equal(cards(side, { items: [item({ item: 'a#3', bottom: 190 })] })[0].picture.path, 'a-240.png');
});

test('a message on its way has a picture for each height', () => {
  const open = card('a', { isOpen: true });
  const side = new FilmSide(record([70]), [[open, ...[198, 199].map((rows) => card('a', { rows, isOpen: true }))]]);
  const [piece, ...others] = cards(side, { items: [item({ bottom: 169.5, text: 'resizing' })] });
  assert.equal(piece.picture.path, 'a-199.png');
  assert.deepEqual([others.length, place(piece)], [0, { top: 138, from: 0, to: 205 }]);
});

test('a last message, a day over what is read and the line that is written in have pictures of their own', () => {
  const chat = { isChat: true };
  const around = [
    { part: 'composer', path: 'composer.png', width: 750, height: 104 },
    { part: 'composer', draft: 'Hi', path: 'written.png', width: 750, height: 104 },
    { part: 'day', post: 'd', path: 'day.png', width: 750, height: 70, above: 2, below: 8 },
    { part: 'keyboard', path: 'keyboard.png', width: 750, height: 1334 },
  ];
  const side = new FilmSide(record([70], chat), [[...around, card('a', { ends: true, path: 'end.png' }), card('b'), card('d')]]);
  const pieces = side.pieces({
    items: [item({ item: 'd' }), item({ ends: true })], leaving: [item({ item: 'b', alpha: 0.5 })], day: { item: 'd', y: -4, alpha: 0.5 },
    composer: { y: 348, draft: 'Hi' }, keyboard: 400,
  });
  assert.deepEqual(pieces.map((piece) => piece.picture.path),
    ['b-200.png', 'end.png', 'day.png', 'written.png', 'keyboard.png']);
  assert.deepEqual(pieces.map((piece) => piece.top), [138, 138, -10, 696, 800]);
  assert.equal(pieces[2].alpha, 0.5);
});

test('a last message that is pushed out is told, and marked', () => {
  const end = { time: 1 / 60, item: 'b', distance: 32, cause: 'expand' };
  const one = record([70, 70], { judgement: { jumps: [], pushedEnds: [end] } });
  const text = 'The last message b is pushed 32 pt off the screen (expand)';
  assert.deepEqual(tellings(one, null, 1), [{ text, isWrong: true }]);
  assert.deepEqual(marksOf(one, null), [{ frame: 1, kind: 'jump', text }]);
});

test('a card without a picture leaves its place', () => {
  const side = new FilmSide(record([70]), [[]]);
  const [piece] = cards(side, { items: [item({ item: 'gone' })] });
  assert.deepEqual([piece.picture, piece.top, piece.to, piece.key], [null, 140, 200, 'gone']);
});

test('spinner and finger are in the middle, and what is beyond the screen is no piece', () => {
  const side = new FilmSide(record([70]), [parts]);
  const pieces = side.pieces({ items: [], spinner: { y: 100, turn: 3 }, finger: 300, footer: { y: 700 } });
  assert.deepEqual(pieces.map((piece) => piece.key), ['background', 'spinner', 'bar', 'finger']);
  assert.deepEqual([pieces[1].left, pieces[1].top, pieces[1].from], [351, 176, 144]);
  assert.deepEqual([pieces[3].left, pieces[3].top], [331, 556]);
});

test('a moment shows what happens up to it', () => {
  const one = record([0, 0, 0, 0], { events: [{ time: 0.02, text: 'drag' }, { time: 0.02, text: '3 new posts' }] });
  assert.deepEqual([0, 0.02, 1 / 60, 9].map((time) => frameAt(one, time)), [0, 2, 1, 3]);
  assert.equal(happening(one, 1), '');
  assert.equal(happening(one, 2), '0.02 s: drag, 3 new posts');
});

test('a difference is told with card, distance and side', () => {
  const [actual, expected] = [record([70, 92.04, 70]), record([70, 70, 70.4])];
  assert.deepEqual(tellings(actual, expected, 1), [{ text: 'a is 22 pt lower than approved', isWrong: true }]);
  assert.deepEqual(tellings(expected, actual, 1)[0].text, 'a is 22 pt higher than approved');
  assert.deepEqual(tellings(actual, expected, 2), []);
});

test('another card that is read is told', () => {
  const [actual, expected] = [record([70]), record([70])];
  expected.frames[0].items = [{ item: 'b', top: 70, bottom: 90 }];
  expected.frames[0].anchor.item = 'b';
  assert.equal(tellings(actual, expected, 0)[0].text, 'The reader sees a instead of b');
});

test('a jump, a blank and missing photos are told without a reference', () => {
  const one = record([70, 92], { judgement: { jumps: [{ time: 1 / 60, item: 'a', distance: 22, cause: 'batch' }] } });
  Object.assign(one.frames[1], { blank: 40, placeholders: 1 });
  assert.deepEqual(tellings(one, null, 1).map((each) => each.text),
    ['a jumps 22 pt down (batch)', '40 pt of the screen are blank', '1 photo is not loaded yet']);
});

test('marks come in order, of frames that differ the first of each stretch', () => {
  const actual = record([70, 90, 90, 70, 90], { events: [{ time: 0, text: 'tap' }],
    judgement: { jumps: [{ time: 1 / 60, item: 'a', distance: 20, cause: 'batch' }] } });
  const expected = record([70, 70, 70, 70, 70]);
  assert.deepEqual(stretches(actual, expected), [[1, 2], [4, 4]]);
  assert.deepEqual(marksOf(actual, expected).map((mark) => [mark.frame, mark.kind]),
    [[0, 'event'], [1, 'jump'], [1, 'different'], [4, 'different']]);
});

test('a film that ends sooner stays at its last frame and says so', () => {
  const [actual, expected] = [record([70]), record([70, 70])];
  assert.equal(new FilmSide(actual, [[]]).frame(5), actual.frames[0]);
  assert.deepEqual(tellings(actual, expected, 1).map((each) => each.text), ['This film has ended']);
});
