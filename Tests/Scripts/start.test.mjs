// Tests the start page of several feeds and chats, which searches the data of their own pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { Searching } from '../../Templates/Site/common/searching.js';
import { parseQuery } from '../../Templates/Site/common/search-query.js';
import { Stemmers } from '../../Templates/Site/common/stemmers.js';
import { ListedFeeds, checkedDataPath } from '../../Templates/Site/start/listed-feeds.js';
import { MergedEntries } from '../../Templates/Site/start/merged-entries.js';
import { MergedSearching } from '../../Templates/Site/start/merged-searching.js';
import { stemmerOf } from '../../Templates/Site/stems/snowball.js';
import { WordForms } from '../../Templates/Site/stems/word-forms.js';

/** Data files of a feed with two posts and of a chat. A third feed has no files, because its folder is missing. */
const ofThree = {
  'feeds/a/site/index.js': { count: 2, chunk: 32, search: [[0, 19000, 19001]], days: [0], words: {} },
  'feeds/a/site/search/0.js': [['Anna', 'Boris'], [0, 0, 19001, 'yesterday', 64, 'a lake', 1, 1, 19000, 'May 1', 64, 'lakes']],
  'feeds/a/site/days/0.js': [1, 19001, 0, 19000],
  'feeds/a/site/facets/0.js': [['Anna', 3, 'Boris', 1], [0, 2]],
  'feeds/a/site/stories/0.js': [{ i: 'wall1_2' }, { i: 'wall1_1' }],
  'chats/c/site/index.js': { count: 3, chunk: 32, search: [[1, 19002, 19002]], chat: { days: [0] }, words: {} },
  'chats/c/site/search/0.js': [['Plans'], [0, 0, 19002, '10:00', 64, 'to the lake', 1, 0, null, '10:01', 64, 'yes']],
  'chats/c/site/days/0.js': [0, 19002],
  'chats/c/site/stories/0.js': [{ i: 'day-1' }, { i: 'message-1' }, { i: 'message-2' }],
};

/** Returns the list of feeds once it's ready. */
function listed(files = ofThree) {
  let index;
  const list = [{ folder: 'feeds/a', name: 'Anna' }, { folder: 'feeds/gone', name: 'Gone' }, { folder: 'chats/c', name: 'Plans' }];
  const asked = [];
  const feeds = new ListedFeeds(list, (feed, path, done, failed) => {
    asked.push(path);
    const data = files[path];
    if (!data) return failed();
    if (path.endsWith('/index.js')) {
      index = data;
      return done();
    }
    const [, kind, key] = /\/site\/([a-z]+)\/(\d+)\.js$/.exec(path);
    // Like a script, the data arrives after the request returns.
    setTimeout(() => feeds.feeds[feed].chunks.receive(kind, key, data));
  }, () => {}, (day) => 'day ' + day);
  return new Promise((ready) => feeds.ask(() => index, () => ready({ feeds, asked })));
}

const wait = () => new Promise((then) => setTimeout(then, 5));

test('a search goes over all of them, the newest first, and tells whose each entry is', async () => {
  const { feeds } = await listed();
  const searching = new Searching(feeds.pieces.map(({ piece }) => piece), (piece, then) => feeds.search(piece, then), false);
  const found = [];
  searching.start(parseQuery('lake'), (some) => found.push(...some));
  await wait();
  assert.deepEqual(found.map(({ place, author, time }) => [place, author, time]), [
    [3, 'Plans', 'day 19002 10:00'], [0, 'Anna', 'day 19001'], [1, 'Boris · Anna', 'day 19000'],
  ]);
});

/** Returns the batches that a search over all feeds reports. */
async function search(files, words) {
  const { feeds } = await listed(files);
  const searching = new MergedSearching(
    feeds.pieces.map(({ piece }) => piece), (piece, then) => feeds.search(piece, then), false);
  const told = [];
  searching.start(parseQuery(words), (some) => told.push(some.map(({ day, text }) => [day, text])));
  await wait();
  return told.filter((some) => some.length);
}

test('what is found waits for pieces of other feeds that may have something newer', async () => {
  const of = (name, days) => ({
    [`${name}/site/index.js`]: { count: days.length, chunk: 32, search: [[0, Math.min(...days), Math.max(...days)]], days: [], words: {} },
    [`${name}/site/search/0.js`]: [['Anna'], days.flatMap((day, at) => [at, 0, day, 'then', 64, 'lake ' + day])],
  });
  const told = await search({ ...of('feeds/a', [50, 40, 20, 10]), ...of('chats/c', [30, 25]) }, 'lake');
  assert.deepEqual(told.flat().map(([day]) => day), [50, 40, 30, 25, 20, 10]);
  // Entries newer than all of the chat's are reported before the chat's data arrives.
  assert.deepEqual(told[0].map(([day]) => day), [50, 40]);
});

