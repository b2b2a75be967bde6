// The grid's geometry, in pixels; the style sheet's tiles are as high.

export const tileHeight = 334;
export const tileGap = 16;
/** A tile is at least so wide. */
const tileWidth = 208;
/** Rows beyond the viewport, above and below. */
const spareRows = 2;

/**
 * Two of them on a phone, too.
 * @param {number} width the grid's
 */
export function columnsWithin(width) {
  return Math.max(width < 440 ? 2 : 1, Math.floor((width + tileGap) / (tileWidth + tileGap)));
}

/** @param {number} row */
export function rowTop(row) { return row * (tileHeight + tileGap); }

/**
 * Which tiles are in the document: from the first, up to the second.
 * @param {number} count of all tiles
 * @param {number} columns
 * @param {number} top of the viewport, from the grid's top
 * @param {number} height the viewport's
 * @returns {[number, number]}
 */
export function tilesWithin(count, columns, top, height) {
  const first = Math.max(0, Math.floor(top / rowTop(1)) - spareRows);
  const last = Math.ceil((top + height) / rowTop(1)) + spareRows;
  return [Math.max(0, first * columns), Math.min(count, last * columns)];
}
