import assert from 'node:assert/strict';
import { test } from 'node:test';

import { costOf, pagesOf, prefetchPlan } from '../../Templates/Site/feed/prefetch-plan.js';

const weights = { budget: 3, photo: 1, page: 1, video: 2, animation: 2, webApp: 1, advertisement: 5, text: 0.25 };
const photo = { w: [1, 0, 0, 0, 0, 0], p: [] };
const carousel = { w: [0, 4, 0, 0, 0, 0], p: [['pages', 1, ['a', 'b', 'c', 'd']]] };

/** Plans for ten posts with one photo each; the second post is in the middle of the viewport. */
function planFor(change = {}) {
  const stories = change.stories || Array.from({ length: 10 }, () => photo);
  return prefetchPlan({
    seen: [1, 2], active: 1, stays: true, direction: 1, count: stories.length, weights, shownPages: new Map(),
    story: (post) => stories[post], isKnown: () => true, stateOf: () => 'collapsed', hasStates: () => false, ...change,
  }).map(({ post, state, isUrgent }) => post + ' ' + state + (isUrgent ? '!' : ''));
}

test('a card costs what it shows at first sight', () => {
  const cost = (...w) => costOf({ w, p: [] }, weights);
  assert.deepEqual([cost(3, 0, 0, 0, 0, 0), cost(0, 9, 0, 0, 0, 0), cost(1, 2, 1, 1, 1, 0), cost(0, 0, 0, 0, 0, 0)],
    [3, 1, 7, 0.25]);
  assert.equal(cost(3, 0, 1, 0, 0, 1), 5);
});

test('what is seen comes first, the active card before all; then as far ahead as the budget goes', () => {
  assert.deepEqual(planFor(), ['1 collapsed!', '2 collapsed!', '3 collapsed', '4 collapsed', '5 collapsed']);
});

test('upward, the cards above are ahead, the nearest first; then those below', () => {
  assert.deepEqual(planFor({ seen: [2, 3], active: 3, direction: -1 }),
    ['3 collapsed!', '2 collapsed!', '1 collapsed', '0 collapsed', '4 collapsed']);
});

test('a reader who stays gets the rest of the active card before the cards ahead', () => {
  const hasStates = () => true;
  assert.deepEqual(planFor({ hasStates }).slice(2, 4), ['1 expanded', '3 collapsed']);
  assert.deepEqual(planFor({ hasStates, stays: false }).slice(2), ['3 collapsed', '4 collapsed', '5 collapsed', '1 expanded']);
});

test('of a carousel the pages beside the shown one come with the card, the others last', () => {
  const stories = [photo, carousel, photo, photo];
  assert.deepEqual(planFor({ stories, weights: { ...weights, budget: 1 } }),
    ['1 collapsed!', '2 collapsed!', '1 page-1', '1 page-2', '3 collapsed', '1 page-3', '1 page-4']);
});

test('the pages of a carousel that was turned are seen: they are urgent', () => {
  const stories = [photo, photo, carousel, photo];
  const plan = planFor({ stories, shownPages: new Map([['2/1', 2]]), weights: { ...weights, budget: 0 } });
  assert.deepEqual(plan, ['1 collapsed!', '2 collapsed!', '2 page-2!', '2 page-3!', '2 page-4!']);
  assert.deepEqual(pagesOf(2, carousel, new Map([['2/1', 3]])), {
    near: ['page-3', 'page-4'], far: ['page-1', 'page-2'], isTurned: true,
  });
});

test('a card that costs more than the whole budget is loaded alone', () => {
  const heavy = { w: [5, 0, 0, 0, 0, 0], p: [] };
  assert.deepEqual(planFor({ stories: [photo, photo, photo, heavy, heavy] }).slice(2), ['3 collapsed']);
});

test('nothing is planned beyond what is known', () => {
  assert.deepEqual(planFor({ isKnown: (post) => post < 4 }).slice(2), ['3 collapsed', '0 collapsed']);
  assert.deepEqual(planFor({ story: (post) => (post < 3 ? photo : null) }).slice(2), ['0 collapsed']);
});
