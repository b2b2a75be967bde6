// Views that align both images box by box: the difference of actual changes, and a morph from one image to the other.

import { make } from '../common/elements.js';
import { alignedPieces, distanceOf, movedBoxes } from './aligning.js';
import { image, place, toggle } from './elements.js';

/**
 * @typedef {import('./types.js').KeptPicture} KeptPicture
 * @typedef {import('./needs.js').Shown} Shown
 * @typedef {import('./views.js').Scene} Scene
 * @typedef {import('./aligning.js').Piece} Piece
 */

/** The duration of the morph in milliseconds. */
const morphing = 450;

/** A page opened as a file may draw images on a canvas but not read the pixels. Nothing here reads them. */
class AlignedCanvas {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {Shown} shown
   * @param {KeptPicture} actual
   * @param {KeptPicture} expected
   */
  constructor(stage, { detail }, actual, expected) {
    const { extent } = stage;
    this.scale = extent.scale;
    this.pieces = alignedPieces(detail.boxes);
    this.actual = image(actual, '');
    this.expected = image(expected, '');
    this.element = make('canvas', 'layer');
    Object.assign(this.element, { width: extent.width, height: extent.height });
    stage.size(this.element, extent.width, extent.height);
    const context = this.element.getContext('2d');
    if (!context) throw new TypeError('no canvas');
    this.context = context;
    context.imageSmoothingEnabled = false;
    this.loaded = Promise.all([this.actual.decode(), this.expected.decode()]);
  }

  /** @param {import('./types.js').Frame} frame */
  pixels([x, y, width, height]) {
    const [left, top] = [x, y].map((each) => Math.round(each * this.scale));
    return [left, top, Math.round((x + width) * this.scale) - left, Math.round((y + height) * this.scale) - top];
  }

  /**
   * @param {Piece} piece
   * @param {number} share the share of the way from the reference position to the current one
   * @param {CanvasRenderingContext2D} [context]
   * @param {(pixels: number) => number} [snap] rounds a distance to whole pixels; without it, positions are rounded
   */
  drawReference({ at, from, start }, share, context = this.context, snap = undefined) {
    const [x, y, width, height] = this.pixels(from);
    const begin = Math.round(start * this.scale);
    let [toX, toY, toWidth, toHeight] = this.pixels(at);
    if (snap) [toX, toY] = [x + snap(this.way(at[0] - from[0])), begin + snap(this.way(at[1] - start))];
    const isGround = from[3] === 0;
    const rows = isGround ? Math.round(toHeight * share) : height;
    if (toWidth < 1 || rows < 1) return;
    context.drawImage(this.expected, x, y, width, isGround ? 1 : height,
      Math.round(x + (toX - x) * share), Math.round(begin + (toY - begin) * share), toWidth, rows);
  }

  /**
   * A distance in pixels, without floating-point noise.
   * @param {number} distance in points
   */
  way(distance) { return Math.round(distance * this.scale * 100) / 100; }

  drawDifference() {
    const { context, element } = this;
    // Draw over black: the background then shows in round corners, and two half-transparent colors cause no difference.
    const drawn = this.blank();
    drawn.context.drawImage(this.actual, 0, 0);
    const differences = [Math.floor, Math.ceil].map((snap) => {
      const layer = this.blank();
      for (const piece of this.pieces) this.drawReference(piece, 1, layer.context, snap);
      layer.context.globalCompositeOperation = 'difference';
      layer.context.drawImage(drawn.element, 0, 0);
      return layer;
    });
    // A box that moved by half a pixel was rounded either way. The direction with the smaller difference is the actual
    // one.
    differences.forEach(({ element: layer }, number) => {
      context.globalCompositeOperation = number ? 'darken' : 'source-over';
      context.drawImage(layer, 0, 0);
    });
    element.dataset.drawn = 'true';
  }

  /** A black canvas of the same size. */
  blank() {
    const element = make('canvas');
    Object.assign(element, { width: this.element.width, height: this.element.height });
    const context = element.getContext('2d');
    if (!context) throw new TypeError('no canvas');
    context.imageSmoothingEnabled = false;
    context.fillRect(0, 0, element.width, element.height);
    return { element, context };
  }

