// Tests all forms of words: the programs that Snowball publishes, and their use in a search.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { folded, foundRanges } from '../../Templates/Site/common/folding.js';
import { matches, parseQuery, soughtIn } from '../../Templates/Site/common/search-query.js';
import { Searching } from '../../Templates/Site/common/searching.js';
import { Stemmers } from '../../Templates/Site/common/stemmers.js';
import { WordForms } from '../../Templates/Site/stems/word-forms.js';
import { stemmerOf } from '../../Templates/Site/stems/snowball.js';

const parts = { stemmerOf, WordForms };
const programOf = (language) => readFileSync(new URL(`../../Templates/Site/stems/${language}.sbl`, import.meta.url), 'utf8');
// Stems from Snowball's own vocabularies; for our own words (Arabic, French, Polish), from its C library.
const published = JSON.parse(readFileSync(new URL('../Vectors/stems.json', import.meta.url), 'utf8'));

for (const [language, stems] of Object.entries(published)) {
  test('stems are those of Snowball: ' + language, () => {
    const stem = stemmerOf(programOf(language));
    for (const [word, wanted] of Object.entries(stems)) assert.equal(stem(word), wanted, word);
  });
}

test('a program that ends too early, or has what none of ours has, is an error', () => {
  for (const text of ['define stem as (delete', 'define stem as ( $x += 1 )', 'routines ( a', 'define stem as attach',
    'define other as true']) {
    assert.throws(() => stemmerOf(text), SyntaxError, text);
  }
});

/** Stemmers of a page whose files are loaded. */
function stemmersOf(...languages) {
  const files = [parts, ...languages.map((language) => [programOf(language)])];
  return new Stemmers(languages, (number) => files[number]);
}

const russian = stemmersOf('ru', 'en', 'ar');

/** A query with the forms of its words. */
function queryOf(text, stemmers = russian) {
  const query = parseQuery(text);
  let isReady = false;
  stemmers.addTo(query, () => { isReady = true; });
  assert.ok(isReady);
  return query;
}

const hit = (asked, text, stemmers) => matches(queryOf(asked, stemmers), '', null, folded(text), 0, text);

test('any form of a word finds the others', () => {
  const pairs = [
    ['трамвай', 'Старые трамваи'], ['трамваем', 'ТРАМВАИ!'], ['ёлками', 'Ёлка'], ['елка', 'у ёлок и ёлки'],
    ['trams', 'One tram.'], ['tram', 'Trams'], ['flies', 'to fly'], ['كتاب', 'في الكتاب'], ['الكتاب', 'كِتَاب'],
  ];
  for (const [asked, text] of pairs) assert.ok(hit(asked, text), asked + ' in ' + text);
});

test('what begins otherwise or has another stem is not found', () => {
  const pairs = [['трамваем', 'травма'], ['trams', 'trammel'], ['поездами', 'поезжай'], ['trams', 'ultratram']];
  for (const [asked, text] of pairs) assert.ok(!hit(asked, text), asked + ' in ' + text);
});

test('a word is still found by its beginning, and all of the words are wanted', () => {
  assert.ok(hit('трамва', 'трамваи') && hit('трамваем берегу', 'трамвай на берег') && !hit('трамваем морем', 'трамвай на берег'));
});

test('what stands in quotes is what it says', () => {
  assert.ok(hit('"трамвай у моря"', 'Трамвай у моря') && !hit('"трамваем"', 'трамвай') && !hit('"trams"', 'tram'));
  assert.deepEqual(parseQuery('рыба "в ряд"').typed, ['рыба', '']);
});

test('a page knows its own language and English; others are searched by the text', () => {
  const german = stemmersOf('de', 'en', 'ru');
  assert.ok(hit('Straßenbahnen', 'die Straßenbahn', german) && hit('trams', 'tram', german) && hit('дома', 'дом', german));
  assert.ok(!hit('Straßenbahnen', 'die Straßenbahn'));
  // Letters that Russian doesn't have, words with digits, parts of addresses, and words of fewer than three letters.
  for (const asked of ['трамваї', 'b2', 'x.org', 'my', '今天', 'café2']) assert.equal(queryOf(asked).forms[0], null, asked);
});

