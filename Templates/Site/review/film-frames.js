// Composes the frames of a film as the film renderer does: from rows of card images at whole pixels.

/**
 * @typedef {import('./film-types.js').FilmPicture} FilmPicture
 * @typedef {import('./film-types.js').FilmItem} FilmItem
 * @typedef {import('./film-types.js').FilmFrame} FilmFrame
 * @typedef {import('./film-types.js').FilmRecord} FilmRecord
 * @typedef {import('./film-types.js').Piece} Piece
 */

/** @param {string} item "wall1_17#2" is the second occurrence of the post */
function postOf(item) { return item.split('#', 1)[0]; }

/**
 * @param {string} post
 * @param {boolean | undefined} isOpen
 * @param {{waits?: boolean, ends?: boolean}} more
 */
function cardName(post, isOpen, { waits, ends }) {
  return [post, isOpen ? 'open' : '', waits ? 'waits' : '', ends ? 'ends' : ''].join(' ');
}

/**
 * @param {string} part
 * @param {string | undefined} which distinguishes parts with several images
 */
function partName(part, which) { return which ? part + ' ' + which : part; }

/** One side of a film: its frames and their images. */
export class FilmSide {
  /**
   * @param {FilmRecord} record
   * @param {Array<Array<FilmPicture>>} pictures the side's own images, then images to use if it lacks one
   */
  constructor(record, pictures) {
    this.record = record;
    /** @type {Map<string, FilmPicture>} */
    this.parts = new Map();
    /** @type {Map<string, Array<FilmPicture>>} */
    this.cards = new Map();
    for (const picture of pictures.flat()) {
      if (picture.part !== 'card') {
        this.parts.set(partName(picture.part, picture.draft || picture.post), picture);
        continue;
      }
      const name = cardName(picture.post || '', picture.isOpen, picture);
      this.cards.set(name, [...this.cards.get(name) || [], picture]);
    }
    this.last = record.frames.length - 1;
  }

  /** @param {number} number after the end, the last frame */
  frame(number) { return this.record.frames[Math.min(number, this.last)]; }

  /**
   * Converts to whole pixels and rounds halves away from 0.
   * @param {number} points
   */
  pixels(points) { return Math.sign(points) * Math.round(Math.abs(points) * this.record.screen.scale); }

  /**
   * In drawing order, background first.
   * @param {FilmFrame} frame
   * @returns {Array<Piece>}
   */
  pieces(frame) {
    const { screen } = this.record;
    const pieces = [...this.part('background', 0)];
    // A removed message is drawn below the messages that move into its place.
    const cards = this.record.isChat ? [frame.leaving, frame.items] : [frame.items, frame.leaving];
    const { day, composer, keyboard } = frame;
    for (const item of cards.flatMap((each) => each || [])) {
      // A sticky day header isn't drawn at its own position as well.
      if (item.item !== day?.item) pieces.push(...this.card(item));
    }
    if (day) pieces.push(...this.day(day));
    if (frame.footer) pieces.push(...this.footer(frame.footer));
    if (frame.spinner) pieces.push(...this.spinner('spinner', this.pixels(frame.spinner.y), frame.spinner));
    if (composer) pieces.push(...this.part(partName('composer', composer.draft), this.pixels(composer.y)));
    if (keyboard !== undefined) pieces.push(...this.part('keyboard', this.pixels(keyboard)));
    pieces.push(...this.part('bar', 0));
    const finger = this.parts.get('finger');
    if (finger && frame.finger !== undefined) {
      pieces.push(...this.part('finger', this.pixels(frame.finger) - Math.trunc(finger.height / 2)));
    }
    return pieces.filter((each) => each.to > each.from && each.top < screen.height * screen.scale
      && each.top + each.to - each.from > 0);
  }

  /**
   * Centers a part on the screen.
   * @param {string} name
   * @param {number} top
   * @returns {Array<Piece>}
   */
  part(name, top) {
    const picture = this.parts.get(name);
    if (!picture) return [];
    return [{ key: name, picture, left: this.middle(picture), top, from: 0, to: picture.height, alpha: 1 }];
  }

  /** @param {import('./film-types.js').FilmDay} day */
  day({ item, y, alpha = 1 }) {
    const name = partName('day', postOf(item));
    return this.part(name, this.pixels(y) - (this.parts.get(name)?.above || 0)).map((piece) => ({ ...piece, alpha }));
  }

  /** @param {FilmPicture} picture */
  middle(picture) { return Math.trunc((this.record.screen.width * this.record.screen.scale - picture.width) / 2); }

  /**
   * @param {string} key
   * @param {number} y of its middle
   * @param {import('./film-types.js').FilmMark} mark
   * @returns {Array<Piece>}
   */
  spinner(key, y, { turn = 0, alpha = 1 }) {
    const picture = this.parts.get('spinner');
    if (!picture) return [];
    const height = picture.height / 12;
    const from = turn * height;
    return [{ key, picture, left: this.middle(picture), top: y - Math.trunc(height / 2), from, to: from + height, alpha }];
  }

  /**
   * The footer below the last card, or a spinner while more posts load.
   * @param {import('./film-types.js').FilmMark} mark
   */
  footer(mark) {
    const top = this.pixels(mark.y);
    const picture = this.parts.get('footer');
    if (mark.turn === undefined) return this.part('footer', top);
    return this.spinner('more', top + Math.round((picture ? picture.height : 0) / 2), mark);
  }

  /**
   * The image of the card at the item's height, else another image of the same card.
   * @param {FilmItem} item
   */
  picture(item) {
    const found = this.cards.get(cardName(postOf(item.item), item.text !== undefined, item)) || [];
    const height = this.pixels(item.bottom - item.top + (item.cutTop || 0) + (item.cutEnd || 0));
    return found.find((each) => cardRows(each) === height)
      || found.find((each) => Math.abs(cardRows(each) - height) <= 1) || found[0] || null;
  }

  /**
   * @param {FilmItem} item
   * @returns {Array<Piece>}
   */
  card(item) {
    const { alpha = 1, cutTop = 0, cutEnd = 0 } = item;
    const y = this.pixels(item.top - cutTop);
    const picture = this.picture(item);
    if (!picture) {
      const [top, end] = [item.top, item.bottom].map((each) => this.pixels(each));
      return [{ key: item.item, picture, left: 0, top, from: 0, to: end - top, alpha }];
    }
    const above = picture.above || 0;
    const first = y - above;
    /** @type {(part: string, from: number, to: number, top: number) => Piece} */
    const piece = (part, from, to, top) => (
      { key: item.item + part + ' ' + picture.path, picture, left: 0, top, from, to, alpha });
    if (item.text === 'moving') {
      // While the height changes, the part at the end that both states share is at the card's end. The text above is
      // shown as far as it fits.
      const rows = Math.min(this.pixels(item.bottom - item.top), cardRows(picture));
      const whole = above + rows + (picture.below || 0);
      const end = Math.min(picture.end || 0, whole);
      return [piece('', 0, whole - end, first), piece(' end', picture.height - end, picture.height, first + whole - end)];
    }
    const from = cutTop > 0 ? above + this.pixels(cutTop) : 0;
    const to = cutEnd > 0 ? above + cardRows(picture) - this.pixels(cutEnd) : picture.height;
    return [piece('', from, to, first + from)];
  }
}

/** @param {FilmPicture} picture */
function cardRows(picture) { return picture.height - (picture.above || 0) - (picture.below || 0); }
