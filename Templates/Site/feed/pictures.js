// Images of cards. Each is loaded outside of the document, and added to its card when complete.

import { pictureFile } from './picture-file.js';

/** @typedef {{image: HTMLImageElement | SVGSVGElement, isLoaded: boolean, isUrgent: boolean}} Picture */

export class Pictures {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {(post: number, state: string) => void} arrived
   */
  constructor(feed, arrived) {
    this.feed = feed;
    this.arrived = arrived;
    /**
     * Loading and loaded images by name.
     * @type {Map<string, Picture>}
     */
    this.entries = new Map();
    /** Names of images that failed to load. @type {Set<string>} */
    this.lost = new Set();
  }

  /**
   * The name of an image at the page's width and theme. It starts with the post's number.
   * @param {number} post
   * @param {string} state
   */
  name(post, state) { return post + '/' + state + '/' + this.feed.width + '/' + this.feed.theme; }

  /** @param {number} post @param {string} state @returns {HTMLImageElement | SVGSVGElement | null} if it is loaded */
  get(post, state) {
    const found = this.entries.get(this.name(post, state));
    return found && found.isLoaded ? found.image : null;
  }

  /**
   * @param {number} post
   * @param {string} state
   * @param {boolean} isUrgent
   * @returns {boolean} false if it can't be loaded yet
   */
  load(post, state, isUrgent) {
    const { feed, entries } = this;
    const { width, theme } = feed;
    const story = feed.story(post);
    if (!story) return false;
    const image = new Image();
    const entry = { image, isLoaded: false, isUrgent };
    const name = this.name(post, state);
    entries.set(name, entry);
    image.alt = '';
    image.width = feed.cardWidth;
    image.height = feed.column.heightIn(post, state);
    image.draggable = false;
    image.fetchPriority = isUrgent ? 'high' : 'low';
    // A `src` attribute would count as the 1x image whatever its scale, and be displayed too large.
    image.srcset = feed.index.scales
      .map((scale) => pictureFile(feed.index.picture, story.i, { width, scale, theme, state }) + ' ' + scale + 'x').join(', ');
    const arrive = () => {
      if (entries.get(name) !== entry) return;
      entry.isLoaded = image.naturalWidth > 0;
      if (entry.isLoaded) this.lost.delete(name); else this.lost.add(name);
      this.arrived(post, state);
      if (entry.isLoaded) return;
      // The image is missing or temporarily unavailable. Retry later if it is still wanted.
      setTimeout(() => {
        if (entries.get(name) === entry) entries.delete(name);
        feed.changed();
      }, 5000);
    };
    // Decode before displaying, so that the image appears at once without blocking.
    image.decode().then(arrive, arrive);
    return true;
  }

  /**
   * Stops loading an image that is no longer wanted.
   * @param {string} name
   */
  cancel(name) {
    const entry = this.entries.get(name);
    this.entries.delete(name);
    if (!entry || entry.isLoaded) return;
    entry.image.removeAttribute('srcset');
    entry.image.removeAttribute('src');
  }
}

/**
 * Images of cards, or cards drawn by the page.
 * @param {import('./feed.js').Feed} feed
 * @param {(post: number, state: string) => void} arrived
 */
export function picturesOf(feed, arrived) {
  const made = self.feedproof.drawings?.(feed, arrived);
  if (!made) return new Pictures(feed, arrived);
  feed.drawings = made;
  return made;
}