test('within a day the last message of a conversation comes first', async () => {
  const told = await search({ ...ofThree, 'chats/c/site/search/0.js': [
    ['Plans'], [0, 0, 19002, '10:00', 64, 'one lake', 1, 0, 19002, '10:01', 64, 'two lakes']] }, 'lake');
  assert.deepEqual(told.flat().map(([, text]) => text), ['two lakes', 'one lake', 'a lake', 'lakes']);
});

test('other forms of a word are found by what the folder of a feed has', async () => {
  const english = readFileSync(new URL('../../Templates/Site/stems/en.sbl', import.meta.url), 'utf8');
  const { feeds } = await listed({
    ...ofThree, 'chats/c/site/index.js': { ...ofThree['chats/c/site/index.js'], stems: ['en'] },
    'chats/c/site/stems/0.js': { stemmerOf, WordForms }, 'chats/c/site/stems/1.js': [english],
  });
  const stemmers = new Stemmers(feeds.stems, (file, then) => feeds.stemmed.chunks.get('stems', file, then));
  const query = parseQuery('lakes');
  await new Promise((ready) => stemmers.addTo(query, ready));
  const searching = new MergedSearching(
    feeds.pieces.map(({ piece }) => piece), (piece, then) => feeds.search(piece, then), false);
  const told = [];
  searching.start(query, (some) => told.push(...some.map(({ text }) => text)));
  await wait();
  assert.deepEqual(told, ['to the lake', 'a lake', 'lakes']);
});

test('authors are told by name, with the feed that they write in', async () => {
  const { feeds } = await listed();
  const searching = new MergedSearching(
    feeds.pieces.map(({ piece }) => piece), (piece, then) => feeds.search(piece, then), false);
  const told = [];
  searching.start(parseQuery('boris'), (some, done, people) => told.push(...people));
  await wait();
  assert.deepEqual(told, ['Boris · Anna']);
});

test('authors are offered with the feed that they write in, and kinds with how many all have', async () => {
  const { feeds } = await listed();
  let facets = feeds.facets(() => { facets = feeds.facets(() => {}); });
  assert.equal(facets, null);
  await wait();
  assert.deepEqual(facets, [['Anna', 3, 'Boris · Anna', 1], [0, 2]]);
});

test('an entry is found on the page of its own feed', async () => {
  const { feeds } = await listed();
  const addresses = [];
  for (const place of [0, 1, 3]) feeds.address(place, (address) => addresses.push(address));
  await wait();
  assert.deepEqual(addresses.sort(), [
    'chats/c/index.html#post-message-1', 'feeds/a/index.html#post-wall1_1', 'feeds/a/index.html#post-wall1_2',
  ]);
});

test('the calendar has the days of all of them, each once', async () => {
  const { feeds } = await listed();
  assert.equal(feeds.all(() => {}), null);
  await wait();
  assert.deepEqual(feeds.all(() => {})?.map(({ day }) => day), [19000, 19001, 19002]);
});

test('nothing is asked for before somebody searches but what is known of each, and only once', async () => {
  const { feeds, asked } = await listed();
  feeds.ask(() => assert.fail(), () => assert.fail());
  assert.deepEqual(asked, ['feeds/a', 'feeds/gone', 'chats/c'].map((folder) => folder + '/site/index.js'));
});

test('scripts come from the folders of what is listed alone', () => {
  assert.equal(checkedDataPath('chats/a-1/site/search/12.js'), 'chats/a-1/site/search/12.js');
  for (const path of ['../feeds/a/site/index.js', 'https://a.example/x.js', 'feeds/a/site/feed.js', 'feeds/../site/index.js']) {
    assert.throws(() => checkedDataPath(path));
  }
});

test('the timeline takes entries of all of them, newest first, and loads only what it needs', async () => {
  const { feeds, asked } = await listed();
  const entries = new MergedEntries(feeds);
  assert.deepEqual(entries.take(2, () => {}), []);
  await wait();
  assert.deepEqual(entries.take(1, () => {}).map(({ place, feed, author, day }) => [place, feed, author, day]),
    [[3, 2, 'Plans', 19002]]);
  assert.ok(!asked.includes('feeds/a/site/search/0.js'));
  assert.deepEqual(entries.take(9, () => {}), []);
  await wait();
  // An entry without a day is the last.
  assert.deepEqual(entries.take(9, () => {}).map(({ place, day }) => [place, day]), [[0, 19001], [1, 19000], [4, null]]);
  assert.ok(entries.areAllRead);
  assert.deepEqual(entries.take(9, () => {}), []);
});
