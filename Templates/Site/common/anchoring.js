// What is read stays where it is on the screen while a column changes: the rules of docs/timeline.md, as vectors of
// Tests/Vectors have them. Lengths are CSS pixels; an offset is the place of the content at the viewport's top.

/** @typedef {'top' | 'bottom'} Edge */

/**
 * @typedef {Object} Rules
 * @property {Edge} restingEdge where the reader rests: at the top of a feed, at the end of a chat
 * @property {Edge} shortContent where content lies that is shorter than the viewport
 * @property {number | null} follow how far from the resting edge a reader is taken along to what comes there; null for
 *   never
 */

/**
 * @typedef {Object} Viewport
 * @property {number} height
 * @property {number} insetTop what bars and keyboards cover
 * @property {number} insetBottom
 */

/** @typedef {{id: number, top: number, height: number, canAnchor?: boolean}} Item by its place in the content */

/**
 * The column, as far as the rules look at it.
 * @typedef {Object} Content
 * @property {number} height
 * @property {(from: number, end: number) => Array<Item>} shown items that share more than an edge with a range
 * @property {(id: number) => Item | null} find
 */

/** @typedef {{id: number, edge: Edge, y: number}} Anchor an item's edge, y from the viewport's top */

/** @type {Rules} What comes above is there when the reader wants it. */
export const feedRules = Object.freeze({ restingEdge: 'top', shortContent: 'top', follow: null });

/** @type {Rules} A reader at the end is taken along. */
export const chatRules = Object.freeze({ restingEdge: 'bottom', shortContent: 'bottom', follow: 4 });

/**
 * Between what offsets content rests; one that is too short to be scrolled has but one.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height the content's
 * @returns {[number, number]}
 */
export function offsets(rules, viewport, height) {
  const first = -viewport.insetTop;
  const last = height - viewport.height + viewport.insetBottom;
  if (first <= last) return [first, last];
  return rules.shortContent === 'top' ? [first, first] : [last, last];
}

/**
 * @param {number} offset
 * @param {[number, number]} range
 */
export function clamp(offset, [first, last]) { return Math.min(Math.max(offset, first), last); }

/**
 * What may stay where it is, best first: an item that the reader expands, by its top; what begins in the visible area
 * (in a chat: ends in it), from the resting edge on; what reaches over it, by its top.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {Content} content
 * @param {number} offset
 * @param {number} [kept] the item that the reader expands or collapses
 * @returns {Array<Anchor>}
 */
export function anchors(rules, viewport, content, offset, kept) {
  const isFeed = rules.restingEdge === 'top';
  const start = offset + viewport.insetTop;
  const end = offset + viewport.height - viewport.insetBottom;
  const items = content.shown(start, end);
  /** @param {Item} item @param {Edge} edge @returns {Anchor} */
  const anchor = (item, edge) =>
    ({ id: item.id, edge, y: item.top + (edge === 'top' ? 0 : item.height) - offset });
  const found = items.filter((item) => item.id === kept).map((item) => anchor(item, 'top'));
  for (const canAnchor of [true, false]) {
    const some = items.filter((item) => (item.canAnchor ?? true) === canAnchor);
    const whole = some.filter((item) => (isFeed ? item.top >= start : item.top + item.height <= end));
    found.push(...(isFeed ? whole : [...whole].reverse()).map((item) => anchor(item, rules.restingEdge)));
    found.push(...some.filter((item) => !whole.includes(item)).map((item) => anchor(item, 'top')));
  }
  return found;
}

/**
 * Where nothing is left of what was on the screen: what follows takes the anchor's place, in a chat what was before.
 * @param {Rules} rules
 * @param {Anchor} anchor
 * @param {Content} content as it is now
 * @param {Array<number>} before ids of the items before the anchor, the nearest first
 * @param {Array<number>} after those after it
 * @returns {Array<Anchor>} none where the content is empty
 */
