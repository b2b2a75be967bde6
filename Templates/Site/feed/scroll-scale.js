// Maps between the window's scroll positions and positions in the column, which may be longer than any element can be.

/** Elements in Chromium end at 2^25 pixels, and scroll positions above 2^23 have no half pixels. */
const longest = 6e6;
/** The length at either end that scrolls one to one. */
const ends = 5e4;

export class ScrollScale {
  /**
   * @param {number} total the column's height
   * @param {number} around the height of everything above and below it, minus the viewport's height
   */
  constructor(total, around) {
    this.isCompressed = total > longest;
    /** The height of the column's element. */
    this.height = Math.min(total, longest);
    /** The last scroll position of the window and the last position in the column. */
    this.lastScroll = Math.max(0, around + this.height);
    this.lastTop = Math.max(0, around + total);
  }

  /**
   * Converts a scroll position to a position in the column, in proportion.
   * @param {number} scrolled
   */
  topFor(scrolled) {
    const { lastScroll, lastTop } = this;
    if (!this.isCompressed || scrolled <= ends) return scrolled;
    if (scrolled >= lastScroll - ends) return lastTop - (lastScroll - scrolled);
    return ends + (scrolled - ends) * (lastTop - 2 * ends) / (lastScroll - 2 * ends);
  }

  /**
   * Converts a position in the column to a scroll position.
   * @param {number} top
   */
  scrollFor(top) {
    const { lastScroll, lastTop } = this;
    if (!this.isCompressed || top <= ends) return top;
    if (top >= lastTop - ends) return lastScroll - (lastTop - top);
    return ends + (top - ends) * (lastScroll - 2 * ends) / (lastTop - 2 * ends);
  }
}
