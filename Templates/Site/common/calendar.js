// A calendar of the days that have posts or messages.

import { civilDay, dayNumber } from './civil-day.js';
import { alongLine, make, the } from './elements.js';

/** @typedef {{place: number, day: number}} Heading the first item of a day; days count from 1970 */

const millisecondsOfDay = 864e5;

/**
 * Months with their days, in order.
 * @param {Array<Heading>} headings
 * @returns {Map<number, Map<number, number>>} by month (counted over all years from 0), positions by day of the month
 */
export function monthsOf(headings) {
  /** @type {Map<number, Map<number, number>>} */
  const months = new Map();
  for (const { place, day: number } of [...headings].sort((a, b) => a.day - b.day || a.place - b.place)) {
    const { year, month, day } = civilDay(number);
    const key = year * 12 + month - 1;
    const days = months.get(key) ?? new Map();
    if (!days.has(day)) days.set(day, place);
    months.set(key, days);
  }
  return months;
}

/**
 * The first day of the week in a language's region, from 1 for Monday to 7. Monday if the browser doesn't know it.
 * @param {string} language
 * @returns {number}
 */
export function firstWeekday(language) {
  const locale = /** @type {any} */ (new Intl.Locale(language));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/**
 * The weeks of a month. Days of other months are 0.
 * @param {number} key
 * @param {number} weekday the first day of the week, from 1 for Monday to 7
 * @returns {Array<Array<number>>}
 */
export function weeksOf(key, weekday = 1) {
  const [year, month] = [Math.floor(key / 12), (key % 12) + 1];
  const first = dayNumber(year, month, 1);
  const count = (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)) - first;
  // 1 January 1970 was a Thursday.
  const before = (((first + 4 - weekday) % 7) + 7) % 7;
  const weeks = Math.ceil((before + count) / 7);
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_2, day) => {
    const number = week * 7 + day - before + 1;
    return number >= 1 && number <= count ? number : 0;
  }));
}

export class Calendar {
  /**
   * @param {{all: (then: () => void) => Array<Heading> | null}} days all of them, once loaded
   * @param {string} language
   * @param {() => Heading | null} current the day at the reader's position
   * @param {(place: number) => void} go
   */
  constructor(days, language, current, go) {
    this.days = days;
    this.current = current;
    this.go = go;
    this.dialog = the('calendar', HTMLDialogElement);
    this.grid = the('month-days', HTMLTableElement);
    this.select = the('month', HTMLSelectElement);
    this.earlier = the('earlier', HTMLButtonElement);
    this.later = the('later', HTMLButtonElement);
    this.monthFormat = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    this.dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
    this.firstWeekday = firstWeekday(language);
    this.weekFormat = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    /** @type {Map<number, Map<number, number>>} */
    this.months = new Map();
    this.shown = 0;
    this.listen();
  }

  open() {
    if (this.dialog.open) return;
    const headings = this.days.all(() => this.open());
    if (!headings || !headings.length) return;
    if (!this.months.size) {
      this.months = monthsOf(headings);
      for (const key of this.months.keys()) this.select.append(new Option(this.monthName(key), String(key)));
    }
    const { day, month, year } = civilDay((this.current() ?? headings[headings.length - 1]).day);
    this.show(year * 12 + month - 1, day);
    this.dialog.showModal();
    this.focus();
  }

  listen() {
    this.earlier.onclick = () => this.turn(-1);
    this.later.onclick = () => this.turn(1);
    this.select.onchange = () => this.show(Number(this.select.value));
    the('close-calendar', HTMLButtonElement).onclick = () => this.dialog.close();
    // A click on the dialog element itself is a click on its backdrop.
    this.dialog.onclick = (event) => { if (event.target === this.dialog) this.dialog.close(); };
    this.grid.onkeydown = (event) => {
      const step = { ArrowLeft: alongLine(-1), ArrowRight: alongLine(1), ArrowUp: -7, ArrowDown: 7 }[event.key];
      if (event.key === 'PageUp') this.turn(-1);
      else if (event.key === 'PageDown') this.turn(1);
      else if (step) this.move(step);
      else return;
      event.preventDefault();
      this.focus();
    };
  }

  /** @param {number} key */
  monthName(key) {
    return this.monthFormat.format(dayNumber(Math.floor(key / 12), (key % 12) + 1, 1) * millisecondsOfDay);
  }

  /**
   * Shows a month that has messages.
   * @param {number} key
   * @param {number} [chosen] the day to focus; the first one by default
   */
  show(key, chosen) {
    const days = this.months.get(key);
    if (!days) return;
    this.shown = key;
    this.select.value = String(key);
    const keys = [...this.months.keys()];
    this.earlier.disabled = keys[0] === key;
    this.later.disabled = keys[keys.length - 1] === key;
    const [first] = days.keys();
    const active = chosen !== undefined && days.has(chosen) ? chosen : first;
    // 5 January 1970 was a Monday.
    const head = make('tr', '', ...Array.from({ length: 7 }, (_, day) => {
      const cell = make('th', '', this.weekFormat.format((day + 3 + this.firstWeekday) * millisecondsOfDay));
      cell.scope = 'col';
      return cell;
    }));
    const weeks = weeksOf(key, this.firstWeekday);
    const rows = weeks.map((week) => make('tr', '', ...week.map((day) => this.cell(key, day, days.get(day), active))));
    this.grid.replaceChildren(make('thead', '', head), make('tbody', '', ...rows));
  }

  /** @param {number} key @param {number} day @param {number | undefined} place @param {number} active */
  cell(key, day, place, active) {
    if (!day) return make('td');
    if (place === undefined) return make('td', '', String(day));
    const number = dayNumber(Math.floor(key / 12), (key % 12) + 1, day);
    const button = make('button', '', String(day));
    button.type = 'button';
    button.tabIndex = day === active ? 0 : -1;
    button.dataset.day = String(day);
    button.setAttribute('aria-label', this.dayFormat.format(number * millisecondsOfDay));
    if (this.current()?.day === number) button.setAttribute('aria-current', 'date');
    button.onclick = () => {
      this.dialog.close();
      this.go(place);
    };
    return make('td', '', button);
  }

  /** @param {number} step 1 for the next month that has messages, -1 for the previous one */
  turn(step) {
    const keys = [...this.months.keys()];
    this.show(keys[keys.indexOf(this.shown) + step]);
  }

  /** @param {number} step in days; moves to the next day in that direction that has messages */
  move(step) {
    const buttons = [...this.grid.querySelectorAll('button')];
    const from = buttons.findIndex((button) => button === document.activeElement);
    const day = Number(buttons[from]?.dataset.day);
    const next = step > 0
      ? buttons.find((button) => Number(button.dataset.day) >= day + step)
      : [...buttons].reverse().find((button) => Number(button.dataset.day) <= day + step);
    if (!next) {
      this.turn(step < 0 ? -1 : 1);
      return;
    }
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  }

  focus() {
    const button = this.grid.querySelector('button[tabindex="0"]');
    if (button instanceof HTMLElement) button.focus();
  }
}
