// Keeps the reader's position on the screen while a column changes. Implements docs/timeline.md; Tests/Vectors has its
// test vectors. Lengths are CSS pixels. An offset is the content's position at the viewport's top.

/** @typedef {'top' | 'bottom'} Edge */

/**
 * @typedef {Object} Rules
 * @property {Edge} restingEdge the edge where the reader starts: the top of a feed, the end of a chat
 * @property {Edge} shortContent the edge for content shorter than the viewport
 * @property {number | null} follow the distance from the resting edge within which new items scroll the reader along;
 *   null for never
 */

/**
 * @typedef {Object} Viewport
 * @property {number} height
 * @property {number} insetTop the height covered by bars and keyboards
 * @property {number} insetBottom
 */

/**
 * @typedef {{id: number, top: number, height: number, canAnchor?: boolean}} Item positions are relative to the content
 */

/**
 * The parts of a column that the rules need.
 * @typedef {Object} Content
 * @property {number} height
 * @property {(from: number, end: number) => Array<Item>} shown items that overlap a range by more than an edge
 * @property {(id: number) => Item | null} find
 */

/** @typedef {{id: number, edge: Edge, y: number}} Anchor an edge of an item; y is relative to the viewport's top */

/** @type {Rules} New items above a feed do not scroll the reader. */
export const feedRules = Object.freeze({ restingEdge: 'top', shortContent: 'top', follow: null });

/**
 * Candidates for keeping the position, best first: the top of an item that the reader expands; items that begin (in a
 * chat: end) in the visible area, from the resting edge on; the tops of items that only extend into it.
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
 * Returns the offset at which the first remaining anchor keeps its position.
 * @param {Array<Anchor>} anchors
 * @param {Content} content the current content
 * @param {number} offset
 * @param {number} [moved] the distance to move down if the viewport's edge moves
 */
export function keep(anchors, content, offset, moved = 0) {
  for (const { id, edge, y } of anchors) {
    const item = content.find(id);
    if (item) return item.top + (edge === 'top' ? 0 : item.height) - y - moved;
  }
  return offset;
}
