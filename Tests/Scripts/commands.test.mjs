import assert from 'node:assert/strict';
import { test } from 'node:test';

import { facesCommand } from '../../Templates/Site/review/commands.js';

test('the command that draws a post in all skins names the project whose cases are approved', () => {
  assert.equal(facesCommand('feedproof approve', 'wall1_2'), 'feedproof picture . skins.png --post wall1_2 --skin all');
  assert.equal(facesCommand("feedproof approve 'my feed' --output out", 'a'),
    "feedproof picture 'my feed' skins.png --post a --skin all");
  assert.equal(facesCommand('feedproof approve holiday', 'a'), 'feedproof picture holiday skins.png --post a --skin all');
  assert.equal(facesCommand('feedproof approve --before main-shots', 'a'), null);
  assert.equal(facesCommand('', 'a'), null);
});
