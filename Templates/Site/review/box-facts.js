// The result of each box, and the distances between boxes.

import { points, signed } from './writing.js';

/**
 * @typedef {import('./types.js').Box} Box
 * @typedef {import('./types.js').Frame} Frame
 */

/**
 * The result of a box, as a class name.
 * @param {Box} box
 */
export function kindOf(box) {
  const [, drawn, reference, , , changes] = box;
  if (!drawn) return 'missing';
  if (isReplaced(box)) return 'own replaced';
  if (!changes.length) return 'same';
  if (!reference) return 'extra';
  return changes.some((change) => change[1]) ? 'own' : 'moved';
}

/**
 * Whether the box shows another photo than before.
 * @param {Box} box
 */
export function isReplaced([, , , , , changes]) { return changes.some((change) => change[2] === 'picture'); }

/**
 * "x +2, height −22". Equal values are left out.
 * @param {Box} box
 */
export function deltaOf([, drawn, reference]) {
  if (!drawn || !reference) return '';
  return ['x', 'y', 'width', 'height'].map((name, side) => ({ name, delta: drawn[side] - reference[side] }))
    .filter((each) => Math.abs(each.delta) >= 0.005).map((each) => each.name + ' ' + signed(each.delta)).join(', ');
}

/**
 * "12, 40, 335 × 88"
 * @param {Frame} frame
 */
function frameText(frame) {
  const [x, y, width, height] = frame.map(points);
  return x + ', ' + y + ', ' + width + ' × ' + height;
}

/**
 * The description of a box for screen readers.
 * @param {Box} box
 */
export function boxLabel(box) {
  const [path, drawn, reference, , , changes] = box;
  const parts = [path];
  if (drawn) parts.push('drawn ' + frameText(drawn));
  if (reference) parts.push('reference ' + frameText(reference));
  const delta = deltaOf(box);
  if (drawn && reference) parts.push(delta ? 'difference in points: ' + delta : 'no difference');
  else if (reference) parts.push('missing');
  parts.push(...changes.map((change) => change[0]));
  return parts.join('; ');
}

/**
 * The nearest existing parent box, by path.
 * @param {Array<Box>} boxes
 * @param {Box} box
 * @returns {Box | null}
 */
export function parentOf(boxes, box) {
  for (let path = box[0]; path.includes('/');) {
    path = path.slice(0, path.lastIndexOf('/'));
    const found = boxes.find((each) => each[0] === path);
    if (found) return found;
  }
  return null;
}

/**
 * Left, top, right, bottom.
 * @param {Frame} inner
 * @param {Frame} outer
 */
function distances(inner, outer) {
  const [left, top] = [inner[0] - outer[0], inner[1] - outer[1]];
  return [left, top, outer[2] - inner[2] - left, outer[3] - inner[3] - top];
}

/**
 * Lines from the middles of a box's sides to its parent box, in the order left, top, right, bottom. Short lines are
 * left out.
 * @param {Box} box
 * @param {Box | null} parent
 * @param {number} [shortest] the minimum length in points
 * @returns {Array<{distance: number, side: number, frame: Frame, isDown: boolean, text: string, isOther: boolean}>}
 *   `isOther` if the distance in the reference differs
 */
export function measures([, drawn, reference], parent, shortest = 0.5) {
  const own = drawn || reference;
  const around = parent && (drawn ? parent[1] : parent[2]);
  if (!own || !around) return [];
  const before = parent[2] && drawn && reference ? distances(reference, parent[2]) : null;
  const [x, y] = [own[0] + own[2] / 2, own[1] + own[3] / 2];
  return distances(own, around).map((distance, side) => {
    const frames = /** @type {Array<Frame>} */ ([
      [around[0], y, distance, 0], [x, around[1], 0, distance],
      [own[0] + own[2], y, distance, 0], [x, own[1] + own[3], 0, distance],
    ]);
    const isOther = before !== null && Math.abs(before[side] - distance) >= 0.005;
    const text = (before && isOther ? points(before[side]) + ' → ' : '') + points(distance);
    return { distance, side, frame: frames[side], isDown: side % 2 === 1, text, isOther };
  }).filter((each) => each.distance >= shortest);
}
