import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ScrollScale } from '../../Templates/Site/feed/scroll-scale.js';

// Bar and foot take 56 pixels, and the window has 812.
const scaleOf = (total) => new ScrollScale(total, 56 - 812);

test('a short column is scrolled as it is', () => {
  const scale = scaleOf(6e6);
  assert.equal(scale.isCompressed, false);
  assert.equal(scale.lastScroll, scale.lastTop);
  assert.equal(scale.topFor(123456), 123456);
  assert.equal(scale.scrollFor(123456), 123456);
});

test('a column shorter than the window does not scroll', () => assert.equal(scaleOf(300).lastScroll, 0));

test('a long column’s ends are one to one, and its end is the scroll bar’s', () => {
  const scale = scaleOf(50e6);
  assert.equal(scale.height, 6e6);
  assert.equal(scale.topFor(50000), 50000);
  assert.equal(scale.topFor(scale.lastScroll), scale.lastTop);
  assert.equal(scale.topFor(scale.lastScroll - 40000), scale.lastTop - 40000);
});

test('half of the bar is half of the column', () => {
  const scale = scaleOf(50e6);
  assert.ok(Math.abs(scale.topFor(scale.lastScroll / 2) - scale.lastTop / 2) < 1);
});

test('there and back is the same place, and further down is further on', () => {
  const scale = scaleOf(77777777);
  let before = -1;
  for (let scrolled = 0; scrolled <= scale.lastScroll; scrolled += 12345) {
    const top = scale.topFor(scrolled);
    assert.ok(top > before);
    assert.ok(Math.abs(scale.scrollFor(top) - scrolled) < 1e-6);
    before = top;
  }
});