export function heir(rules, anchor, content, before, after) {
  const order = rules.restingEdge === 'top' ? [after, before] : [before, after];
  const id = order.flat().find((each) => content.find(each));
  return id === undefined ? [] : [{ ...anchor, id }];
}

/**
 * The offset at which the first anchor that is left is where it was.
 * @param {Array<Anchor>} anchors
 * @param {Content} content as it is now
 * @param {number} offset
 * @param {number} [moved] by how much it is to move down, because the edge it is measured from does
 */
export function keep(anchors, content, offset, moved = 0) {
  for (const { id, edge, y } of anchors) {
    const item = content.find(id);
    if (item) return item.top + (edge === 'top' ? 0 : item.height) - y - moved;
  }
  return offset;
}

/**
 * The offset at the edge where the reader rests.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height the content's
 */
export function restingOffset(rules, viewport, height) {
  return offsets(rules, viewport, height)[rules.restingEdge === 'top' ? 0 : 1];
}

/**
 * Whether a reader is taken along to what comes at the resting edge.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height the content's, before anything came
 * @param {number} offset
 */
export function follows(rules, viewport, height, offset) {
  if (rules.follow === null) return false;
  const left = restingOffset(rules, viewport, height) - offset;
  return (rules.restingEdge === 'top' ? -left : left) <= rules.follow;
}

/**
 * By how much what is read moves down when bars and keyboards change: at a feed's very top the content stays under the
 * bar, a chat's goes along with the keyboard.
 * @param {Rules} rules
 * @param {Viewport} from
 * @param {Viewport} to
 * @param {number} offset
 */
export function insetMovement(rules, from, to, offset) {
  if (rules.restingEdge === 'bottom') return to.height - to.insetBottom - (from.height - from.insetBottom);
  return offset === -from.insetTop ? to.insetTop - from.insetTop : 0;
}

/**
 * The offset that shows an item at an edge of the visible area, or in its middle, as far as the content reaches.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height the content's
 * @param {Item} item
 * @param {Edge | 'center'} edge
 * @param {number} [distance] from that edge, inwards
 */
export function offsetShowing(rules, viewport, height, item, edge, distance = 0) {
  const start = viewport.insetTop;
  const end = viewport.height - viewport.insetBottom;
  const wanted = {
    top: item.top - start - distance,
    bottom: item.top + item.height - end + distance,
    center: item.top + item.height / 2 - (start + end) / 2,
  }[edge];
  return clamp(wanted, offsets(rules, viewport, height));
}

/**
 * The header that stays at the top of the visible area, y from the viewport's top, and the one that pushes it away.
 * @param {Viewport} viewport
 * @param {number} offset
 * @param {Array<Item & {gap: number}>} headers in order; of all, the last one above the edge and the one after it do
 * @returns {{id: number, y: number, next: number | null} | null}
 */
export function pinned(viewport, offset, headers) {
  const edge = offset + viewport.insetTop;
  const above = headers.filter((header) => header.top <= edge);
  if (!above.length) return null;
  const own = above[above.length - 1];
  const next = headers[above.length];
  const push = next ? Math.min(0, next.top - next.gap - edge - own.height) : 0;
  return { id: own.id, y: viewport.insetTop + push, next: next ? next.id : null };
}

/**
 * How far an animation is at each share of its time, slow at both ends: CSS's ease-in-out.
 * @param {number} share from 0 to 1
 */
export function eased(share) {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  // A cubic Bézier curve from 0 to 1 over (0.42, 0) and (0.58, 1); time only grows along it.
  let low = 0;
  let high = 1;
  for (let round = 0; round < 54; round += 1) {
    const middle = (low + high) / 2;
    const time = ((1 - 3 * 0.58 + 3 * 0.42) * middle + 3 * 0.58 - 6 * 0.42) * middle * middle + 3 * 0.42 * middle;
    if (time < share) low = middle; else high = middle;
  }
  const s = (low + high) / 2;
  return (3 - 2 * s) * s * s;
}
