import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fittingScale, photosOf } from '../../Templates/Site/feed/photo-list.js';
import { largestZoom, scrolledTo } from '../../Templates/Site/feed/photo-zoom.js';

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

test('one looks closer up to two pixels for each of the photo, or three times what there was room for', () => {
  assert.equal(largestZoom(4000, 1000), 8);
  assert.equal(largestZoom(800, 800), 3);
});

test('the place under the pointer stays there: of what is longer than the stage, and of what stands in its middle', () => {
  // A quarter of 2 000 pixels is at 500; the pointer is at 120.
  assert.equal(scrolledTo(0.25, 2000, 1000, 120), 380);
  // 600 of 1 000 pixels: they begin at 200, and their middle is at 500.
  assert.equal(scrolledTo(0.5, 600, 1000, 500), 0);
});
