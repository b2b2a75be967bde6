import assert from 'node:assert/strict';
import { test } from 'node:test';

import { caseHash, Cases, labelOf, nameOf, placeOf, scaleOf } from '../../Templates/Site/review/cases.js';
import { columnsWithin, tilesWithin } from '../../Templates/Site/review/grid-layout.js';
import { Listing, matching } from '../../Templates/Site/review/listing.js';
import { needsBoth, needsBoxes, needsDifference } from '../../Templates/Site/review/needs.js';
import { Stage } from '../../Templates/Site/review/stage.js';
import { address, counted, grouped, points, quotesApart, signed } from '../../Templates/Site/review/writing.js';
import { fittingZoom, readingZoom, zoomAfter } from '../../Templates/Site/review/zoom.js';
import { review } from './review-data.mjs';

test('numbers are written as people read them', () => {
  assert.deepEqual([12.5, 0.006, 0.004, -3, -0.001].map(points), ['12.5', '0.01', '0', '−3', '0']);
  assert.deepEqual([4, -3, 0, 0.001].map(signed), ['+4', '−3', '0', '0']);
  assert.deepEqual([7, 1234, 1234567].map(grouped), ['7', '1\u202f234', '1\u202f234\u202f567']);
  assert.deepEqual([counted(1, 'case'), counted(1200, 'case'), counted(2, 'box')], ['1 case', '1\u202f200 cases', '2 boxes']);
  assert.equal(address('actual/a b/375@2x#.png'), 'actual/a%20b/375%402x%23.png');
});

test('a case is called by its post and its place; a mockup and an obsolete one by what they have', () => {
  const { cases } = review();
  assert.equal(nameOf(cases.byID.get('a/375@2x-light-expanded')), 'a 375 · 2x · light · expanded');
  assert.equal(nameOf(cases.byID.get('gone/320@3x-dark-expanded')), 'gone 320@3x-dark-expanded');
  assert.equal(placeOf(cases.byID.get('gone/320@3x-dark-expanded')), '320@3x-dark-expanded');
  assert.equal(nameOf(cases.byID.get('mock/one')), 'mock/one 375 · 2x · light · expanded');
  assert.equal(caseHash({ id: 'a/b&c' }), '#case=a%2Fb%26c');
});

test('an obsolete case tells its scale by its name', () => {
  const { cases } = review();
  assert.deepEqual(['gone/320@3x-dark-expanded', 'a/375@2x-light-expanded', 'mock/one'].map((id) => scaleOf(cases.byID.get(id))), [3, 2, 2]);
});

test('the other state is the same card at the same width, scale and theme', () => {
  const { cases } = review();
  const [expanded, collapsed] = ['a/375@2x-light-expanded', 'a/375@2x-light-collapsed'].map((id) => cases.byID.get(id));
  assert.equal(cases.otherState(expanded), collapsed);
  assert.equal(cases.otherState(cases.byID.get('a/375@2x-dark-expanded')), null);
});

test('details stand in files of as many cases as the index says', () => {
  const asked = [];
  const { cases } = review({ details: (number) => { asked.push(number); return number ? null : ['x', 'y']; } });
  assert.deepEqual(cases.list.slice(0, 3).map((one) => cases.detail(one)), ['x', 'y', null]);
  assert.deepEqual(asked, [0, 0, 1]);
});

test('what needs somebody is listed first, and cases with one cause are one tile where the first stands', () => {
  const { listing } = review();
  listing.update();
  assert.equal(listing.filter, 'review');
  assert.deepEqual(listing.tiles.map((tile) => tile.cases.map((one) => one.id)), [
    ['b/375@2x-light-expanded'], ['a/375@2x-light-expanded', 'a/375@2x-light-collapsed'],
  ]);
  assert.equal(listing.listed.length, 3);
});

