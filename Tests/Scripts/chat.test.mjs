import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstWeekday, monthsOf, weeksOf } from '../../Templates/Site/common/calendar.js';
import { Days } from '../../Templates/Site/chat/days.js';
import { civilDay, dayNumber, dayRange } from '../../Templates/Site/common/civil-day.js';
import { checkedPath } from '../../Templates/Site/common/loader.js';

const chat = {
  days: [0, 50], unread: null, year: 2024, dayOfYear: '{day} {month}', otherDay: '{day} {month} {year}',
  months: ['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
};
const files = [[0, 19700, 10, 19701, 30, 19703], [50, 19710, 60, 19700]];

function daysOf(there = [0, 1], own = chat) {
  const asked = [];
  const chunks = { get(kind, key, then) { asked.push([kind, key, then]); return there.includes(key) ? files[key] : null; } };
  return { days: new Days(own, chunks, () => {}), asked };
}

test('an entry is under the last heading that is not below it', () => {
  const { days } = daysOf();
  assert.deepEqual([0, 9, 10, 49, 50, 59, 60, 99].map((place) => days.around(place).own?.day),
    [19700, 19700, 19701, 19703, 19710, 19710, 19700, 19700]);
  assert.deepEqual([0, 10, 11, 50].map((place) => days.isHeading(place)), [true, true, false, true]);
});

test('a heading knows those before and after it, in other files too', () => {
  const { days } = daysOf();
  assert.deepEqual(days.around(12), {
    before: { place: 0, day: 19700 }, own: { place: 10, day: 19701 }, next: { place: 30, day: 19703 },
  });
  assert.deepEqual(days.around(30).next, { place: 50, day: 19710 });
  assert.deepEqual(days.around(50).before, { place: 30, day: 19703 });
  assert.deepEqual(days.around(0).before, null);
  assert.deepEqual(days.around(99).next, null);
});

test('what is not there yet is missing, and asked for', () => {
  const { days, asked } = daysOf([]);
  assert.deepEqual(days.around(12), { before: null, own: null, next: null });
  assert.deepEqual(asked[0].slice(0, 2), ['days', 0]);
  assert.equal(days.all(() => {}), null);
  assert.equal(daysOf([0]).days.around(35).next, null);
});

test('a conversation without dates has no headings, one that begins without a date has them later', () => {
  assert.deepEqual(daysOf([0], { ...chat, days: [] }).days.around(5).own, null);
  const late = new Days({ ...chat, days: [7] }, { get: () => [7, 19700] }, () => {});
  assert.deepEqual(late.around(3), { before: null, own: null, next: { place: 7, day: 19700 } });
});

test('a day is worded as its card is: with the year where that is another one', () => {
  const { days } = daysOf();
  assert.deepEqual([dayNumber(2024, 5, 1), dayNumber(2023, 12, 31)].map((day) => days.word(day)), ['1 мая', '31 декабря 2023']);
});

// Unix days of `date -u -d … +%s`.
test('days of the calendar by number, there and back', () => {
  const known = [[1970, 1, 1, 0], [2000, 2, 29, 11016], [2024, 2, 29, 19782], [1969, 12, 31, -1], [1900, 3, 1, -25508]];
  for (const [year, month, day, number] of known) {
    assert.equal(dayNumber(year, month, day), number);
    assert.deepEqual(civilDay(number), { year, month, day });
  }
});

test('a year, a month and a day are ranges of days; what is none is told', () => {
  assert.deepEqual(dayRange('2024'), [19723, 20088]);
  assert.deepEqual(dayRange('2024-02'), [19754, 19782]);
  assert.deepEqual(dayRange('2024-12'), [20058, 20088]);
  assert.deepEqual(dayRange('2024-2-9'), [19762, 19762]);
  for (const text of ['2023-02-29', '2024-13', '2024-00', '2024-05-00', '24', 'may', '', '2024-05-01x']) assert.equal(dayRange(text), null);
});

test('the calendar has the months that have messages, each day once, however they stand', () => {
  const headings = [[5, 2024, 2, 1], [9, 2024, 1, 31], [12, 2024, 2, 1], [0, 2023, 12, 31]]
    .map(([place, year, month, day]) => ({ place, day: dayNumber(year, month, day) }));
  assert.deepEqual([...monthsOf(headings)].map(([key, days]) => [key, [...days]]),
    [[2023 * 12 + 11, [[31, 0]]], [2024 * 12, [[31, 9]]], [2024 * 12 + 1, [[1, 5]]]]);
});

test('weeks begin on Mondays', () => {
  // February 2021 began on a Monday and had four weeks; September 2024 began on a Sunday.
  assert.deepEqual(weeksOf(2021 * 12 + 1).map((week) => week[0]), [1, 8, 15, 22]);
  assert.deepEqual(weeksOf(2024 * 12 + 8)[0], [0, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual(weeksOf(2024 * 12 + 8).at(-1), [30, 0, 0, 0, 0, 0, 0]);
});

test('weeks begin with the day that they begin with where the language is spoken', () => {
  // 1 September 2024 was a Sunday.
  assert.deepEqual(weeksOf(2024 * 12 + 8, 7)[0], [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(weeksOf(2024 * 12 + 8, 6)[0], [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(['de', 'he', 'en'].map(firstWeekday), [1, 7, 7]);
});

test('days and pieces of the search are data of the site', () => {
  for (const name of ['days/0', 'search/97']) assert.equal(checkedPath(`site/${name}.js`), `site/${name}.js`);
});
