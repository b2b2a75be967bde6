import assert from 'node:assert/strict';
import { test } from 'node:test';

import { facesCommand } from '../../Templates/Site/review/commands.js';

test('the command that draws a post in all faces is of the project whose cases are approved', () => {
  assert.equal(facesCommand('feedproof approve', 'wall1_2'), 'feedproof picture . --post wall1_2 --face all --output faces.png');
  assert.equal(facesCommand("feedproof approve --project 'my feed' --output out", 'a'),
    "feedproof picture 'my feed' --post a --face all --output faces.png");
  assert.equal(facesCommand('feedproof approve --before main-shots', 'a'), null);
  assert.equal(facesCommand('', 'a'), null);
});
