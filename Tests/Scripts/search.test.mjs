import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findWord, folded, foundRanges } from '../../Templates/Site/common/folding.js';
import { isEmpty, matches, mayHold, parseQuery } from '../../Templates/Site/common/search-query.js';
import { Searching } from '../../Templates/Site/common/searching.js';

const hit = (text, wanted) => findWord(folded(text), folded(wanted)) >= 0;

test('cases, accents and ways to write a letter make no difference', () => {
  const pairs = [
    ['Ёжик', 'ЕЖИК'], ['CAFÉ', 'cafe'], ['cafe\u0301', 'café'], ['Straße', 'STRASSE'], ['ΟΔΟΣ', 'οδος'], ['ﬁsh', 'fish'],
    ['İstanbul', 'istanbul'], ['ｗｉｄｅ', 'wide'], ['❤️', '❤'],
  ];
  for (const [text, wanted] of pairs) assert.ok(hit(text, wanted), text + ' ' + wanted);
});

test('й is not и', () => {
  assert.ok(!hit('мои', 'мой') && hit('Мой', 'мой') && hit('МОИ', 'мои'));
});

test('a word is found by its beginning, not in the middle of another', () => {
  assert.ok(hit('поезда опоздали', 'поезд') && !hit('опоздали', 'поезд'));
  assert.ok(!hit('concatenate', 'cat') && hit('black-cat', 'cat') && hit('(cat)', 'cat') && hit('a1 b2', 'b2'));
  assert.equal(findWord('concat cat', 'cat'), 7);
});

test('writing without blanks is found anywhere, and so are emoji', () => {
  assert.ok(hit('今天我们去海边', '海边') && hit('さくらの花', 'の花') && hit('สวัสดีครับ', 'ครับ'));
  assert.ok(hit('ok🐟🐟', '🐟') && hit('день👩‍👩‍👧', '👩‍👩‍👧') && hit('𠮷野家', '野'));
});

test('what was found is marked in the text as it is shown', () => {
  const marked = (text, ...words) => foundRanges(text, words.map(folded)).map(([start, end]) => text.slice(start, end));
  assert.deepEqual(marked('Ёжик, ёжики и Straße', 'ежик', 'strasse'), ['Ёжик', 'ёжик', 'Straße']);
  assert.deepEqual(marked('a🐟b🐟', '🐟'), ['🐟', '🐟']);
  assert.deepEqual(marked('поезда поезд', 'поезд', 'поезда'), ['поезд', 'поезд']);
  assert.deepEqual(marked('ничего', 'всё'), []);
  assert.deepEqual(marked('мои\u0306 cafe\u0301s', 'мой', 'café'), ['мои\u0306', 'cafe\u0301']);
  assert.deepEqual(marked('один два три', 'один два три', 'два', 'три'), ['один два три']);
});

test('a query has words, authors and dates in any order', () => {
  const query = parseQuery('Рыба from:анна since:2024-05 "В ряд" before:2024-06-10');
  assert.deepEqual(query.words, ['рыба', 'в ряд']);
  assert.deepEqual(query.authors, ['анна']);
  assert.deepEqual([query.first, query.last, query.hasDates], [19844, 19883, true]);
  assert.deepEqual(parseQuery('from:"Anna Maria" FROM:«Bo»').authors, ['anna maria', 'bo']);
  assert.deepEqual([parseQuery('on:2024-05-01').first, parseQuery('on:2024-05-01').last], [19844, 19844]);
});

test('a kind that there is none of finds nothing, whatever its name', () => {
  for (const name of ['song', 'constructor', '__proto__']) assert.ok(!matches(parseQuery('kind:' + name), '', null, '', 255), name);
});

test('what is not finished or is no date does no harm', () => {
  assert.deepEqual(parseQuery('"in a').words, ['in a']);
  assert.equal(parseQuery('on:yesterday x').wrong, 'yesterday');
  assert.equal(parseQuery('https://x.org/a').words[0], 'https://x.org/a');
  assert.deepEqual(parseQuery('from: x').words, ['from:', 'x']);
  for (const text of ['', '   ', '""', '«»']) assert.ok(isEmpty(parseQuery(text)), text);
  assert.ok(!isEmpty(parseQuery('on:2024')));
});

