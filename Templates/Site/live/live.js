// A page that follows its sources (`feedproof watch`): images are replaced in place, and visible content keeps its
// position.

import { pictureFile } from '../feed/picture-file.js';
import { receiving, showBefore } from './before.js';
import { takeHeights } from './heights.js';
import { LiveNews } from './news.js';
import { Overlay } from './overlay.js';
import { keepPlace, keptPlace, placeIn, restorePlace } from './place.js';
import { freshStyle } from './style.js';

/** The time in milliseconds without scrolling before the server gets the position. */
const resting = 60;

/**
 * @typedef {Object} Page
 * @property {import('../feed/feed.js').Feed} feed
 * @property {import('../feed/pictures.js').Pictures} pictures
 * @property {import('../feed/cards.js').Cards} cards
 * @property {import('../feed/scrolling.js').Scrolling} scrolling
 * @property {import('../common/chunks.js').Chunks} chunks
 * @property {() => void} changed
 */

export class Live {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { index } = page.feed;
    /** The path pattern of images, without the snapshot's number. */
    this.pattern = index.picture;
    this.drawn = { ...index.drawn };
    this.edition = 0;
    this.pageKey = '';
    this.overlay = new Overlay();
    this.news = new LiveNews(() => this.view, (news) => this.take(news));
    /**
     * Images of the previous snapshot, displayed until their replacements have loaded.
     * @type {Map<string, HTMLImageElement | SVGSVGElement>}
     */
    this.before = new Map();
    this.width = page.feed.width;
    this.timer = 0;
  }

  start() {
    const { cards, changed, chunks, feed, pictures, scrolling } = this.page;
    showBefore(pictures, this.before);
    self.feedproof.chunk = receiving(chunks, () => {
      for (const card of cards.mounted.values()) card.shows = '';
      changed();
    });
    const kept = keptPlace();
    if (kept) restorePlace(feed, scrolling, kept);
    const look = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (this.width !== feed.width) {
          this.width = feed.width;
          this.news.forget();
        } else this.news.look();
      }, resting);
    };
    for (const name of ['scroll', 'resize', 'click', 'keyup', 'change']) addEventListener(name, look, { passive: true });
    void this.news.start();
  }

  /** The exported scale that fits the screen. */
  get scale() {
    const { scales } = this.page.feed.index;
    return scales.find((scale) => scale >= devicePixelRatio) || scales[scales.length - 1];
  }

  /** The visible posts, as a query for the server. */
  get view() {
    const { feed } = this.page;
    const seen = feed.postsWithin(0);
    const expanded = seen.filter((post) => feed.expanded.has(post));
    const [from, to] = [seen[0] ?? 0, seen[seen.length - 1] ?? 0];
    return 'width=' + feed.width + '&scale=' + this.scale + '&theme=' + feed.theme + '&from=' + from + '&to=' + to
      + '&expanded=' + expanded.join(',');
  }

  /** @param {import('./news.js').News} news */
  take(news) {
    this.overlay.show(news.problems);
    document.documentElement.dataset.edition = String(news.edition);
    if (this.pageKey && news.page !== this.pageKey) {
      // The feed or the options have changed. Reload the page once the new export is complete.
      if (news.isWritten) {
        keepPlace(placeIn(this.page.feed));
        location.reload();
      }
      return;
    }
    this.pageKey = news.page;
    const isNew = this.edition ? news.edition !== this.edition : !news.isWritten;
    this.edition = news.edition;
    if (isNew) this.turn(news);
    else this.setHeights(news.heights);
  }

  /**
   * Switches to another snapshot: visible cards now, all others when they become visible.
   * @param {import('./news.js').News} news
   */
  turn(news) {
    const { feed, pictures, chunks, changed } = this.page;
    const { index } = feed;
    index.picture = this.pattern + '?edition=' + news.edition;
    if (index.drawn) index.drawn.photo = this.drawn.photo + '?edition=' + news.edition;
    const isShown = (/** @type {string} */ name) => this.page.cards.mounted.has(Number.parseInt(name, 10));
    for (const name of [...this.before.keys()]) if (!isShown(name)) this.before.delete(name);
    for (const [name, entry] of pictures.entries) if (entry.isLoaded && isShown(name)) this.before.set(name, entry.image);
    pictures.entries.clear();
    for (const screen of [...feed.columns.keys()]) if (screen !== feed.width) feed.columns.delete(screen);
    const first = 'heights/' + feed.width + '/' + feed.column.pieces.file(0);
    for (const name of [...chunks.entries.keys()]) {
      if (!/^(ids|fonts)\//.test(name) && name !== first) chunks.entries.delete(name);
    }
    freshStyle(news.edition);
    this.setLengths(news);
    const seen = feed.postsWithin(0);
    const heights = new Map(news.heights.map((each) => [each[0], each]));
    // Cards outside of the viewport only change position, at once.
    this.setHeights(news.heights.filter(([post]) => !seen.includes(post)));
    for (const post of seen) {
      const isTurned = [...feed.shownPages.keys()].filter((key) => key.startsWith(post + '/'));
      this.swap(post, heights.get(post));
      // Turned carousels show images of pages, which are requested when the card is created again.
      if (isTurned.length) changed();
    }
    changed();
  }

  /**
   * Replaces a card's image and height in one step, once the image has loaded.
   * @param {number} post
   * @param {[number, number, number]} [heights]
   */
  swap(post, heights) {
    const { feed, pictures, cards, changed } = this.page;
    const story = feed.story(post);
    const mounted = cards.mounted.get(post);
    // If its story is still loading, take the id from the element, without the page's prefix.
    const id = story ? story.i : mounted?.element.id.slice(mounted.page.manner.prefix.length);
    const edition = this.edition;
    const hasTwo = heights ? heights[2] > 0 : feed.column.extra(post) > 0;
    const state = feed.expanded.has(post) || !hasTwo ? 'expanded' : 'collapsed';
    const name = pictures.name(post, state);
    const settle = () => {
      if (heights) this.setHeights([heights]);
      const card = cards.mounted.get(post);
      if (card) {
        // Replace the text layer together with the image.
        card.shows = '';
        card.showPicture();
      }
      changed();
    };
    if (!id) {
      settle();
      return;
    }
    if (feed.drawings) {
      // Replace heights and drawing in one step.
      const chunk = feed.width + '/' + feed.file(post);
      const arrive = () => { if (edition === this.edition) settle(); };
      if (this.page.chunks.get('drawings', chunk, arrive)) settle();
      return;
    }
    const image = new Image();
    const entry = { image, isLoaded: false, isUrgent: true };
    const { width, theme } = feed;
    image.alt = '';
    image.width = feed.cardWidth;
    if (heights) image.height = heights[1] + (state === 'expanded' ? heights[2] : 0);
    image.draggable = false;
    image.fetchPriority = 'high';
    const scale = this.scale;
    image.srcset = pictureFile(feed.index.picture, id, { width, scale, theme, state }) + ' ' + scale + 'x';
    pictures.entries.set(name, entry);
    image.decode().then(() => true, () => false).then((isWhole) => {
      // A newer snapshot has its own request.
      if (edition !== this.edition) return;
      entry.isLoaded = isWhole;
      if (isWhole) this.before.delete(name);
      else if (pictures.entries.get(name) === entry) pictures.entries.delete(name);
      settle();
    });
  }

  /** @param {Array<import('./heights.js').Height>} heights */
  setHeights(heights) {
    const { edition } = this;
    takeHeights(this.page, heights, () => edition === this.edition);
  }

  /**
   * Applies the design's gap and card widths.
   * @param {import('./news.js').News} news
   */
  setLengths(news) {
    const { feed, scrolling } = this.page;
    const { index, column } = feed;
    const isSame = index.gap === news.gap && String(index.widths) === String(news.widths);
    if (isSame || news.gap === undefined) return;
    scrolling.anchored(() => {
      index.gap = Number(news.gap);
      index.widths = news.widths;
      for (const block of column.blocks) if (block) block.tops = null;
      column.starts = null;
      document.documentElement.style.setProperty('--width', feed.cardWidth + 'px');
    });
  }
}
