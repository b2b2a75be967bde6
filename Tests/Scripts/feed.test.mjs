import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dotsFrame, pageAt } from '../../Templates/Site/feed/carousel.js';
import { Feed } from '../../Templates/Site/feed/feed.js';
import { Metrics } from '../../Templates/Site/feed/metrics.js';
import { pictureFile } from '../../Templates/Site/feed/picture-file.js';
import { askedWidth, bucketOf, fittingTheme, fittingWidth, lanesWithin } from '../../Templates/Site/feed/settings.js';
import { textRuns } from '../../Templates/Site/feed/text-runs.js';

const widths = [[320, 304], [375, 359], [414, 398]];

test('a window gets the design’s width where that fits, else the widest that does, else the narrowest', () => {
  assert.deepEqual([1280, 601, 600, 414, 400, 319].map((room) => fittingWidth(widths, room)), [375, 375, 414, 414, 375, 320]);
  assert.equal(fittingWidth([[320, 304]], 1280), 320);
});

test('an address gets the width that it asks for, where that was exported', () => {
  assert.deepEqual(['414', '400', '', null, '414.0'].map((asked) => askedWidth(widths, asked)), [414, 0, 0, 0, 0]);
});

test('a theme that was not exported is replaced by the first one', () => {
  const both = ['light', 'dark'];
  assert.equal(fittingTheme(both, '', true), 'dark');
  assert.equal(fittingTheme(both, 'light', true), 'light');
  assert.equal(fittingTheme(both, 'sepia', true), 'light');
  assert.equal(fittingTheme(['dark'], '', false), 'dark');
});

test('where the system asks for more contrast a theme for it is taken, unless somebody chose another', () => {
  const themes = ['light', 'dark', 'high-contrast', 'high-contrast-dark'];
  assert.deepEqual([false, true].map((isDark) => fittingTheme(themes, '', isDark, true)), ['high-contrast', 'high-contrast-dark']);
  assert.equal(fittingTheme(themes, 'light', false, true), 'light');
  assert.equal(fittingTheme(['light', 'dark'], '', true, true), 'dark');
});

test('there are as many lanes as there is room for, one at least and four at most', () => {
  assert.deepEqual([320, 753, 754, 1440, 5000].map((room) => lanesWithin(room, 359, 12)), [1, 1, 2, 3, 4]);
});

