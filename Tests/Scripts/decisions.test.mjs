import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Decisions, whyNot } from '../../Templates/Site/review/decisions.js';
import { review } from './review-data.mjs';

function decisionsWith(saved = null) {
  const storage = { text: saved, read() { return this.text; }, write(text) { this.text = text; } };
  const { cases } = review();
  const decisions = new Decisions(cases, storage);
  decisions.restore();
  return { decisions, cases, storage, of: (...numbers) => numbers.map((number) => cases.list[number]) };
}

test('a decision is kept, and taken back step by step', () => {
  const { decisions, storage, of } = decisionsWith();
  assert.equal(decisions.apply(of(0, 1), 'approve'), 'Approved 2 cases');
  assert.equal(decisions.apply(of(0), 'reject'), 'Rejected a 375 · 2x · light · expanded');
  assert.equal(decisions.stateOf(of(0)[0]), 'reject');
  assert.match(decisions.undo(), /^Rejected/);
  assert.equal(decisions.stateOf(of(0)[0]), 'approve');
  assert.match(decisions.undo(), /^Approved/);
  assert.equal(decisions.undo(), null);
  assert.equal(storage.text, null);
});

test('it survives the page, for cases that are still there', () => {
  const { storage, decisions, of } = decisionsWith();
  decisions.apply(of(0), 'approve');
  const again = decisionsWith(storage.text.replace(']]', '],["gone away","reject"]]'));
  assert.deepEqual([...again.decisions.decided], [['a/375@2x-light-expanded', 'approve']]);
});

test('a browser that keeps nothing, or something else, does not keep anybody from deciding', () => {
  for (const read of [() => { throw new Error('denied'); }, () => '{', () => '7']) {
    const decisions = new Decisions(review().cases, { read, write() { throw new Error('full'); } });
    decisions.restore();
    assert.equal(decisions.isStored, false);
    decisions.apply([decisions.cases.list[0]], 'approve');
    assert.equal(decisions.decided.size, 1);
  }
});

test('what the report says was written before stays: it is no step, and nothing is left to decide', () => {
  const { decisions, of } = decisionsWith();
  decisions.record([['a/375@2x-light-expanded', 'approve', 'good'], ['mock/one', 'reject', null], ['gone away', 'reject', null]]);
  assert.deepEqual([...decisions.decided], [['a/375@2x-light-expanded', 'written'], ['mock/one', 'reject']]);
  assert.equal(decisions.comments.get('a/375@2x-light-expanded'), 'good');
  decisions.apply(of(1), 'approve');
  decisions.undo();
  assert.equal(decisions.undo(), null);
  assert.deepEqual(decisions.able(of(0, 1), 'reject'), of(1));
});

test('what the server knows is what is shown, whoever decided', () => {
  const { decisions, of } = decisionsWith();
  decisions.served(of(0, 1), 'written');
  decisions.apply(of(2), 'reject');
  decisions.follow({ mark: '"1"', comparison: 0, decisions: [
    { case: 'a/375@2x-light-expanded', decision: 'approve', canUndo: true },
    { case: 'b/375@2x-light-expanded', decision: 'reject', comment: 'mend it', canUndo: true },
  ] });
  assert.deepEqual([...decisions.decided], [['a/375@2x-light-expanded', 'written'], ['b/375@2x-light-expanded', 'reject']]);
  assert.equal(decisions.comments.get('b/375@2x-light-expanded'), 'mend it');
  assert.equal(decisions.steps[0].isServed, true);
});

test('progress counts what is to be looked at, and what of it nobody has decided about', () => {
  const { decisions, of } = decisionsWith();
  assert.deepEqual(decisions.progress(() => true), { all: 4, left: 4 });
  decisions.apply(of(0, 2), 'reject');
  assert.deepEqual(decisions.progress(() => true), { all: 4, left: 2 });
});

test('comments are kept with decisions, in the browser and in the file', () => {
  const { decisions, storage, of } = decisionsWith();
  decisions.comments.set('mock/one', 'rounder');
  decisions.apply(of(2), 'reject');
  const again = decisionsWith(storage.text);
  assert.equal(again.decisions.comments.get('mock/one'), 'rounder');
  assert.deepEqual(JSON.parse(again.decisions.file()).decisions, [{ case: 'mock/one', decision: 'reject', comment: 'rounder' }]);
});

test('a mockup and a failed comparison can be rejected, never approved; what is as it was neither', () => {
  const { decisions, of } = decisionsWith();
  assert.deepEqual(decisions.able(of(0, 2, 3, 4, 5), 'approve'), of(0));
  assert.deepEqual(decisions.able(of(0, 2, 3, 4, 5), 'reject'), of(0, 2, 3));
  assert.deepEqual([0, 2, 3, 4, 5].map((number) => whyNot(of(number)[0]) === ''), [true, false, false, false, false]);
});

test('what the server is being asked about can’t be approved again', () => {
  const { decisions, of } = decisionsWith();
  decisions.pending.add(of(0)[0].id);
  assert.deepEqual(decisions.undecided(of(0, 1)), of(1));
  assert.equal(decisions.stateOf(of(0)[0]), 'pending');
});

test('the file has approvals, then rejections, with the digest of what was seen', () => {
  const { decisions, of } = decisionsWith();
  decisions.apply(of(2), 'reject');
  decisions.apply(of(1, 0), 'approve');
  assert.deepEqual(JSON.parse(decisions.file()), {
    schema: 1,
    decisions: [
      { case: 'a/375@2x-light-expanded', decision: 'approve', sha256: 'aa' },
      { case: 'a/375@2x-light-collapsed', decision: 'approve' },
      { case: 'mock/one', decision: 'reject' },
    ],
  });
});
