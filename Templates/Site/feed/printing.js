// Prints all posts in full, without controls.

import { make } from '../common/elements.js';
import { pictureFile } from './picture-file.js';

/** The maximum number of printed posts. In longer feeds, printing starts at the reader's position. */
const mostPrinted = 1000;
/** The maximum number of posts of a feed whose texts are printed too, so that they can be selected in a PDF. */
const mostTexts = 500;
/** The height that fits a page of any common paper size in either orientation, in pixels. */
const pageHeight = 690;
/**
 * Taller cards may be cut into pieces of at most this height. Three of these pieces fill a landscape page, four a
 * portrait page.
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
 * The pieces of a card that is taller than a page. None ends inside a line of text, or inside a small photo.
 * @param {number} height
 * @param {Array<[top: number, end: number]>} [whole] what must not be cut
 * @returns {Array<[top: number, height: number]>}
 */
export function pieces(height, whole = []) {
  if (height <= pageHeight) return [[0, height]];
  /** @type {Array<[number, number]>} */
  const parts = [];
  for (let top = 0; top < height;) {
    let end = Math.min(height, top + pieceHeight);
    const cut = () => whole.find(([from, to]) => from > top && from < end && to > end);
    for (let found = cut(); end < height && found; found = cut()) [end] = found;
    parts.push([top, end - top]);
    top = end;
  }
  return parts;
}

/**
 * The lines of text of a card, and the boxes that are lower than a piece.
 * @param {import('./types.js').Story} story
 * @param {import('./types.js').Layout} layout
 * @returns {Array<[top: number, end: number]>}
 */
export function wholeParts(story, layout) {
  return layout[0][0].flatMap(/** @returns {Array<[number, number]>} */ (place, number) => {
    if (!place) return [];
    const [, top, , height] = /** @type {Array<number>} */ (place);
    if (story.p[number]?.[0] !== 'text') return height < pieceHeight ? [[top, top + height]] : [];
    const [, , , , , line, , , lines] = /** @type {import('./types.js').TextPlace} */ (place);
    return Array.from({ length: lines.length / 2 }, (_, at) => [top + at * line, top + (at + 1) * line]);
  });
}

export class Printing {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {(story: import('./types.js').Story, state: import('./types.js').StateLayout) => Node} texts the texts of a
   *   card at their places
   */
  constructor(feed, texts) {
    this.feed = feed;
    this.texts = texts;
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
    // A card without them is printed too.
    for (let post = from; post < end; post += 1) if (this.needsText(post)) this.textOf(post);
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

  /** @param {number} post @returns {[import('./types.js').Story | null, import('./types.js').Layout | null]} */
  textOf(post) { return [this.feed.story(post), this.feed.layout(post)]; }

  /** @param {number} post whether its text is printed, or its card may have to be cut */
  needsText(post) {
    return this.feed.index.count <= mostTexts || this.feed.column.heightIn(post, 'expanded') > pageHeight;
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
    const [story, layout] = this.needsText(post) ? this.textOf(post) : [null, null];
    const whole = story && layout ? wholeParts(story, layout) : [];
    return make('div', 'sheet', ...pieces(height, whole).map(([top, part]) => {
      const picture = drawings?.make(post, 'expanded', this.theme, id) ?? image();
      picture.style.marginTop = -top + 'px';
      const piece = make('div', '', picture);
      if (story && layout) {
        const text = make('div', 'layer', this.texts(story, layout[0]));
        text.style.top = -top + 'px';
        // Below the image: printers draw emoji even if their color is transparent.
        piece.prepend(text);
      }
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
 * @param {(story: import('./types.js').Story, state: import('./types.js').StateLayout) => Node} texts
 */
export function printingOf(feed, texts) {
  /** @type {Printing | null} */
  let printing = null;
  return () => {
    printing ??= new Printing(feed, texts);
    return printing;
  };
}