  /** @param {number} share 0 for the reference, 1 for the current image */
  drawBetween(share) {
    const { context, element } = this;
    context.globalAlpha = 1;
    context.clearRect(0, 0, element.width, element.height);
    if (share <= 0 || share >= 1) {
      context.drawImage(share <= 0 ? this.expected : this.actual, 0, 0);
      return;
    }
    for (const piece of this.pieces) {
      context.globalAlpha = 1;
      this.drawReference(piece, share);
      const [x, y, width, height] = this.pixels(piece.at);
      const [fromX, fromY] = [piece.from[0], piece.start].map((each) => Math.round(each * this.scale));
      const rows = piece.from[3] === 0 ? Math.round(height * share) : height;
      if (width < 1 || rows < 1) continue;
      context.globalAlpha = share;
      context.drawImage(this.actual, x, y, width, rows,
        Math.round(fromX + (x - fromX) * share), Math.round(fromY + (y - fromY) * share), width, rows);
    }
  }
}

/**
 * Changes glow over the current image. Moved boxes are gray and labeled with the distance.
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
export function drawAligned(scene, shown, actual, expected) {
  const { stage } = scene;
  const { boxes } = shown.detail;
  const moved = movedBoxes(boxes);
  const note = moved.length ? 'moved boxes are gray, with their distance' : 'no box moved';
  const canvas = stage.addPane('Difference by boxes', note);
  stage.addPicture(canvas, actual, 'Actual image of ' + shown.one.id).classList.add('dimmed');
  const aligned = new AlignedCanvas(stage, shown, actual, expected);
  aligned.loaded.then(() => aligned.drawDifference(),
    () => stage.element.append(make('p', 'absent', 'An image failed to load.')));
  aligned.element.setAttribute('role', 'img');
  aligned.element.setAttribute('aria-label', 'Highlighted changes in ' + shown.one.id);
  const glow = make('div', 'glow', aligned.element, make('i', 'tint'));
  canvas.append(glow);
  const layer = make('div', 'marks');
  for (const box of moved) if (box[1]) layer.append(place(make('i', 'went', make('span', '', distanceOf(box))), box[1]));
  canvas.append(layer);
  return glow;
}

/**
 * Morphs from the reference to the current image, box by box. Null if the reader prefers reduced motion, or no box
 * exists on both sides.
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {HTMLElement} canvas
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 * @param {() => void} changed called when it is switched on or off
 */
export function addMorph(scene, shown, canvas, actual, expected, changed) {
  const { look, stage } = scene;
  if (scene.isCalm || !shown.detail.boxes.some((box) => box[1] && box[2])) return null;
  const aligned = new AlignedCanvas(stage, shown, actual, expected);
  aligned.element.classList.add('morph');
  let [share, frame, isReady] = [1, 0, false];
  const draw = () => { if (isReady) aligned.drawBetween(share); };
  aligned.loaded.then(() => {
    isReady = true;
    draw();
  }, () => aligned.element.remove());
  const morph = {
    get isOn() { return look.morphs; },
    show: (/** @type {number} */ next) => {
      share = next;
      draw();
    },
    goTo: (/** @type {number} */ end) => {
      cancelAnimationFrame(frame);
      const start = share;
      let began = 0;
      const step = (/** @type {number} */ now) => {
        began ||= now;
        const way = Math.min(1, (now - began) / morphing);
        morph.show(start + (end - start) * way * way * (3 - 2 * way));
        if (way < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
  };
  canvas.append(aligned.element);
  const { element, flip } = toggle('Morph', 'x', look.morphs, (isOn) => {
    look.morphs = isOn;
    canvas.classList.toggle('morphs', isOn);
    changed();
  });
  scene.adjust.append(element);
  scene.keys = { x: flip };
  scene.leave = () => cancelAnimationFrame(frame);
  return morph;
}
