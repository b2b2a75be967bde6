// Paper: every post of the feed, whole, without what is for the screen.

import { make } from '../common/elements.js';
import { pictureFile } from './picture-file.js';

/** Posts that are printed at most; of a longer feed those from the reader's place on. */
const mostPrinted = 1000;
/** What fits a page of every usual paper, upright or across, in pixels. */
const pageHeight = 690;
/** A higher card may be cut every so many pixels: three of them fill a page across, four one that is upright. */
const pieceHeight = pageHeight / 3;

/**
 * Which posts are printed.
 * @param {number} count of all
 * @param {number} reading the post that is read
 * @returns {[from: number, end: number]}
 */
export function printedRange(count, reading) {
  const from = Math.max(0, Math.min(count > mostPrinted ? reading : 0, count - mostPrinted));
  return [from, Math.min(count, from + mostPrinted)];
}

/**
 * Where a card may be cut that some page has no room for.
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
    // A browser that prints waits for pictures, but not for what says which pictures there are.
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

  /** Loads names and heights of what would be printed. @returns {boolean} whether they are there */
  prepare() {
    const { feed: { chunks, column, drawings, pieces }, range: [from, end] } = this;
    let isThere = true;
    for (let block = column.blockOf(from); block <= column.blockOf(Math.max(from, end - 1)); block += 1) {
      // Both are asked for at once.
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
    // What can't be told in time is as on the screen.
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
 * What prepares for paper when it is called for the first time.
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
