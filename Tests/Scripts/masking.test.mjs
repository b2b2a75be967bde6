// Tests masks that the review collects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { masksText, rulesText, toleranceOf } from '../../Templates/Site/review/masking.js';

const box = { post: 'wall1_2', isMockup: false, box: 'card/text' };
const region = { post: 'wall1_2', isMockup: false, region: [12, 40, 351, 20] };

test('masks are the lines that the project file takes, of their post alone', () => {
  assert.equal(masksText([box, region], false), 'masks:\n'
    + '  - {cases: "wall1_2/*", box: "card/text", reason: "say why"}\n'
    + '  - {cases: "wall1_2/*", region: [12, 40, 351, 20], reason: "say why"}\n');
});

test("a mockup's masks stand in its case, and no other ones beside them", () => {
  assert.equal(masksText([box, { ...region, isMockup: true }], true),
    'masks:\n  - {region: [12, 40, 351, 20], reason: "say why"}\n');
});

test('rules of images are the lines that pictures.yml takes', () => {
  assert.equal(rulesText([{ picture: 'a "b".png', region: [1, 2, 3, 4] }, { picture: 'c.png', tolerance: 'count: 7' }]),
    'tolerances:\n  - {pictures: "c.png", count: 7}\n'
    + 'masks:\n  - {pictures: "a \\"b\\".png", region: [1, 2, 3, 4], reason: "say why"}\n');
  assert.equal(rulesText([]), '');
});

test('the proposed tolerance is the one with which the image passes', () => {
  const sized = (width) => ['a.png', width, 20];
  const pixels = { differing: 44 };
  assert.equal(toleranceOf({ pixels, actual: sized(12), expected: sized(10), reasons: ['2 px inserted'] }), 'size: 2, count: 44');
  assert.equal(toleranceOf({ pixels, actual: sized(10), expected: sized(10), reasons: ['text from another rasterizer'] }),
    'rasterizer: true');
  assert.equal(toleranceOf({ pixels: null, actual: null, expected: null, reasons: [] }), '');
});
