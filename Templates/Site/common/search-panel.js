// The search panel: query, results, and navigation to them.

import { make, the } from './elements.js';
import { excerpt } from './excerpt.js';
import { initials } from './initials.js';
import { isEmpty, parseQuery, soughtIn } from './search-query.js';

/** The number of results shown before scrolling. */
const shownAtOnce = 100;
/** The maximum number of authors shown above the results. */
const peopleAtMost = 3;

/** @typedef {import('./searching.js').Found} Found */

export class SearchPanel {
  /**
   * @param {import('./searching.js').Searching} searching
   * @param {import('./stemmers.js').Stemmers} stemmers
   * @param {Record<string, string>} words
   * @param {(day: number) => string} dayWord
   * @param {(place: number, words: Array<import('./folding.js').Sought>) => void} go
   */
  constructor(searching, stemmers, words, dayWord, go) {
    this.searching = searching;
    this.stemmers = stemmers;
    this.words = words;
    this.dayWord = dayWord;
    this.go = go;
    this.element = the('search');
    this.input = the('query', HTMLInputElement);
    this.status = the('search-status');
    this.list = the('found');
    this.none = the('no-results');
        this.clear = the('clear-filters', HTMLButtonElement);
    /**
     * Adds a photo to a result, if its post has one.
     * @type {(place: number, option: HTMLElement) => void}
     */
    this.illustrate = () => {};
    /**
     * Filters that are added to every query.
     * @type {import('./search-filters.js').SearchFilters | null}
     */
    this.filters = null;
    /** @type {Array<Found>} */
    this.found = [];
    /** The number of authors, which come first in `found`. */
    this.people = 0;
    /** The number of options created so far, for unique ids. */
    this.options = 0;
    /** @type {import('./search-query.js').Query} */
    this.query = parseQuery('');
    this.active = -1;
    this.typing = 0;
    /** Whether to open the first result as soon as there is one. */
    this.isHurried = false;
    /** @type {Element | null} */
    this.before = null;
    this.listen();
  }

  get isOpen() { return !this.element.hidden; }

  open() {
    if (!this.isOpen) this.before = document.activeElement;
    this.element.hidden = false;
    document.documentElement.classList.add('is-searching');
    this.input.focus();
    this.input.select();
    this.searching.resume();
    dispatchEvent(new Event('resize'));
  }

  close() {
    this.element.hidden = true;
    document.documentElement.classList.remove('is-searching');
    if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
    dispatchEvent(new Event('resize'));
  }

  listen() {
    this.input.oninput = () => {
      clearTimeout(this.typing);
      this.isHurried = false;
      this.typing = setTimeout(() => this.search(), 120);
    };
    the('search-form', HTMLFormElement).onsubmit = () => {
      // The results may still be those of the previous query.
      if (this.typing) this.search();
      if (this.found.length) this.choose(Math.max(0, this.active));
      else this.isHurried = true;
      return false;
    };
    the('close-search', HTMLButtonElement).onclick = () => this.close();
    this.clear.onclick = () => {
      this.filters?.clear();
      this.input.focus();
      this.search();
    };
    this.element.onkeydown = (event) => {
      // The key selects a suggestion of an input method.
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Escape') this.close();
      else if (step) this.activate(this.active + step);
      else return;
      event.preventDefault();
    };
    this.list.onclick = (event) => {
      const option = event.target instanceof Element && event.target.closest('li');
      if (option) this.choose([...this.list.children].indexOf(option));
    };
    this.list.onscroll = () => {
      if (this.list.scrollTop + 2 * this.list.clientHeight > this.list.scrollHeight) this.showMore();
    };
  }