test('designs that are missed have a list of their own, which a search tells of', () => {
  const { listing } = review();
  assert.equal(listing.kind, 'changes');
  listing.query = 'avatar';
  listing.update();
  assert.deepEqual([listing.listed.length, listing.elsewhere], [0, 1]);
  listing.kind = 'designs';
  listing.update();
  assert.deepEqual(listing.listed.map((one) => one.id), ['mock/one']);
  assert.deepEqual([listing.elsewhere, listing.count('review'), listing.count('all')], [0, 1, 1]);
});

test('a review of designs or of changes alone has one list', () => {
  const { listing } = review({ only: 'identical' });
  assert.deepEqual([listing.hasKinds, listing.kind], [false, null]);
});

test('a case is told by its author and first words, where they are known', () => {
  const { cases } = review();
  assert.equal(labelOf(cases.byID.get('a/375@2x-light-expanded')), 'Anna: “Two tickets …”');
  assert.equal(labelOf(cases.byID.get('b/375@2x-light-expanded')), 'b');
  assert.equal(matching('tickets anna', [])({ ...cases.list[0], clusters: [] }), true);
});

test('every case is a tile of its own where it is not grouped, or its cluster is listed alone', () => {
  const { listing } = review();
  listing.isGrouped = false;
  listing.update();
  assert.equal(listing.tiles.length, 3);
  Object.assign(listing, { isGrouped: true, cluster: 0, filter: 'all' });
  listing.update();
  assert.deepEqual(listing.tiles.map((tile) => tile.cases.length), [1, 1]);
  assert.equal(listing.isNarrowed, true);
});

test('what has another cause as well is in a tile of its own, and in the lists of both', () => {
  const { cases, listing } = review();
  cases.clusters.push({ id: 'c1', title: 'another text', cases: [1] });
  cases.list[1].clusters = [0, 1];
  listing.update();
  assert.deepEqual(listing.tiles.map((tile) => tile.clusters), [[], [0], [0, 1]]);
  for (const cluster of [0, 1]) {
    Object.assign(listing, { cluster });
    listing.update();
    assert.equal(listing.listed.includes(cases.list[1]), true);
  }
});

test('a post’s cases are listed alone', () => {
  const { listing } = review();
  Object.assign(listing, { filter: 'all', post: 'a' });
  listing.update();
  assert.deepEqual(new Set(listing.listed.map((one) => one.post)), new Set(['a']));
});

test('filters count what they list, decisions included', () => {
  const { listing, decided } = review();
  decided.set('a/375@2x-light-expanded', 'approve').set('a/375@2x-light-collapsed', 'written').set('mock/one', 'reject');
  const counts = Object.fromEntries(Object.keys(listing.filters).map((name) => [name, listing.count(name)]));
  assert.deepEqual(counts, { review: 3, all: 5, approved: 2, rejected: 0, error: 1, different: 2, obsolete: 1, identical: 1 });
  assert.deepEqual(['review', 'all', 'rejected'].map((name) => listing.countOf('designs', name)), [1, 1, 1]);
});

test('a review in which all is well lists all', () => {
  const { cases } = review({ only: 'identical' });
  assert.equal(new Listing(cases, new Map()).filter, 'all');
});

test('a search asks for every word, in the case or in its cluster’s title', () => {
  const { cases } = review();
  const found = (query) => cases.list.filter(matching(query, cases.clusters)).map((one) => one.number);
  assert.deepEqual(found('LIGHT 375 a'), found('a 375 light'));
  assert.deepEqual(found('taller collapsed'), [1]);
  assert.deepEqual(found('line height'), [0, 1]);
  assert.deepEqual(found('nothing of the kind'), []);
  assert.equal(found('  ').length, cases.list.length);
});

test('tiles are as many in a row as fit, on a phone two', () => {
  assert.deepEqual([300, 440, 656, 1100].map(columnsWithin), [2, 2, 3, 4]);
});

