// Aligns the reference with the current image, box by box, and by rows between boxes. Content that only moved then
// matches.

import { parentOf } from './box-facts.js';
import { points } from './writing.js';

/**
 * @typedef {import('./types.js').Box} Box
 * @typedef {import('./types.js').Frame} Frame
 *
 * @typedef {Object} Piece in points
 * @property {Frame} at in the current image
 * @property {Frame} from in the reference; for new content, a row of the background above it, with height 0
 * @property {number} start the y at which it is, or appears, in the reference
 *
 * @typedef {{box: Box, drawn: Frame, reference: Frame, kids: Array<Node>}} Node a box that exists on both sides
 */

/**
 * Pieces in drawing order: boxes after the boxes that contain them.
 * @param {Array<Box>} boxes
 * @returns {Array<Piece>}
 */
export function alignedPieces(boxes) {
  /** @type {Array<Piece>} */
  const pieces = [];
  for (const root of treeOf(boxes)) layRows(root, pieces);
  return pieces;
}

/** @param {Array<Box>} boxes */
function treeOf(boxes) {
  /** @type {Array<Node>} */
  const roots = [];
  /** @type {Map<Box, Node>} */
  const nodes = new Map();
  for (const box of boxes) if (box[1] && box[2]) nodes.set(box, { box, drawn: box[1], reference: box[2], kids: [] });
  for (const node of nodes.values()) {
    let parent = parentOf(boxes, node.box);
    while (parent && !nodes.has(parent)) parent = parentOf(boxes, parent);
    const around = parent && nodes.get(parent);
    (around ? around.kids : roots).push(node);
  }
  return roots;
}

/**
 * The rows of a box: bands with its child boxes, and the rows between them.
 * @param {Node} node
 * @param {Array<Piece>} pieces
 */
function layRows({ drawn, reference, kids }, pieces) {
  const bands = bandsOf(kids);
  const width = Math.min(drawn[2], reference[2]);
  const ground = bands.length && bands[0].was > reference[1] ? bands[0].was - 0.5 : reference[1];
  /** @type {(top: number, bottom: number, was: number, wasBottom: number) => void} */
  const rows = (top, bottom, was, wasBottom) => {
    const height = Math.max(0, Math.min(bottom - top, wasBottom - was));
    if (height > 0) pieces.push({ at: [drawn[0], top, width, height], from: [reference[0], was, width, height], start: was });
    const rest = bottom - top - height;
    if (rest <= 0) return;
    pieces.push({ at: [drawn[0], top + height, width, rest], from: [reference[0], ground, width, 0], start: was + height });
  };
  let [top, was] = [drawn[1], reference[1]];
  for (const band of bands) {
    rows(top, band.top, was, band.was);
    rows(band.top, band.bottom, band.was, band.wasBottom);
    [top, was] = [band.bottom, band.wasBottom];
  }
  rows(top, drawn[1] + drawn[3], was, reference[1] + reference[3]);
  for (const kid of kids) layRows(kid, pieces);
}

/**
 * Adjacent boxes in a row form one band.
 * @param {Array<Node>} kids
 */
function bandsOf(kids) {
  /** @type {Array<{top: number, bottom: number, was: number, wasBottom: number}>} */
  const bands = [];
  for (const { drawn, reference } of [...kids].sort((a, b) => a.drawn[1] - b.drawn[1])) {
    const last = bands[bands.length - 1];
    const [bottom, wasBottom] = [drawn[1] + drawn[3], reference[1] + reference[3]];
    if (last && drawn[1] < last.bottom) {
      last.bottom = Math.max(last.bottom, bottom);
      last.wasBottom = Math.max(last.wasBottom, wasBottom);
    } else bands.push({ top: drawn[1], bottom, was: reference[1], wasBottom });
  }
  return bands;
}

/**
 * "44 pt down". Empty if the box hasn't moved.
 * @param {Box} box
 */
export function distanceOf([, drawn, reference]) {
  if (!drawn || !reference) return '';
  const [x, y] = [drawn[0] - reference[0], drawn[1] - reference[1]];
  /** @type {(by: number, words: [string, string]) => string} */
  const way = (by, [more, less]) => (Math.abs(by) < 0.005 ? '' : points(Math.abs(by)) + ' pt ' + (by > 0 ? more : less));
  return [way(x, ['right', 'left']), way(y, ['down', 'up'])].filter(Boolean).join(', ');
}

/**
 * The outermost boxes that moved. Boxes that moved with their parent are left out.
 * @param {Array<Box>} boxes
 */
export function movedBoxes(boxes) {
  return boxes.filter((box) => {
    const distance = distanceOf(box);
    const parent = parentOf(boxes, box);
    return distance !== '' && (!parent || distanceOf(parent) !== distance);
  });
}