  search() {
    clearTimeout(this.typing);
    this.typing = 0;
    this.isHurried = false;
    this.query = parseQuery(this.input.value);
    this.filters?.addTo(this.query);
    const { query } = this;
    this.people = 0;
    this.found = [];
    this.active = -1;
    this.list.replaceChildren();
    this.none.hidden = true;
    this.element.classList.toggle('is-asking', !isEmpty(query));
    this.offer(this.filters?.authorsNamed(query.words) ?? []);
    this.input.removeAttribute('aria-activedescendant');
    this.input.setAttribute('aria-expanded', 'false');
    this.searching.stop();
    if (query.wrong !== null) this.say('badDate', query.wrong);
    else if (isEmpty(query)) this.status.textContent = this.words.searchHelp;
    else {
      this.say('searching', '0');
      this.stemmers.addTo(query, () => {
        if (query === this.query) this.searching.start(query, (found, done, people) => this.add(found, done, people));
      });
    }
  }

  /** @param {Array<string>} authors shown above the results, each once */
  offer(authors) {
    for (const author of authors) {
      const isThere = this.found.slice(0, this.people).some((found) => found.author === author);
      if (isThere || this.people === peopleAtMost) continue;
      const found = { place: -1, author, day: null, time: this.words.byAuthor, text: '' };
      this.list.insertBefore(this.option(found), this.list.children[this.people] ?? null);
      this.found.splice(this.people, 0, found);
      if (this.active >= this.people) this.active += 1;
      this.people += 1;
    }
  }

  /** @param {Array<Found>} found @param {number} done the completed share @param {Array<string>} people */
  add(found, done, people) {
    this.offer(people);
    this.found.push(...found);
    if (this.list.children.length < shownAtOnce) this.showMore();
    const posts = this.found.length - this.people;
    if (done < 1 && !posts) this.say('searching', String(Math.round(done * 100)));
    else if (posts) this.say('found', posts + (done < 1 ? '…' : ''));
    else if (this.people) this.say('found', String(this.people));
    else {
      this.status.textContent = this.words.nothing;
      this.none.hidden = false;
      this.clear.hidden = !this.filters?.areSet;
    }
    this.input.setAttribute('aria-expanded', String(this.found.length > 0));
    if (!this.isHurried || !this.found.length) return;
    this.isHurried = false;
    this.choose(0);
  }

  /** @param {string} word @param {string} value */
  say(word, value) { this.status.textContent = this.words[word].replace('{n}', value); }

  showMore() {
    const from = this.list.children.length;
    for (const found of this.found.slice(from, from + shownAtOnce)) {
      const option = this.option(found);
      this.list.append(option);
      if (found.place >= 0) this.illustrate(found.place, option);
    }
  }

  /** @param {Found} found */
  option(found) {
    const when = ((found.day === null ? '' : this.dayWord(found.day) + ' ') + found.time).trim();
    const author = make('b', '', found.author);
    author.dir = 'auto';
    const head = make('p', 'who', author, make('span', '', when));
    const option = make('li', '', initials(found.author), head, excerpt(found.text, soughtIn(this.query)));
    option.id = 'found-' + (this.options += 1);
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    return option;
  }

  /** @param {number} number the result to focus */
  activate(number) {
    if (number >= this.list.children.length) this.showMore();
    const listed = this.list.children;
    const next = Math.min(Math.max(0, number), listed.length - 1);
    listed[this.active]?.setAttribute('aria-selected', 'false');
    const option = listed[next];
    this.active = next;
    if (!option) return;
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.input.setAttribute('aria-activedescendant', option.id);
  }

  /** @param {number} number */
  choose(number) {
    const found = this.found[number];
    if (!found) return;
    if (number < this.people) {
      // A quotation mark in the name would end the quoted term.
      const [name] = found.author.match(/[^"“”„«»]+/) ?? [''];
      this.input.value = this.filters?.choose(found.author) ? '' : 'from:"' + name.trim() + '" ';
      this.search();
      return;
    }
    this.activate(number);
    // On small screens the panel covers the page.
    if (getComputedStyle(this.element).getPropertyValue('--covers').trim() === '1') this.close();
    this.go(found.place, soughtIn(this.query));
  }
}
