import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Deciding } from '../../Templates/Site/review/deciding.js';
import { Decisions } from '../../Templates/Site/review/decisions.js';
import { Following } from '../../Templates/Site/review/following.js';
import { Server } from '../../Templates/Site/review/server.js';
import { review } from './review-data.mjs';

/** A page whose server answers on demand. */
function served() {
  const { cases } = review();
  const decisions = new Decisions(cases, { read: () => null, write() {} });
  const answers = [];
  globalThis.location = { protocol: 'http:' };
  globalThis.fetch = (path) => new Promise((done) => answers.push({
    path,
    answer: (value) => done({ ok: true, status: 200, headers: new Map([['ETag', '"1"']]), json: () => Promise.resolve(value) }),
  }));
  const server = new Server();
  const said = [];
  const notices = { show: (text) => said.push(text), warn: (text) => said.push(text) };
  const deciding = new Deciding(decisions, server, notices, () => {});
  const following = new Following(server, decisions, notices, () => {});
  return { decisions, server, deciding, following, answers, said, one: cases.list[0] };
}

const soon = () => new Promise((done) => setTimeout(done));

test('what is decided before a server has answered is sent to it', async () => {
  const { decisions, server, deciding, answers, one } = served();
  const opened = server.open();
  deciding.decide([one], 'approve');
  assert.equal(decisions.decided.size, 0);
  answers[0].answer({ token: 'own' });
  await opened;
  await soon();
  assert.deepEqual(answers.map((each) => each.path), ['/api/session', '/api/decisions']);
  answers[1].answer({ approved: [one.id] });
  await soon();
  assert.equal(decisions.stateOf(one), 'written');
});

test('a pair is pinned by the server where there is one, and what becomes of it is said', async () => {
  const { server, deciding, answers, said } = served();
  assert.equal(deciding.pin, null);
  server.token = 'own';
  deciding.pin('avatar', '*user_pic');
  answers[0].answer({ file: 'screens.yml' });
  await soon();
  deciding.pin('avatar', '');
  answers[1].answer({ error: { message: 'the request names no pair' } });
  await soon();
  assert.deepEqual(answers.map((each) => each.path), ['/api/pins', '/api/pins']);
  assert.deepEqual(said, ['Pinned in screens.yml: the next comparison uses it.', 'Not pinned: the request names no pair']);
});

test('where there is no server it is kept by the page', async () => {
  const { decisions, server, deciding, answers, one } = served();
  const opened = server.open();
  deciding.decide([one], 'approve');
  answers[0].answer({});
  await opened;
  await soon();
  assert.equal(decisions.stateOf(one), 'approve');
});

test('an answer that was asked for before a decision does not take it back', async () => {
  const { decisions, server, deciding, following, answers, said, one } = served();
  server.token = 'own';
  const asked = following.ask();
  deciding.decide([one], 'approve');
  answers[1].answer({ approved: [one.id] });
  await soon();
  answers[0].answer({ revision: 0, comparison: 0, decisions: [] });
  await asked;
  assert.equal(decisions.stateOf(one), 'written');
  deciding.undo();
  assert.deepEqual(answers.map((each) => each.path), ['/api/decisions', '/api/decisions', '/api/undo']);
  assert.ok(!said.includes('Nothing to undo.'));
});
