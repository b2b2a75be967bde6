// Where a column rests, when new items scroll the reader along, and how to show a position. With anchoring.js,
// implements docs/timeline.md.

/** @typedef {import('./anchoring.js').Rules} Rules @typedef {import('./anchoring.js').Edge} Edge */
/** @typedef {import('./anchoring.js').Viewport} Viewport @typedef {import('./anchoring.js').Item} Item */
/** @typedef {import('./anchoring.js').Content} Content @typedef {import('./anchoring.js').Anchor} Anchor */

/** @type {Rules} New messages scroll along a reader who is at the end. */
export const chatRules = Object.freeze({ restingEdge: 'bottom', shortContent: 'bottom', follow: 4 });

/**
 * The first and last offset. They are equal if the content is too short to scroll.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height of the content
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
 * Replaces an anchor when everything on the screen is gone. The next item takes its place, or the previous one in a
 * chat.
 * @param {Rules} rules
 * @param {Anchor} anchor
 * @param {Content} content the current content
 * @param {Array<number>} before ids of the items before the anchor, nearest first
 * @param {Array<number>} after ids of the items after it, nearest first
 * @returns {Array<Anchor>} empty if the content is empty
 */
export function heir(rules, anchor, content, before, after) {
  const order = rules.restingEdge === 'top' ? [after, before] : [before, after];
  const id = order.flat().find((each) => content.find(each));
  return id === undefined ? [] : [{ ...anchor, id }];
}

/**
 * The offset at the resting edge.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height of the content
 */
export function restingOffset(rules, viewport, height) {
  return offsets(rules, viewport, height)[rules.restingEdge === 'top' ? 0 : 1];
}

/**
 * Whether new items at the resting edge scroll the reader along.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height of the content before the items arrived
 * @param {number} offset
 */
export function follows(rules, viewport, height, offset) {
  if (rules.follow === null) return false;
  const left = restingOffset(rules, viewport, height) - offset;
  return (rules.restingEdge === 'top' ? -left : left) <= rules.follow;
}

/**
 * The distance that visible content moves down when bars or keyboards change. At the very top of a feed, it stays below
 * the bar; a chat's moves with the keyboard.
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
 * The offset that shows an item at an edge or in the middle of the visible area, limited to the range of offsets.
 * @param {Rules} rules
 * @param {Viewport} viewport
 * @param {number} height of the content
 * @param {Item} item
 * @param {Edge | 'center'} edge
 * @param {number} [distance] from that edge, inward
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
 * The header that sticks to the top of the visible area, and the one that pushes it out. y is relative to the
 * viewport's top.
 * @param {Viewport} viewport
 * @param {number} offset
 * @param {Array<Item & {gap: number}>} headers in order; only the last one above the edge and the one after it are
 *   needed
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
