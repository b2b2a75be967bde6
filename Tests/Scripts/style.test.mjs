// Checks rules for the pages' scripts that neither the type checker nor other tests cover.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../Templates/Site/', import.meta.url);
const files = ['common', 'feed', 'chat', 'review', 'stems'].flatMap((name) =>
  readdirSync(new URL(name + '/', folder)).filter((file) => file.endsWith('.js')).map((file) => name + '/' + file));

const rules = {
  'markup from strings': /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment)\b/,
  'code from strings': /\beval\(|new Function|set(Timeout|Interval)\(\s*['"]/,
  'styles or handlers as attributes': /setAttribute\(\s*['"](style|on\w+)/,
  'declarations with var': /^\s*var\s/, 'loose equality': /[^=!]==[^=]|!=[^=]/, 'console and debugger': /\bconsole\.|\bdebugger\b/,
  'the network': /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|https?:\/\/(?!www\.w3)/,
  'the clock and chance': /\bDate\b|Math\.random/,
  // Changing state belongs to an object that is passed on.
  'a variable that all of a module share': /^let\s/,
};
/** The only file that may use the network: it talks to the server that delivered it. */
const mayAskNetwork = 'review/server.js';

for (const [rule, pattern] of Object.entries(rules)) {
  test('nothing of this: ' + rule, () => {
    for (const file of files.filter((each) => rule !== 'the network' || each !== mayAskNetwork)) {
      codeOf(file).forEach((line, number) => assert.doesNotMatch(line, pattern, file + ':' + (number + 1)));
    }
  });
}

test('lines end within 130 characters, without a blank or a tab', () => {
  for (const file of files) {
    linesOf(file).forEach((line, number) => {
      assert.ok(line.length <= 130 && !/\t|\s$/.test(line), file + ':' + (number + 1));
    });
  }
});

test('a module is read at a glance: at most 250 lines', () => {
  for (const file of files) assert.ok(linesOf(file).length <= 250, file);
});

function linesOf(file) { return readFileSync(new URL(file, folder), 'utf8').split('\n'); }

/** Lines without comments. */
function codeOf(file) {
  return linesOf(file).map((line) => (/^\s*(\*|\/\*|\/\/)/.test(line) ? '' : line.replace(/\/\/ .*$/, '')));
}
