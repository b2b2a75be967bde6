import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { anchors, feedRules, keep } from '../../Templates/Site/common/anchoring.js';
import { eased } from '../../Templates/Site/common/easing.js';
import {
  chatRules, clamp, follows, heir, insetMovement, offsets, offsetShowing, pinned, restingOffset,
} from '../../Templates/Site/common/resting.js';

// The module Timeline passes the same vectors (Tests/TimelineTests/AnchoringVectorTests.swift).
const { cases } = JSON.parse(readFileSync(new URL('../Vectors/anchoring.json', import.meta.url), 'utf8'));

/** A column that adds up heights. */
class PlainColumn {
  constructor(items) {
    let top = 0;
    this.items = items.map((item) => {
      const placed = { ...item, top };
      top += item.height + item.gap;
      return placed;
    });
    this.height = items.length ? top - items.at(-1).gap : 0;
  }

  shown(from, end) { return this.items.filter((item) => item.top < end && item.top + item.height > from); }

  find(id) { return this.items.find((item) => item.id === id) ?? null; }
}

const viewportOf = ([height, insetTop, insetBottom]) => ({ height, insetTop, insetBottom });

/** Returns the items after a step's edits. */
function edited(items, { delete: gone = [], insert, at, reload, expand, resize }) {
  let left = items.filter((item) => !gone.includes(item.id));
  if (insert) {
    const place = { start: 0, end: left.length }[at] ?? left.findIndex((item) => item.id === at.after) + 1;
    left = [...left.slice(0, place), ...insert, ...left.slice(place)];
  }
  const heights = new Map([reload, expand].filter(Boolean));
  return left.map((item) => ({ ...item, height: resize?.height ?? heights.get(item.id) ?? item.height }));
}

/** Returns the viewport after a step, and how far content moves down with it. */
function seenThrough(rules, viewport, { insets, resize }, offset) {
  if (insets) {
    const next = viewportOf([viewport.height, ...insets]);
    return { next, moved: insetMovement(rules, viewport, next, offset) };
  }
  if (!resize) return { next: viewport, moved: 0 };
  const next = viewportOf(resize.viewport);
  const edge = (each) => (rules.restingEdge === 'top' ? each.insetTop : each.height - each.insetBottom);
  return { next, moved: edge(next) - edge(viewport) };
}

/** Applies the rules to a step, as a page does. */
function played(rules, state, step) {
  const { items, viewport, offset } = state;
  const before = new PlainColumn(items);
  const list = edited(items, step);
  const after = new PlainColumn(list);
  if (step.scroll) {
    const range = offsets(rules, viewport, after.height);
    const { item, edge, distance } = step.scroll;
    const place = { start: range[0], end: range[1] }[step.scroll]
      ?? offsetShowing(rules, viewport, after.height, after.find(item), edge, distance);
    return { items: list, viewport, offset: place, to: place };
  }
  const { next, moved } = seenThrough(rules, viewport, step, offset);
  let fixed = anchors(rules, viewport, before, offset, step.expand?.[0]);
  if (fixed.length && !fixed.some(({ id }) => after.find(id))) {
    const ids = items.map((item) => item.id);
    const place = ids.indexOf(fixed[0].id);
    fixed = heir(rules, fixed[0], after, ids.slice(0, place).reverse(), ids.slice(place + 1));
  }
  const kept = keep(fixed, after, offset, moved);
  const edgeItem = list.at(rules.restingEdge === 'top' ? 0 : -1);
  const isNew = edgeItem && !before.find(edgeItem.id);
  const isFollowed = step.mayFollow && isNew && follows(rules, viewport, before.height, offset);
  const to = isFollowed
    ? restingOffset(rules, next, after.height) : clamp(kept, offsets(rules, next, after.height));
  return { items: list, viewport: next, offset: kept, to };
}

const isNear = (one, other, what) => assert.ok(Math.abs(one - other) < 1e-5, `${what}: ${one}, not ${other}`);

for (const { id, about, rules: named, viewport, count, items, offset, steps } of cases) {
  test(`${id}: ${about}`, () => {
    const rules = { feed: feedRules, chat: chatRules }[named] ?? named;
    const list = items ?? Array.from({ length: count }, (_, number) => ({ id: number, height: 100, gap: 8 }));
    let state = { items: list, viewport: viewportOf(viewport), offset };
    for (const step of steps) {
      state = played(rules, state, step);
      isNear(state.offset, step.offset, 'offset');
      isNear(state.to, step.to ?? step.offset, 'to');
      state.offset = state.to;
      const content = new PlainColumn(state.items);
      const [anchor] = anchors(rules, state.viewport, content, state.offset);
      assert.equal(anchor?.id, step.anchor?.id);
      assert.equal(anchor?.edge, step.anchor?.edge);
      if (anchor) isNear(anchor.y, step.anchor.y, 'anchor');
      if (!step.pinned) continue;
      const header = pinned(state.viewport, state.offset, content.items.filter((item) => item.isPinned));
      assert.deepEqual(header, step.pinned);
    }
  });
}

test('an animation is slow at both ends, as CSS has it', () => {
  // Chromium's and WebKit's values of cubic-bezier(0.42, 0, 0.58, 1).
  const values = [[-1, 0], [0, 0], [0.1, 0.019722], [0.25, 0.129162], [0.5, 0.5], [0.75, 0.870838], [1, 1], [2, 1]];
  for (const [share, value] of values) assert.ok(Math.abs(eased(share) - value) < 1e-6);
});

test('content that is gone keeps its offset', () => {
  assert.equal(keep([{ id: 1, edge: 'top', y: 5 }], new PlainColumn([]), 77), 77);
  assert.deepEqual(heir(feedRules, { id: 1, edge: 'top', y: 5 }, new PlainColumn([]), [0], [2]), []);
});
