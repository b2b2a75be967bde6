// Tests the plan for a state of the feed with the vectors that the laboratory's WeightedPlan passes as well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { prefetchPlan } from '../../Templates/Site/feed/prefetch-plan.js';

const { cases, types, usual } = JSON.parse(readFileSync(new URL('../Vectors/prefetch-plans.json', import.meta.url), 'utf8'));

/** The pictures of a card, in the order of its parts. */
function parts({ pages = 0, states }) {
  const names = Array.from({ length: pages }, (_, number) => 'page-' + (number + 1));
  return ['collapsed', ...names.slice(0, 2), ...(states ? ['expanded'] : []), ...names.slice(2)];
}

for (const { about, cards, seen: [first, last], active, stays, direction, weights, wanted } of cases) {
  test('plan: ' + about, () => {
    const all = cards.map((name) => types[name]);
    const plan = prefetchPlan({
      seen: all.map((_, post) => post).slice(first, last + 1), active, stays, direction, count: all.length,
      weights: { ...usual, ...weights }, shownPages: new Map(), isKnown: () => true, stateOf: () => 'collapsed',
      story: (post) => ({ w: all[post].w, p: all[post].pages ? [['pages', 1, Array(all[post].pages).fill('')]] : [] }),
      hasStates: (post) => Boolean(all[post].states),
    });
    assert.deepEqual(plan.map(({ post, state, isUrgent }) => {
      const part = parts(all[post]).indexOf(state);
      return post + (part ? '+' + part : '') + (isUrgent ? '!' : '');
    }), wanted);
  });
}
