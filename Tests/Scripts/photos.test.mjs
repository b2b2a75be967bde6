import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fittingScale, photosOf } from '../../Templates/Site/feed/photo-list.js';

const at = [0, 10, 300, 200];

test('photos of a post are leafed through in reading order, pages of carousels one by one', () => {
  const p = [
    ['name', 'Anna'], ['photo', 'a sea', 'cards/a/original-1.jpg'], ['pages', 3, ['one', 'two'], [null, 'cards/a/original-2.png']],
    ['quote', 1], ['photo', 'a cat'],
  ];
  const photos = photosOf({ p }, [at, at, at, at, at]);
  assert.deepEqual(photos.map((photo) => [photo.part, photo.page, photo.description, photo.original, photo.state]), [
    [1, 0, 'a sea', 'cards/a/original-1.jpg', null], [2, 0, 'one', null, 'page-3'],
    [2, 1, 'two', 'cards/a/original-2.png', 'page-4'], [4, 0, 'a cat', null, null],
  ]);
  assert.deepEqual([photos[0].frame, photos[1].frame], [at, [0, 0, 300, 200]]);
});

test('what a state leaves out, and what a link shows, is not among them', () => {
  const p = [['photo', 'hidden'], ['row', 2, 'https://x.org'], ['photo', 'a page'], ['text', 'x', []], ['row', 1, null], ['photo', 'a file']];
  assert.deepEqual(photosOf({ p }, [null, at, at, at, at, at]).map((photo) => photo.description), ['a file']);
});

test('what is cut from a card is no larger than is sharp, and fits', () => {
  assert.equal(fittingScale(300, 200, 1200, 800, 2), 2);
  assert.equal(fittingScale(300, 200, 375, 800, 2), 1.25);
  assert.equal(fittingScale(300, 1600, 375, 800, 2), 0.5);
});
