// Where a column rests, what its reader is taken along to, and how places of it are shown: with anchoring.js, the rules of
// docs/timeline.md.

/** @typedef {import('./anchoring.js').Rules} Rules @typedef {import('./anchoring.js').Edge} Edge */
/** @typedef {import('./anchoring.js').Viewport} Viewport @typedef {import('./anchoring.js').Item} Item */
/** @typedef {import('./anchoring.js').Content} Content @typedef {import('./anchoring.js').Anchor} Anchor */

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
