// A column longer than an element can be: between the window's scroll positions and those of the column's document.

/** Chromium's elements end at 2^25 pixels, and above 2^23 its scroll positions have no halves. */
const longest = 6e6;
/** How much at either end is scrolled one to one. */
const ends = 5e4;

export class ScrollScale {
  /**
   * @param {number} total the column's height
   * @param {number} around what stands above and below it, less the viewport's height
   */
  constructor(total, around) {
    this.isCompressed = total > longest;
    /** The column's element's height. */
    this.height = Math.min(total, longest);
    /** The last scroll position of the window, and of the column's document. */
    this.lastScroll = Math.max(0, around + this.height);
    this.lastTop = Math.max(0, around + total);
  }

  /**
   * The place in the column's document for a scroll position, by the bar's share.
   * @param {number} scrolled
   */
  topFor(scrolled) {
    const { lastScroll, lastTop } = this;
    if (!this.isCompressed || scrolled <= ends) return scrolled;
    if (scrolled >= lastScroll - ends) return lastTop - (lastScroll - scrolled);
    return ends + (scrolled - ends) * (lastTop - 2 * ends) / (lastScroll - 2 * ends);
  }

  /**
   * The other way round.
   * @param {number} top
   */
  scrollFor(top) {
    const { lastScroll, lastTop } = this;
    if (!this.isCompressed || top <= ends) return top;
    if (top >= lastTop - ends) return lastScroll - (lastTop - top);
    return ends + (top - ends) * (lastScroll - 2 * ends) / (lastTop - 2 * ends);
  }
}
