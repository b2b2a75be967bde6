// Heights measured by the server that may not be in the column's files yet.

/**
 * @typedef {[place: number, initial: number, extra: number]} Height the height when collapsed, and the additional
 * height when expanded
 */

/**
 * Applies the heights and keeps visible content in place. Heights of posts whose file is still loading are applied
 * afterward.
 * @param {{feed: import('../feed/feed.js').Feed, scrolling: import('../feed/scrolling.js').Scrolling}} page
 * @param {Array<Height>} heights
 * @param {() => boolean} isCurrent whether the heights still belong to the displayed snapshot
 */
export function takeHeights({ feed, scrolling }, heights, isCurrent) {
  const { column, expanded } = feed;
  const { pieces } = column;
  /** @type {Map<number, Array<Height>>} */
  const told = new Map();
  for (const each of heights) {
    const number = column.blockOf(each[0]);
    const some = told.get(number);
    if (some) some.push(each); else told.set(number, [each]);
  }
  for (const [number, some] of told) {
    const block = column.block(number, () => {
      if (feed.column === column && isCurrent()) takeHeights({ feed, scrolling }, some, isCurrent);
    });
    if (!block) continue;
    const { initial, extra } = block;
    const other = some.filter(([post, height, more]) =>
      initial[pieces.at(post)] !== height || extra[pieces.at(post)] !== more);
    // A file may be newer than the page's total heights.
    const isSummed = sum(initial) === column.sums[number];
    if (!other.length && isSummed) continue;
    scrolling.anchored(() => {
      for (const [post, height, more] of other) {
        initial[pieces.at(post)] = height;
        extra[pieces.at(post)] = more;
        if (!more) expanded.delete(post);
      }
      column.sums[number] = sum(initial);
      column.invalidate(pieces.start(number));
    });
  }
}

/** @param {Array<number>} heights */
function sum(heights) { return heights.reduce((all, height) => all + height, 0); }
