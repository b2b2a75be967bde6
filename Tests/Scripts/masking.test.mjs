// Tests masks that the review collects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { masksText } from '../../Templates/Site/review/masking.js';

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
