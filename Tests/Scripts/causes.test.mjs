import assert from 'node:assert/strict';
import { test } from 'node:test';

import { comparedLines, comparedWhen } from '../../Templates/Site/review/all-good.js';
import { questionBefore } from '../../Templates/Site/review/approving.js';
import { isReplaced, kindOf } from '../../Templates/Site/review/box-facts.js';
import { headline, kindName } from '../../Templates/Site/review/causes.js';
import { changesOnce, reasonsOnce } from '../../Templates/Site/review/telling.js';
import { withGroups } from '../../Templates/Site/review/writing.js';
import { review } from './review-data.mjs';

/** Four cases: all have a token cause, and two also have a text and a photo cause. */
function mixed() {
  const { cases, listing } = review();
  const [token, text, photo] = [
    { id: 't', title: '{type.name} fontSize 14 → 15', sentence: 'Author’s name 14 → 15 pt', cases: [0, 1, 2, 3], kind: 'token' },
    { id: 'w', title: 'card/text: “[− a] [+ b]”', sentence: 'The text “a” → “b”', cases: [2, 3], kind: 'text' },
    { id: 'p', title: 'card/photo: different image', sentence: 'The photo is a different image', cases: [2, 3], kind: 'photo' },
  ];
  cases.clusters.splice(0, cases.clusters.length, token, text, photo);
  const of = [[0], [0], [0, 1, 2], [0, 1, 2]];
  of.forEach((clusters, number) => { cases.list[number].clusters = clusters; });
  return { cases, listing, causes: cases.causes };
}

test('a stack is headed by the causes that are its own, and counts those of others', () => {
  const { causes } = mixed();
  assert.equal(causes.title([0, 1, 2]), 'The text “a” → “b” · The photo is a different image');
  assert.equal(causes.rest([0, 1, 2]), 'and 1 cause of others');
  assert.deepEqual([causes.title([0]), causes.rest([0])], ['Author’s name 14 → 15 pt', '']);
});

test('a stack without a cause of its own is headed by the one that the fewest cases have', () => {
  const { cases, causes } = mixed();
  cases.list[3].clusters = [0, 2];
  assert.deepEqual([causes.title([0, 2]), causes.rest([0, 2])], ['The photo is a different image', 'and 1 cause of others']);
});

test('where several causes are as rare, all of them head it', () => {
  const { cases, causes } = mixed();
  cases.list[2].clusters = [1, 2];
  assert.deepEqual([causes.title([0, 1, 2]), causes.rest([0, 1, 2])],
    ['The text “a” → “b” · The photo is a different image', 'and 1 cause of others']);
});

test('a tile’s headline leaves out how many cards and films have the cause', () => {
  for (const tail of [', on 1 card', ', on 12\u202f408 cards, also seen in 8 films', ', also seen in 1 film', ', in 2 films', '']) {
    assert.equal(headline('Author’s name 14 → 15 pt' + tail), 'Author’s name 14 → 15 pt');
  }
  assert.equal(headline('The text “a” → “on 2 cards, in”'), 'The text “a” → “on 2 cards, in”');
});

test('a cause without a sentence is told by its title, and one of no known kind is unexplained', () => {
  const [cluster] = review().cases.clusters;
  assert.deepEqual([cluster.sentence, cluster.kind], [cluster.title, 'unknown']);
  assert.deepEqual([kindName('photo'), kindName('token', 2)], ['replaced photo', '2 design tokens']);
});

test('a box with another picture is told apart from one that changed otherwise', () => {
  const frame = [0, 0, 1, 1];
  const [photo, moved] = [['different image', 1, 'picture'], ['moved 2 pt down', 0, 'moved']]
    .map((change) => ['card/photo', frame, frame, null, null, [change]]);
  assert.deepEqual([isReplaced(photo), isReplaced(moved), kindOf(photo), kindOf(moved)], [true, false, 'own replaced', 'moved']);
});

test('approving several asks where more than one kind of change passes, or a photo that nobody has looked at', () => {
  const { cases: { list }, causes } = mixed();
  const ask = (numbers, seen = []) => questionBefore(causes, numbers.map((number) => list[number]), new Set(seen));
  assert.equal(ask([0, 1]), null);
  assert.equal(ask([2]), null);
  const asked = ask([0, 2, 3], [list[2].id]);
  assert.deepEqual(asked.kinds, [{ kind: 'token', number: 3 }, { kind: 'text', number: 2 }, { kind: 'photo', number: 2 }]);
  assert.deepEqual(asked.unseen, [list[3]]);
});

test('a case’s page tells each thing once', () => {
  const box = ['card/text', [0, 0, 1, 1], [0, 0, 1, 1], null, null, [['“[+ b]”', 1], ['+2 lines', 1]]];
  const titles = ['{type.name} 14 → 15', 'card/text: “[+ b]”', 'card: grows'];
  const reasons = ['{type.name} 14 → 15', 'card/text: “[+ b]”, +2 lines', '3 boxes moved 44 pt down', '10366 pixels differ in card/text'];
  assert.deepEqual(reasonsOnce({ reasons, boxes: [box], pixels: {} }, titles),
    { told: ['{type.name} 14 → 15', 'card/text: “[+ b]”', '3 boxes moved 44 pt down'], rest: ['card: grows'] });
  assert.equal(changesOnce(box, titles), '+2 lines');
  assert.equal(changesOnce(['card/photo', null, null, null, null, [['different image', 1, 'picture'], ['moved', 0, 'moved']]], titles),
    'different image, moved');
});

test('where the boxes tell all of it, the first reason still says why the case is here', () => {
  const box = ['card/name', null, null, null, null, [['size 14 → 15', 1]]];
  assert.deepEqual(reasonsOnce({ reasons: ['card/name: size 14 → 15'], boxes: [box], pixels: null }, []).told, ['card/name: size 14 → 15']);
  assert.deepEqual(reasonsOnce({ reasons: [], boxes: [], pixels: null }, []).told, ['the same image']);
});

test('numbers in a report’s sentences are written as the page’s own', () => {
  assert.equal(withGroups('10366 pixels differ in card/name'), '10\u202f366 pixels differ in card/name');
  assert.equal(withGroups('wall-101003_9021 moves 12 pt; fontSize 1400 → 1500'), 'wall-101003_9021 moves 12 pt; fontSize 1400 → 1500');
});

test('where all is well it is told what was compared, and when', () => {
  const { cases } = review({ only: 'identical' });
  assert.deepEqual(comparedLines(cases.list, cases.verdicts), ['1 case of 1 post: 1 identical', '375 pt wide · 2x · dark']);
  const film = { ...cases.list[0], post: 'films', id: 'films/fling/375@2x-light' };
  assert.equal(comparedLines([...cases.list, film], cases.verdicts)[0], '2 cases of 1 post and 1 film: 2 identical');
  assert.match(comparedWhen(1795461924), /^Compared 2026-11-2[34], \d\d:\d\d$/);
  assert.equal(comparedWhen(undefined), '');
});

test('a review is all good while it lists all cases and none needs anybody', () => {
  const good = review({ only: 'identical' }).listing;
  assert.equal(good.isAllGood, true);
  good.query = 'dark';
  assert.deepEqual([good.isAllGood, review().listing.isAllGood], [false, false]);
});
