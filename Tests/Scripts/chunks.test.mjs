import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Chunks } from '../../Templates/Site/common/chunks.js';
import { checkedPath } from '../../Templates/Site/common/loader.js';

function chunksKeeping(kept) {
  const asked = [];
  const failures = new Map();
  let changes = 0;
  const chunks = new Chunks(kept, (name, failed) => {
    asked.push(name);
    failures.set(name, failed);
  }, () => { changes += 1; });
  return { chunks, asked, failures, changes: () => changes };
}

test('a chunk is asked for once, and is there when it has come', () => {
  const { chunks, asked } = chunksKeeping({ ids: 4 });
  assert.equal(chunks.get('ids', 7), null);
  assert.equal(chunks.get('ids', 7), null);
  chunks.receive('ids', '7', ['a', 0]);
  assert.deepEqual(chunks.get('ids', 7), ['a', 0]);
  assert.deepEqual(asked, ['ids/7']);
});

test('whoever waits is told once, and not of what is there already', () => {
  const { chunks } = chunksKeeping({ ids: 4 });
  const told = [];
  const then = (data) => told.push(data);
  chunks.get('ids', 1, then);
  chunks.get('ids', 1, then);
  chunks.receive('ids', '1', ['a']);
  chunks.get('ids', 1, then);
  assert.deepEqual(told, [['a']]);
});

test('the least recently used of its kind is forgotten', () => {
  const { chunks, asked } = chunksKeeping({ ids: 2, heights: Infinity });
  for (const key of ['1', '2']) {
    chunks.get('ids', key);
    chunks.receive('ids', key, [key]);
  }
  chunks.get('heights', '9');
  chunks.receive('heights', '9', ['h']);
  chunks.get('ids', '1');
  chunks.get('ids', '3');
  chunks.receive('ids', '3', ['3']);
  assert.deepEqual([...chunks.entries.keys()], ['heights/9', 'ids/1', 'ids/3']);
  assert.equal(chunks.get('ids', '2'), null);
  assert.equal(asked.filter((name) => name === 'ids/2').length, 2);
});

test('what is on its way is not forgotten', () => {
  const { chunks } = chunksKeeping({ ids: 1 });
  chunks.get('ids', '1');
  chunks.get('ids', '2');
  chunks.receive('ids', '2', ['2']);
  assert.ok(chunks.entries.has('ids/1'));
  chunks.receive('ids', '1', ['1']);
  assert.deepEqual(chunks.get('ids', '1'), ['1']);
});

test('what nobody asked for is not kept', () => {
  const { chunks } = chunksKeeping({ ids: 1 });
  chunks.receive('ids', '1', ['1']);
  assert.equal(chunks.entries.size, 0);
});

test('what did not come is asked for again when the page is next brought up to date', () => {
  const { chunks, asked, failures, changes } = chunksKeeping({ ids: 1 });
  chunks.get('ids', '1');
  failures.get('ids/1')();
  assert.equal(changes(), 1);
  chunks.get('ids', '1');
  assert.deepEqual(asked, ['ids/1', 'ids/1']);
});

test('scripts come from the site’s data alone', () => {
  assert.equal(checkedPath('site/heights/375/12.js'), 'site/heights/375/12.js');
  for (const path of ['site/../x.js', 'https://example.org/site/ids/1.js', 'site/ids/1.js?a', 'site/ids/a.js', '/site/ids/1.js']) {
    assert.throws(() => checkedPath(path), TypeError);
  }
});
