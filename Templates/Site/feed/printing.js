// Prints all posts in full, without controls.

import { make } from '../common/elements.js';
import { pictureFile } from './picture-file.js';

/** The maximum number of printed posts. In longer feeds, printing starts at the reader's position. */
const mostPrinted = 1000;
/** The height that fits a page of any common paper size in either orientation, in pixels. */
const pageHeight = 690;
/**
 * Taller cards may be cut at multiples of this height. Three of these pieces fill a landscape page, four a portrait
 * page.
 */
const pieceHeight = pageHeight / 3;

/**
 * The range of posts to print.
 * @param {number} count of all posts
 * @param {number} reading the post at the reader's position
 * @returns {[from: number, end: number]}
 */
export function printedRange(count, reading) {
  const from = Math.max(0, Math.min(count > mostPrinted ? reading : 0, count - mostPrinted));
  return [from, Math.min(count, from + mostPrinted)];
}

/**
 * The pieces of a card that is taller than a page.
 * @param {number} height
 * @returns {Array<[top: number, height: number]>}
 */
export function pieces(height) {
  if (height <= pageHeight) return [[0, height]];
  return Array.from({ length: Math.ceil(height / pieceHeight) },
    (_, at) => [at * pieceHeight, Math.min(pieceHeight, height - at * pieceHeight)]);
}

export class Printing {
  /** @param {import('./feed.js').Feed} feed */
  constructor(feed) {
    this.feed = feed;
    /** @type {HTMLElement | null} */
    this.paper = null;
    this.resting = 0;
    /** The page's theme on the screen. @type {string | undefined} */
    this.shown = undefined;
    addEventListener('beforeprint', () => this.lay());
    addEventListener('afterprint', () => this.clear());
    // Browsers wait for images when printing, but not for the data that names them.
    addEventListener('scroll', () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.prepare(), 400);
    }, { passive: true });
    this.prepare();
  }

  get range() {
    const { column, index, view } = this.feed;
    return printedRange(index.count, column.find(view.top + index.gap));
  }

  /** Loads names and heights of the posts to print. @returns {boolean} whether they are loaded */
  prepare() {
    const { feed: { chunks, column, drawings, pieces }, range: [from, end] } = this;
    let isThere = true;
    for (let block = column.blockOf(from); block <= column.blockOf(Math.max(from, end - 1)); block += 1) {
      // Request both at once.
      const needed = [chunks.get('order', column.pieces.file(block)), column.block(block)];
      isThere = isThere && needed.every(Boolean);
    }
    if (drawings) {
      for (let post = from; post < end; post = pieces.start(pieces.of(post) + 1)) {
        isThere = Boolean(drawings.items(post)) && isThere;
      }
    }
    return isThere;
  }

  lay() {
    const { feed, feed: { index }, range: [from, end] } = this;
    this.clear();
    // Data that doesn't load in time is printed as displayed on the screen.
    if (!index.count || !this.prepare()) return;
    const cards = [];
    for (let post = from; post < end; post += 1) cards.push(this.card(post));
    const told = end - from < index.count
      ? index.words.printed.replace('{from}', String(from + 1)).replace('{to}', String(end)).replace('{n}', String(index.count))
      : null;
    this.paper = make('section', '', make('h1', '', document.title), told && make('p', '', told), make('div', '', ...cards));
    this.paper.id = 'paper';
    this.paper.style.setProperty('--width', feed.cardWidth + 'px');
    document.documentElement.classList.add('is-printing');
    this.shown = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = this.theme;
    document.body.append(this.paper);
  }

  /** Paper is white. */
  get theme() {
    const { themes } = this.feed.index;
    return themes.includes('light') ? 'light' : themes[0];
  }

  /** @param {number} post */
  card(post) {
    const { feed: { cardWidth, chunks, column, drawings, index, width } } = this;
    /** @type {Array<string>} */
    const ids = chunks.get('order', column.pieces.file(column.blockOf(post))) ?? [];
    const id = ids[column.pieces.at(post)];
    const height = column.heightIn(post, 'expanded');
    const image = () => {
      const image = new Image(cardWidth, height);
      image.alt = '';
      const file = (/** @type {number} */ scale) =>
        pictureFile(index.picture, id, { width, scale, theme: this.theme, state: 'expanded' });
      image.srcset = index.scales.map((scale) => file(scale) + ' ' + scale + 'x').join(', ');
      return image;
    };
    return make('div', 'sheet', ...pieces(height).map(([top, part]) => {
      const picture = drawings?.make(post, 'expanded', this.theme, id) ?? image();
      picture.style.marginTop = -top + 'px';
      const piece = make('div', '', picture);
      piece.style.height = part + 'px';
      return piece;
    }));
  }

  clear() {
    if (!this.paper) return;
    if (this.shown) document.documentElement.dataset.theme = this.shown;
    else delete document.documentElement.dataset.theme;
    this.paper.remove();
    this.paper = null;
    document.documentElement.classList.remove('is-printing');
  }
}

/**
 * Returns a function that sets up printing on its first call.
 * @param {import('./feed.js').Feed} feed
 */
export function printingOf(feed) {
  /** @type {Printing | null} */
  let printing = null;
  return () => {
    printing ??= new Printing(feed);
    return printing;
  };
}