// The published test vectors of 32-bit FNV-1a.
test('ids are found by FNV-1a', () => {
  assert.deepEqual(['', 'a', 'foobar'].map((id) => bucketOf(id, 2 ** 32)), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

test('a further file of ids takes some of one other', () => {
  const ids = Array.from({ length: 400 }, (_, at) => 'wall1_' + at);
  const moved = new Set(ids.filter((id) => bucketOf(id, 5) !== bucketOf(id, 6)).map((id) => bucketOf(id, 5)));
  assert.deepEqual([...moved], [1]);
  assert.deepEqual(new Set(ids.map((id) => bucketOf(id, 5))), new Set([0, 1, 2, 3, 4]));
});

test('a picture is named by width, scale, theme and state', () => {
  const pattern = 'cards/{id}/{width}@{scale}x-{theme}-{state}.png';
  assert.equal(pictureFile(pattern, 'wall-1_2', { width: 375, scale: 2, theme: 'dark', state: 'page-3' }),
    'cards/wall-1_2/375@2x-dark-page-3.png');
});

test('a strip shows the page that it is scrolled to, and never one that there is not', () => {
  assert.deepEqual([-20, 0, 160, 170, 650, 9999].map((left) => pageAt(left, 325, 3)), [0, 0, 0, 1, 2, 2]);
  assert.deepEqual([20, 0, -160, -170, -650, -9999].map((left) => pageAt(left, -325, 3)), [0, 0, 0, 1, 2, 2]);
});

// A page control 38 points high whose row ends in the middle of a pixel, above a hairline of half a point.
test('new dots hide the old ones and nothing else of the page control', () => {
  assert.deepEqual(dotsFrame([0, 291.5, 359, 38, 160, 307, 7, 7, 16]), [0, 306, 359, 9]);
  assert.deepEqual(dotsFrame([0, 291, 359, 38, 160, 306.5, 7, 7, 16]), [0, 305, 359, 10]);
  assert.deepEqual(dotsFrame([0, 10, 359, 7, 160, 10, 7, 7, 16]), [0, 10, 359, 7]);
});

test('a text is cut where its lines end', () => {
  assert.deepEqual(textRuns('one two three', [], [0, 4, 4, 13]), [['one', -1], [' ', -1, true], ['two three', -1]]);
  assert.deepEqual(textRuns('hidden', [], []), []);
});

test('and where its links begin and end, over two lines as well', () => {
  const text = 'see https://x.org/a b';
  assert.deepEqual(textRuns(text, [[4, 19, 'u']], [0, 12, 12, 21]),
    [['see ', -1], ['https://', 0], ['', 0, true], ['x.org/a', 0], [' b', -1]]);
});

test('ends of the text’s own lines stay, those of the picture are blanks or nothing', () => {
  const breaks = (text, lines, links = []) => textRuns(text, links, lines).filter((run) => run[2]).map(([run, link]) => [run, link]);
  assert.deepEqual(breaks('one\n\ntwo', [0, 3, 4, 4, 5, 8]), [['\n', -1], ['\n', -1]]);
  assert.deepEqual(breaks('one  two', [0, 5, 5, 8]), [[' ', -1]]);
  assert.deepEqual(breaks('今天我们', [0, 2, 2, 4]), [['', -1]]);
  assert.deepEqual(breaks('a link here', [0, 7, 7, 11], [[2, 11, 'u']]), [[' ', 0]]);
  const text = 'what was written\nstays, whatever is drawn';
  const lines = [0, 9, 9, 16, 17, 33, 33, text.length];
  assert.equal(textRuns(text, [], lines).map(([run]) => run).join(''), text);
});

test('a link that leads nowhere is words like the others; two links keep their numbers', () => {
  assert.deepEqual(textRuns('ab cd', [null, [3, 5, 'u']], [0, 5]), [['ab ', -1], ['cd', 1]]);
  assert.deepEqual(textRuns('abcd', [[0, 2, 'u'], [2, 4, 'v']], [0, 4]), [['ab', 0], ['cd', 1]]);
});

test('a link behind the last line that is shown is not told of', () => {
  assert.deepEqual(textRuns('ab cd', [[3, 5, 'u']], [0, 2]), [['ab', -1]]);
});

function feedOf(data) {
  const index = { count: 3, block: 1024, chunk: 2, buckets: 1, gap: 10, widths, heights: { 375: [300], 320: [330] } };
  const chunks = {
    get(kind, key, then) {
      if (data[kind + '/' + key] === undefined) this.waiting.push([kind + '/' + key, then]);
      return data[kind + '/' + key] ?? null;
    },
    waiting: [],
  };
  const feed = new Feed(index, chunks, () => {}, { width: 375, theme: 'light', hasBoxes: false }, { top: 0 });
  return { feed, chunks };
}

test('what is known of a post stands in its chunk, at the page’s width', () => {
  const { feed } = feedOf({ 'stories/0': ['b', 'c'], 'layouts/375/1': ['a'], 'layouts/320/1': ['A'] });
  assert.equal(feed.story(2), 'c');
  assert.equal(feed.story(0), null);
  assert.equal(feed.layout(0), 'a');
  feed.width = 320;
  assert.equal(feed.layout(0), 'A');
  assert.equal(feed.cardWidth, 304);
});

test('boxes say their paths by a table, those of a post that left long ago in words', () => {
  const { feed } = feedOf({ 'boxes/375/1': [['card', 'card/text'], [[[0, 0, 0, 9, 9], [1, 1, 2, 3, 4]], null]],
    'boxes/375/0': [['card'], [[['card/text', 1, 2, 3, 4]], [[0, 0, 0, 9, 8]]], 0] });
  assert.deepEqual(feed.boxes(0), [[['card', 0, 0, 9, 9], ['card/text', 1, 2, 3, 4]], null]);
  assert.deepEqual(feed.boxes(1), [[['card/text', 1, 2, 3, 4]], [['card', 0, 0, 9, 8]]]);
  assert.deepEqual(feed.boxes(2), [[], null]);
});

test('a card of one state is expanded; one of two is what it was made', () => {
  const { feed } = feedOf({ 'heights/375/0': [[100, 100, 100], [0, 40, 0]] });
  assert.deepEqual([0, 1].map((post) => feed.stateOf(post)), ['expanded', 'collapsed']);
  feed.expanded.set(1, 0.5);
  assert.equal(feed.stateOf(1), 'expanded');
});

test('a post is found by its id, at once or when the table comes', () => {
  const found = [];
  const { feed } = feedOf({ 'ids/0': ['x', 2, 'y', 1] });
  feed.lookUp('y', (post) => found.push(post));
  feed.lookUp('z', (post) => found.push(post));
  const late = feedOf({});
  late.feed.lookUp('y', (post) => found.push(post));
  late.chunks.waiting[0][1](['y', 0]);
  assert.deepEqual(found, [1, 2]);
});

test('a card counts when it comes into view, and as a placeholder when it has no picture then', () => {
  const metrics = new Metrics();
  const cards = new Map([[0, { hasPicture: true }], [1, { hasPicture: false }]]);
  metrics.count([0, 1], cards);
  metrics.count([1, 2], cards);
  metrics.count([0], cards);
  assert.deepEqual([metrics.viewed, metrics.placeholders, metrics.mostCards, metrics.perThousand], [4, 2, 2, 500]);
});