test('accents that a reader does not type make no difference', () => {
  const spanish = stemmersOf('es', 'en');
  assert.ok(hit('cancion', 'Dos canciones', spanish) && hit('canciones', 'Una CANCIÓN', spanish));
  assert.ok(hit('evler', 'EVİN', stemmersOf('tr', 'en')));
});

test('marks are around whole forms; a beginning alone is marked as such', () => {
  const marked = (asked, text) => foundRanges(text, soughtIn(queryOf(asked))).map(([start, end]) => text.slice(start, end));
  assert.deepEqual(marked('трамвай', 'Трамваи, трамвайный, трамвай'), ['Трамваи', 'трамвай', 'трамвай']);
  assert.deepEqual(marked('tram', 'trams: a trampoline'), ['trams', 'tram']);
  assert.deepEqual(marked('"tram"', 'trams'), ['tram']);
});

test('a search waits for programs that are on their way, but not for ever', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const files = [];
  const asked = new Map();
  const stemmers = new Stemmers(['en'], (number, then) => {
    asked.set(number, then);
    return files[number];
  });
  const told = [];
  const ask = (text) => {
    const query = parseQuery(text);
    stemmers.addTo(query, () => told.push([text, query.forms.map(Boolean)]));
  };
  ask('"trams"');
  assert.deepEqual([told.splice(0), asked.size], [[['"trams"', [false]]], 0]);
  ask('lakes');
  ask('trams');
  assert.deepEqual([told.length, [...asked.keys()]], [0, [0, 1]]);
  context.mock.timers.tick(1000);
  // Only the last of two searches counts.
  assert.deepEqual(told.splice(0), [['trams', [false]]]);
  [files[0], files[1]] = [parts, [programOf('en')]];
  for (const then of asked.values()) then();
  ask('trams');
  assert.deepEqual(told, [['trams', [true]]]);
});

test('programs that come let the search begin at once', () => {
  const files = [parts];
  let then = () => {};
  const stemmers = new Stemmers(['en'], (number, arrived) => {
    then = arrived;
    return files[number];
  });
  const query = parseQuery('trams');
  let isReady = false;
  stemmers.addTo(query, () => { isReady = true; });
  assert.ok(!isReady);
  files[1] = [programOf('en')];
  then();
  assert.ok(isReady && query.forms[0].isForm('tram'));
});

test('forms of a word are decided once for each word', () => {
  let count = 0;
  const forms = new WordForms('trams', [{ language: 'en', stem: (word) => { count += 1; return word.replace(/s$/, ''); } }]);
  for (let at = 0; at < 5; at += 1) assert.ok(forms.isIn('tree tram trams', 'tree Tram trams'));
  assert.deepEqual(forms.ranges('a tram'), [[2, 6]]);
  // The searched word counts as one of them.
  assert.equal(count, 2);
});

test('authors who are called as somebody searches are told, once each piece, and never what own data is called', () => {
  const data = [['Анна Ковалёва', 'Анна', 'Борис'],
    [0, 0, 1, '', 64, 'да', 1, 1, 1, '', 64 | 256, 'нет', 2, 2, 1, '', 64, 'Анна пришла']];
  const searching = new Searching([[0, 1, 1]], () => data, true);
  const told = (text) => {
    let people;
    searching.start(queryOf(text), (found, done, names) => { people = [found.length, names]; });
    return people;
  };
  assert.deepEqual(told('анна'), [1, ['Анна Ковалёва']]);
  assert.deepEqual(told('ковалева анна'), [0, ['Анна Ковалёва']]);
  assert.deepEqual(told('from:борис анна'), [1, []]);
  assert.deepEqual(told('on:1970'), [3, []]);
});
