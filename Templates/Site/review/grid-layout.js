// The geometry of the grid in pixels. The style sheet uses the same tile height.

export const tileHeight = 334;
export const tileGap = 16;
/** The minimum width of a tile. */
const tileWidth = 208;
/** The number of rows to keep above and below the viewport. */
const spareRows = 2;

/**
 * The number of columns, at least two even on phones.
 * @param {number} width of the grid
 */
export function columnsWithin(width) {
  return Math.max(width < 440 ? 2 : 1, Math.floor((width + tileGap) / (tileWidth + tileGap)));
}

/** @param {number} row */
export function rowTop(row) { return row * (tileHeight + tileGap); }

/**
 * The range of tiles in the document; the end is exclusive.
 * @param {number} count of all tiles
 * @param {number} columns
 * @param {number} top of the viewport, relative to the grid
 * @param {number} height of the viewport
 * @returns {[number, number]}
 */
export function tilesWithin(count, columns, top, height) {
  const first = Math.max(0, Math.floor(top / rowTop(1)) - spareRows);
  const last = Math.ceil((top + height) / rowTop(1)) + spareRows;
  return [Math.max(0, first * columns), Math.min(count, last * columns)];
}
