// Heights that the server has measured, which the column's files may not say yet.

/** @typedef {[place: number, initial: number, extra: number]} Height of one that is collapsed, and what expanding adds */

/**
 * Takes them over, what is read staying where it is. Of posts whose own heights are on their way still, once these come.
 * @param {{feed: import('../feed/feed.js').Feed, scrolling: import('../feed/scrolling.js').Scrolling}} page
 * @param {Array<Height>} heights
 * @param {() => boolean} isCurrent whether they are still what is shown
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
    // A file may be newer than the sum that the page began with.
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