test('a message matches that has all that is asked for', () => {
  const query = parseQuery('рыба from:анна on:2024-05-01');
  assert.ok(matches(query, 'анна ковалева', 19844, 'сыр и рыба'));
  assert.ok(!matches(query, 'борис', 19844, 'сыр и рыба'));
  assert.ok(!matches(query, 'анна ковалева', 19845, 'сыр и рыба'));
  assert.ok(!matches(query, 'анна ковалева', null, 'сыр и рыба'));
  assert.ok(!matches(query, 'анна ковалева', 19844, 'сыр'));
  assert.ok(mayHold(query, 19000, 20000) && !mayHold(query, 19845, 20000) && mayHold(parseQuery('x'), null, null));
});

const pieces = [[0, 100, 110], [4, 111, 120], [8, 121, 130]];
const data = [
  [['Анна', 'Борис'], [0, 0, 100, '9:00', 1, 'рыба', 1, 1, 105, '9:01', 64, 'сыр', 2, 0, 110, '9:02', 3, 'рыба и сыр']],
  [['Борис'], [0, 0, 111, '10:00', 64, 'хлеб', 1, 0, 120, '10:01', 64, 'Рыба']],
  [['Анна'], [0, 0, 121, '11:00', 64, 'рыба?']],
];

/** A search over pieces that arrive on demand. */
function searchOf(there, fromEnd = true) {
  const waiting = new Map();
  const asked = [];
  const searching = new Searching(pieces, (piece, then) => {
    asked.push(piece);
    waiting.set(piece, then);
    return there.has(piece) ? data[piece] : null;
  }, fromEnd);
  const come = (piece) => { there.add(piece); waiting.get(piece)(); };
  return { searching, asked, come };
}

/** Returns the reports of a search: places and percentages. */
function run(searching, text) {
  const told = [];
  searching.start(parseQuery(text), (found, done) => told.push([found.map(({ place }) => place), Math.round(done * 100)]));
  return told;
}

test('all pieces are looked through, the last ones first; a feed is from its beginning', () => {
  assert.deepEqual(run(searchOf(new Set([0, 1, 2])).searching, 'рыба'), [[[8], 33], [[5], 67], [[2, 0], 100]]);
  assert.deepEqual(run(searchOf(new Set([0, 1, 2]), false).searching, 'рыба'), [[[0, 2], 33], [[5], 67], [[8], 100]]);
});

test('results are told in their order, whichever piece comes first', () => {
  const { searching, come } = searchOf(new Set());
  const told = run(searching, 'рыба');
  come(0);
  come(1);
  assert.deepEqual(told, []);
  come(2);
  assert.deepEqual(told, [[[8], 33], [[5], 67], [[2, 0], 100]]);
});

test('pieces of other days are not asked for', () => {
  const { searching, asked } = searchOf(new Set([0, 1, 2]));
  const day = (number) => (number === 111 ? '1970-04-22' : '');
  assert.deepEqual(run(searching, 'on:' + day(111)), [[[4], 100]]);
  assert.deepEqual([...new Set(asked)], [1]);
  assert.deepEqual(run(searching, 'on:2024'), [[[], 100]]);
});

test('a new search ends the one before', () => {
  const { searching, come } = searchOf(new Set());
  const told = run(searching, 'рыба');
  const next = run(searching, 'хлеб');
  for (const piece of [2, 1, 0]) come(piece);
  assert.deepEqual([told, next.map(([places]) => places)], [[], [[], [4], []]]);
});

test('a result says who, when and what', () => {
  const { searching } = searchOf(new Set([0, 1, 2]));
  let first = null;
  searching.start(parseQuery('from:бор сыр'), (found) => { first = first ?? found[0] ?? null; });
  assert.deepEqual(first, { place: 1, author: 'Борис', day: 105, time: '9:01', text: 'сыр' });
});

test('kinds go with words, and several of them have to be there together', () => {
  assert.deepEqual(run(searchOf(new Set([0, 1, 2]), false).searching, 'kind:photo').flatMap(([places]) => places), [0, 2]);
  assert.deepEqual(run(searchOf(new Set([0, 1, 2]), false).searching, 'kind:photo kind:VIDEO').flatMap(([places]) => places), [2]);
  assert.deepEqual(run(searchOf(new Set([0, 1, 2]), false).searching, 'рыба kind:text').flatMap(([places]) => places), [5, 8]);
  assert.deepEqual(run(searchOf(new Set([0, 1, 2]), false).searching, 'kind:nothing').flatMap(([places]) => places), []);
});

test('a chosen author is this one and nobody whose name begins like it', () => {
  const query = parseQuery('');
  query.only = 'анна';
  assert.ok(!isEmpty(query) && matches(query, 'анна', null, '') && !matches(query, 'анна ковалева', null, ''));
});
