// One side of a film on the stage: the images of a frame, with the anchor's line over them.

import { make } from '../common/elements.js';
import { jumpsAt, tenths } from './film-words.js';
import { address, points, signed } from './writing.js';

/**
 * @typedef {import('./film-types.js').FilmFrame} FilmFrame
 * @typedef {import('./film-types.js').Piece} Piece
 */

/** The number of frames whose images are loaded ahead. */
const ahead = 90;

export class FilmPane {
  /**
   * @param {HTMLElement} canvas
   * @param {import('./film-frames.js').FilmSide} side
   * @param {string} name a description for screen readers
   */
  constructor(canvas, side, name) {
    this.canvas = canvas;
    this.side = side;
    this.screen = make('div', 'film-screen');
    this.screen.setAttribute('role', 'img');
    this.name = name;
    this.lines = make('div', 'film-lines');
    this.lines.setAttribute('aria-hidden', 'true');
    canvas.append(this.screen, this.lines);
    /**
     * Displayed pieces by key.
     * @type {Map<string, HTMLElement>}
     */
    this.shown = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
  }

  /**
   * @param {number} number
   * @param {number | null} was the anchor's position in the reference, from the screen's top in points
   */
  show(number, was) {
    const frame = this.side.frame(number);
    const pieces = this.side.pieces(frame);
    const keys = new Set(pieces.map((piece) => piece.key));
    for (const [key, element] of this.shown) {
      if (keys.has(key)) continue;
      element.remove();
      this.shown.delete(key);
    }
    pieces.forEach((piece, order) => {
      let element = this.shown.get(piece.key);
      if (!element) {
        element = pieceElement(piece);
        this.shown.set(piece.key, element);
        this.screen.append(element);
      }
      lay(element, piece, order);
    });
    const [jump] = jumpsAt(this.side.record, Math.min(number, this.side.last));
    this.drawLines(frame, was, jump ? jump.item : frame.anchor?.item || '');
    this.screen.setAttribute('aria-label', this.name + ' at ' + frame.time.toFixed(2) + ' s: '
      + (frame.anchor ? frame.anchor.item + ' at ' + points(frame.anchor.y) + ' pt' : 'nothing to read'));
    this.askAhead(number);
  }

  /**
   * Load images ahead, so that no card is blank while passing.
   * @param {number} number
   */
  askAhead(number) {
    for (let next = number; next < Math.min(number + ahead, this.side.last + 1); next += 6) {
      for (const { picture } of this.side.pieces(this.side.frame(next))) {
        if (!picture || this.asked.has(picture.path)) continue;
        this.asked.add(picture.path);
        new Image().src = address(picture.path);
      }
    }
  }

  /**
   * @param {FilmFrame} frame
   * @param {number | null} was
   * @param {string} item the item that jumped, else the anchor's
   */
  drawLines({ anchor, jump }, was, item) {
    this.lines.replaceChildren();
    if (!anchor) return;
    const isAway = was !== null && Math.abs(was - anchor.y) > 0.5;
    const by = jump || (isAway && was !== null ? anchor.y - was : 0);
    if (by) {
      const way = make('i', 'film-way');
      // Cut a distance that begins outside of the screen at its edge.
      const { height } = this.side.record.screen;
      const [top, end] = [anchor.y - by, anchor.y].sort((one, other) => one - other).map((y) => Math.max(0, Math.min(height, y)));
      way.style.top = 'calc(var(--u) * ' + top + ')';
      way.style.height = 'calc(var(--u) * ' + (end - top) + ')';
      this.lines.append(way);
    }
    if (isAway && was !== null) this.lines.append(line('was', was, ''));
    this.lines.append(line(by ? 'wrong' : '', anchor.y, item + (by ? ' · ' + signed(tenths(by)) + ' pt' : '')));
  }
}

/**
 * @param {string} kind
 * @param {number} y in points
 * @param {string} text
 */
function line(kind, y, text) {
  const element = make('i', 'film-line ' + kind, text ? make('span', '', text) : null);
  element.style.top = 'calc(var(--u) * ' + y + ')';
  return element;
}

/** @param {Piece} piece */
function pieceElement({ picture, key }) {
  const element = make('div', picture ? 'film-piece' : 'film-piece unknown', picture ? null : make('span', '', key));
  if (!picture) return element;
  const image = make('img', 'layer');
  image.alt = '';
  image.decoding = 'sync';
  image.draggable = false;
  image.src = address(picture.path);
  element.append(image);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Piece} piece
 * @param {number} order
 */
function lay(element, { picture, left, top, from, to, alpha }, order) {
  const pixels = (/** @type {number} */ value) => 'calc(var(--p) * ' + value + ')';
  Object.assign(element.style, {
    top: pixels(top), left: pixels(left), height: pixels(to - from), width: picture ? pixels(picture.width) : '100%',
    opacity: alpha === 1 ? '' : String(alpha), zIndex: String(order),
  });
  const image = /** @type {HTMLElement | null} */ (element.firstElementChild);
  if (picture && image) Object.assign(image.style, { top: pixels(-from), width: '100%', height: pixels(picture.height) });
}
