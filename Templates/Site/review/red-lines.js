// Red lines from a box's sides to its neighbors, or to its parent box if there is no neighbor.

import { measures, parentOf } from './box-facts.js';
import { points } from './writing.js';

/**
 * @typedef {import('./types.js').Box} Box
 * @typedef {import('./types.js').Frame} Frame
 * @typedef {{frame: Frame, isDown: boolean, text: string, isOther: boolean}} Line
 */

/**
 * The distance from a frame to a second frame at its left, top, right or bottom. Infinity if it is not on that side.
 * @param {Frame} own
 * @param {Frame} other
 * @param {number} side 0 to 3 for left, top, right, bottom
 */
function gapTo(own, other, side) {
  const along = side % 2;
  const across = 1 - along;
  const isBeside = other[across] < own[across] + own[across + 2] && own[across] < other[across] + other[across + 2];
  const gap = side < 2 ? own[along] - other[along] - other[along + 2] : other[along] - own[along] - own[along + 2];
  return isBeside && gap >= 0 ? gap : Infinity;
}

/**
 * @param {Frame} own
 * @param {number} gap
 * @param {number} side
 * @returns {Frame}
 */
function lineFrom(own, gap, side) {
  const [x, y] = [own[0] + own[2] / 2, own[1] + own[3] / 2];
  return /** @type {Array<Frame>} */ ([
    [own[0] - gap, y, gap, 0], [x, own[1] - gap, 0, gap], [own[0] + own[2], y, gap, 0], [x, own[1] + own[3], 0, gap],
  ])[side];
}

/**
 * @param {Array<Box>} boxes
 * @param {Box} box
 * @returns {Array<Line>}
 */
export function redLines(boxes, box) {
  const place = box[1] ? 1 : 2;
  const own = box[place];
  if (!own) return [];
  const others = boxes.filter((each) => each !== box && each[place] && !isWithin(each[0], box[0]) && !isWithin(box[0], each[0]));
  const around = measures(box, parentOf(boxes, box), 0);
  const lines = [0, 1, 2, 3].map((side) => {
    const toEdge = around.find((each) => each.side === side) || null;
    /** @type {[Box | null, number]} */
    let [nearest, least] = [null, toEdge?.distance ?? Infinity];
    for (const other of others) {
      const gap = gapTo(own, /** @type {Frame} */ (other[place]), side);
      if (gap < least) [nearest, least] = [other, gap];
    }
    if (!nearest) return toEdge;
    const before = place === 1 && box[2] && nearest[2] ? gapTo(box[2], nearest[2], side) : Infinity;
    const isOther = before < Infinity && Math.abs(before - least) >= 0.005;
    const text = (isOther ? points(before) + ' → ' : '') + points(least);
    return { distance: least, side, frame: lineFrom(own, least, side), isDown: side % 2 === 1, text, isOther };
  });
  return lines.filter((line) => line !== null && line.distance >= 0.5).map((line) => /** @type {Line} */ (line));
}

/**
 * @param {string} path
 * @param {string} outer
 */
function isWithin(path, outer) { return path.startsWith(outer + '/'); }
