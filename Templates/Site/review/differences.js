// The places of an image that differ: opening at the first one, stepping through them, and a map of the whole image.

import { make } from '../common/elements.js';
import { counted } from './writing.js';
import { readingZoom } from './zoom.js';

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Place in pixels of the image
 */

/** Places closer than this are one, in pixels. */
const reach = 40;
/** Below this zoom, text is unreadable. */
const readableZoom = 0.5;
/** Images that exceed the window by less have no map. */
const mappedShare = 1.5;

/**
 * Joins regions that are close to each other, and sorts them from top to bottom.
 * @param {Array<import('./types.js').Region>} regions
 * @returns {Array<Place>}
 */
export function placesOf(regions) {
  /** @type {Array<Place>} */
  const places = [];
  const sorted = [...regions].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  for (const [x, y, width, height] of sorted) {
    const near = places.find((each) => x <= each[0] + each[2] + reach && each[0] <= x + width + reach
      && y <= each[1] + each[3] + reach && each[1] <= y + height + reach);
    if (!near) {
      places.push([x, y, width, height]);
      continue;
    }
    const [right, bottom] = [Math.max(near[0] + near[2], x + width), Math.max(near[1] + near[3], y + height)];
    [near[0], near[1]] = [Math.min(near[0], x), Math.min(near[1], y)];
    [near[2], near[3]] = [right - near[0], bottom - near[1]];
  }
  return places;
}

/**
 * The place that a reason names: "at 45, 2993", "at y 148", "at x 20, y 0".
 * @param {string} reason
 * @returns {Place | null}
 */
export function namedPlace(reason) {
  const found = /\bat (?:x (\d+), y (\d+)|y (\d+)|(\d+), (\d+))(?![\d.]*\s*s\b)/.exec(reason);
  if (!found) return null;
  const [, column, row, line, x, y] = found;
  const size = /^(\d+) × (\d+) px/.exec(reason) || [];
  return [Number(column || x || 0), Number(row || line || y || 0), Number(size[1] || 1), Number(size[2] || 1)];
}

export class Differences {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {(words: string) => void} say
   */
  constructor(stage, say) {
    this.stage = stage;
    this.say = say;
    /** @type {Array<Place>} */
    this.places = [];
    /** The index of the last shown place; -1 for none. */
    this.at = -1;
    /** Whether a case was just opened, so that the stage moves to its first difference. */
    this.isOpening = false;
    /** @type {HTMLElement | null} */
    this.map = null;
  }

  /**
   * Called after a view has been drawn.
   * @param {import('./types.js').Detail} detail
   */
  update(detail) {
    const { stage } = this;
    this.places = placesOf(detail.pixels ? detail.pixels.regions : []);
    if (this.isOpening) {
      this.isOpening = false;
      this.at = -1;
      // An image that fits only unreadably small opens where it differs.
      if (stage.panes.length && stage.shownZoom < readableZoom && this.places.length) this.show(0);
    }
    this.drawMap();
  }

  /** @param {number} index */
  show(index) {
    this.at = index;
    this.reveal(this.places[index]);
  }

  /**
   * Scrolls a place of the images to the middle of the window, and enlarges images that are too small to read.
   * @param {Place} place
   */
  reveal([x, y, width, height]) {
    const { stage } = this;
    const scroller = stage.panes[0];
    if (!scroller) return;
    if (stage.shownZoom < readableZoom) {
      const reading = readingZoom(stage.extent, scroller.clientWidth - 32, scroller.clientHeight - 32);
      stage.zoom = Math.max(stage.shownZoom, reading);
      stage.showZoom();
    }
    const canvas = /** @type {HTMLElement} */ (scroller.firstElementChild);
    const pixel = stage.shownZoom / stage.extent.scale;
    // The start of a place that is larger than the window.
    const middle = (/** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ room) =>
      start * pixel + Math.min(size * pixel, room * 0.8) / 2 - room / 2;
    scroller.scrollTo(canvas.offsetLeft + middle(x, width, scroller.clientWidth),
      canvas.offsetTop + middle(y, height, scroller.clientHeight));
    stage.follow(scroller);
  }

  /**
   * Shows the next or the previous difference.
   * @param {number} step 1 or -1
   */
  step(step) {
    const { places } = this;
    if (!places.length || !this.stage.panes.length) {
      this.say('No place differs.');
      return;
    }
    const next = this.at < 0 ? (step > 0 ? 0 : places.length - 1) : (this.at + step + places.length) % places.length;
    this.show(next);
    this.say('Difference ' + (next + 1) + ' of ' + places.length);
  }

  /** Draws the map next to an image that is much taller than the window. */
  drawMap() {
    const { stage, places } = this;
    const pane = stage.panes[stage.panes.length - 1];
    this.map?.remove();
    this.map = null;
    if (!pane || !places.length || stage.element.dataset.view === 'film') return;
    const { height } = stage.extent;
    const share = (/** @type {number} */ pixels) => (pixels / height) * 100 + '%';
    const shown = make('i', 'map-view');
    const marks = places.map(([, y, , tall]) => {
      const mark = make('i', 'map-mark');
      Object.assign(mark.style, { top: share(y), height: share(tall) });
      return mark;
    });
    const map = make('div', 'difference-map', shown, ...marks);
    map.setAttribute('aria-hidden', 'true');
    map.title = counted(places.length, 'place') + ' that differ: n, p';
    map.addEventListener('pointerdown', (event) => {
      const box = map.getBoundingClientRect();
      const y = ((event.clientY - box.top) / box.height) * height;
      this.reveal([0, y, stage.extent.width, 1]);
    });
    const update = () => {
      const canvas = /** @type {HTMLElement} */ (pane.firstElementChild);
      const tall = canvas.offsetHeight || 1;
      map.hidden = tall < pane.clientHeight * mappedShare;
      shown.style.top = Math.max(0, (pane.scrollTop - canvas.offsetTop) / tall) * 100 + '%';
      shown.style.height = Math.min(1, pane.clientHeight / tall) * 100 + '%';
    };
    pane.addEventListener('scroll', update, { passive: true });
    stage.onZoom = update;
    stage.element.append(map);
    this.map = map;
    update();
  }
}
