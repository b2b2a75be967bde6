import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isForAnother } from '../../Templates/Site/common/keys.js';
import { isForSearch } from '../../Templates/Site/common/search-key.js';
import { pageParts } from '../../Templates/Site/feed/page.js';

function parts() {
  const asked = [];
  const failures = [];
  const page = pageParts((name, failed) => {
    asked.push(name);
    failures.push(failed);
  });
  return { page, asked, fail: () => failures.splice(0).forEach((failed) => failed()) };
}

test('a part is loaded once, and then does what was asked for last', () => {
  const { page, asked } = parts();
  const done = [];
  page.use('find', 'search');
  page.use('find', 'calendar');
  page.ready('find', (what) => done.push(what));
  page.use('find', 'search');
  assert.deepEqual(asked, ['find']);
  assert.deepEqual(done, ['calendar', 'search']);
});

test('what the page itself needs is asked for until it comes', () => {
  const { page, asked, fail } = parts();
  page.use('later');
  fail();
  fail();
  assert.deepEqual(asked, ['later', 'later', 'later']);
});

test('what somebody pressed for is asked for again when they press again, and not behind their back', () => {
  const { page, asked, fail } = parts();
  page.use('photos', { post: 1 });
  fail();
  assert.deepEqual(asked, ['photos']);
  page.use('photos', { post: 1 });
  assert.deepEqual(asked, ['photos', 'photos']);
});

class Element { matches() { return false; } }

/** A key press on a page, optionally with an open dialog or with focus in the search. */
function key(name, { hasDialog = false, isInSearch = false, ctrlKey = false } = {}) {
  globalThis.HTMLElement = Element;
  globalThis.document = {
    querySelector: () => (hasDialog ? new Element() : null), activeElement: { closest: () => (isInSearch ? new Element() : null) },
  };
  return { key: name, target: new Element(), ctrlKey, metaKey: false, altKey: false, shiftKey: false };
}

test('search is asked for with / and Ctrl-F; from the search itself Ctrl-F is the browser’s', () => {
  assert.ok(isForSearch(key('/')) && isForSearch(key('f', { ctrlKey: true })));
  assert.ok(!isForSearch(key('f')) && !isForSearch(key('f', { ctrlKey: true, isInSearch: true })));
});

test('under a dialog keys move nothing', () => {
  for (const name of ['j', '/', 'End']) assert.ok(isForAnother(key(name, { hasDialog: true })), name);
  assert.ok(!isForSearch(key('f', { ctrlKey: true, hasDialog: true })) && !isForSearch(key('/', { hasDialog: true })));
  assert.ok(!isForAnother(key('j')));
});
