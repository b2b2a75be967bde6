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