test('only rows near the viewport are in the document', () => {
  assert.deepEqual(tilesWithin(1000, 4, 0, 900), [0, 20]);
  assert.deepEqual(tilesWithin(1000, 4, 350 * 100, 900), [392, 420]);
  assert.deepEqual(tilesWithin(5, 4, 0, 900), [0, 5]);
  assert.deepEqual(tilesWithin(0, 4, 0, 900), [0, 0]);
});

test('zoom goes by steps, from where it is, and ends', () => {
  assert.deepEqual([zoomAfter(1, 1), zoomAfter(0.9, 1), zoomAfter(1, -1), zoomAfter(32, 1), zoomAfter(0.25, -1), zoomAfter(0.02, -1)],
    [1.5, 1, 0.75, undefined, 0.1, undefined]);
});

test('a picture that fits is shown at its size, a larger one as a whole', () => {
  const extent = { width: 750, height: 1624, scale: 2 };
  assert.equal(fittingZoom(extent, 2000, 2000), 1);
  assert.equal(fittingZoom(extent, 375, 406), 0.5);
  assert.equal(fittingZoom({ width: 640, height: 33_500, scale: 1 }, 1000, 670), 0.02);
});

test('a long picture is read at its width', () => {
  assert.equal(readingZoom({ width: 640, height: 33_500, scale: 1 }, 320, 670), 0.5);
  assert.equal(readingZoom({ width: 640, height: 33_500, scale: 1 }, 1000, 670), 1);
});

test('a view that can’t be drawn says why', () => {
  const picture = ['a.png', 1, 1];
  const shown = (verdict, change) => ({ one: { verdict }, actual: picture, expected: picture, detail: { boxes: [], pixels: null }, ...change });
  assert.equal(needsBoth(shown('different', {})), '');
  assert.equal(needsBoth(shown('new', { expected: null })), 'There is no reference yet.');
  assert.equal(needsBoth(shown('identical', { actual: null })), 'Both images are identical.');
  assert.equal(needsBoth(shown('obsolete', { actual: null })), 'There is no actual image.');
  assert.equal(needsDifference(shown('different', {})), 'Pixels were not compared.');
  const pixels = { differing: 0, antialiased: 0, path: null };
  assert.equal(needsDifference(shown('different', { detail: { pixels } })), 'No pixel differs.');
  assert.equal(needsDifference(shown('different', { detail: { pixels: { ...pixels, differing: 1, path: 'd.png' } } })), '');
  assert.equal(needsBoxes(shown('different', {})), 'No boxes were stored for this case.');
});

test('the pane that was led tells it late, and leads nobody back', () => {
  const [dragged, other] = [{ scrollLeft: 0, scrollTop: 0 }, { scrollLeft: 0, scrollTop: 0 }];
  const stage = Object.assign(Object.create(Stage.prototype), { panes: [dragged, other], led: new WeakMap() });
  Object.assign(dragged, { scrollLeft: 80, scrollTop: 64 });
  stage.follow(dragged);
  assert.deepEqual(other, { scrollLeft: 80, scrollTop: 64 });
  Object.assign(dragged, { scrollLeft: 100, scrollTop: 80 });
  stage.follow(other);
  stage.follow(dragged);
  assert.deepEqual([dragged, other], [{ scrollLeft: 100, scrollTop: 80 }, { scrollLeft: 100, scrollTop: 80 }]);
  Object.assign(other, { scrollLeft: 7, scrollTop: 9 });
  stage.follow(other);
  assert.deepEqual(dragged, { scrollLeft: 7, scrollTop: 9 });
});

test('what runs from right to left keeps to itself between its quotation marks, and nothing else is touched', () => {
  assert.equal(quotesApart('The likes of “נינה”: “58” → “5.8K”'), 'The likes of “\u2068נינה\u2069”: “58” → “5.8K”');
  assert.equal(quotesApart('The likes of “Nina”: “58” → “60”'), 'The likes of “Nina”: “58” → “60”');
});
