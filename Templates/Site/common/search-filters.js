// Search filters for author and kind.

import { make, the } from './elements.js';
import { findWord, folded } from './folding.js';
import { initials } from './initials.js';
import { kindBits } from './search-query.js';

/**
 * @typedef {[authors: Array<string | number>, kinds: Array<number>]} Facets names with their counts, most frequent
 *   first; counts of kinds in the order of their bits
 */

/** The number of authors that are offered before a search. */
const offeredAuthors = 12;

export class SearchFilters {
  /**
   * @param {Facets} facets
   * @param {Record<string, string>} words
   * @param {() => void} changed
   */
  constructor([authors, kinds], words, changed) {
    this.author = the('by-author', HTMLSelectElement);
    this.kind = the('by-kind', HTMLSelectElement);
    for (let at = 0; at < authors.length; at += 2) {
      this.author.append(new Option(authors[at] + ' (' + authors[at + 1] + ')', String(authors[at])));
    }
    Object.entries(kindBits).forEach(([name, bit], number) => {
      if (kinds[number]) this.kind.append(new Option(words['kind-' + name] + ' (' + kinds[number] + ')', String(bit)));
    });
    // A list with a single author offers no choice.
    this.author.hidden = this.author.length < 3;
    this.kind.hidden = this.kind.length < 3;
    this.author.onchange = changed;
    this.kind.onchange = changed;
    this.changed = changed;
    the('search-start').replaceChildren(...this.offers(words));
  }

  /** Whether one of them restricts the results. */
  get areSet() { return Boolean(this.author.value || this.kind.value); }

  clear() {
    this.author.value = '';
    this.kind.value = '';
  }

  /**
   * Buttons for the kinds and the most frequent authors, to start a search with.
   * @param {Record<string, string>} words
   */
  offers(words) {
    const kinds = this.buttons(this.kind, () => null);
    const authors = this.buttons(this.author, initials).slice(0, offeredAuthors);
    return [
      ...(kinds.length ? [make('h2', '', words.byKind), make('div', 'kinds', ...kinds)] : []),
      ...(authors.length ? [make('h2', '', words.byAuthor), ...authors] : []),
    ];
  }

  /** @param {HTMLSelectElement} select @param {(name: string) => HTMLElement | null} sign */
  buttons(select, sign) {
    if (select.hidden) return [];
    return [...select.options].slice(1).map((option) => {
      const [, name, count] = /^(.*) \((\d+)\)$/s.exec(option.text) ?? ['', option.text, ''];
      const label = make('b', '', name);
      label.dir = 'auto';
      const button = make('button', '', sign(name), label, make('span', 'pill', count));
      button.type = 'button';
      button.onclick = () => {
        select.value = option.value;
        this.changed();
      };
      return button;
    });
  }

  /**
   * Authors whose names contain all words, those with the most posts first. Empty if an author is already selected.
   * @param {Array<string>} words folded
   * @returns {Array<string>}
   */
  authorsNamed(words) {
    if (!words.length || this.author.value) return [];
    return [...this.author.options].slice(1).map((option) => option.value)
      .filter((name) => words.every((word) => findWord(folded(name), word) >= 0));
  }

  /** @param {string} name @returns {boolean} whether it is in the list */
  choose(name) {
    const isListed = [...this.author.options].some(({ value }) => value === name);
    if (isListed) this.author.value = name;
    return isListed;
  }

  /** @param {import('./search-query.js').Query} query */
  addTo(query) {
    if (this.author.value) query.only = folded(this.author.value);
    query.kinds |= Number(this.kind.value);
  }
}
