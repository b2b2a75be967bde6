// Pictures: each is one image element, loaded apart from the document and put into its card when it is whole.

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
     * Those that are loading or loaded, by name.
     * @type {Map<string, Picture>}
     */
    this.entries = new Map();
    /** Names of those that did not come. @type {Set<string>} */
    this.lost = new Set();
  }

  /**
   * A picture at the page's width and theme; the post's number stands first.
   * @param {number} post
   * @param {string} state
   */
  name(post, state) { return post + '/' + state + '/' + this.feed.width + '/' + this.feed.theme; }

  /** @param {number} post @param {string} state @returns {HTMLImageElement | SVGSVGElement | null} when it is loaded */
  get(post, state) {
    const found = this.entries.get(this.name(post, state));
    return found && found.isLoaded ? found.image : null;
  }

  /**
   * @param {number} post
   * @param {string} state
   * @param {boolean} isUrgent
   * @returns {boolean} false when it can't be loaded yet
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
    // A `src` beside them would count as the picture for 1x, whatever its own scale, and be shown too large.
    image.srcset = feed.index.scales
      .map((scale) => pictureFile(feed.index.picture, story.i, { width, scale, theme, state }) + ' ' + scale + 'x').join(', ');
    const arrive = () => {
      if (entries.get(name) !== entry) return;
      entry.isLoaded = image.naturalWidth > 0;
      if (entry.isLoaded) this.lost.delete(name); else this.lost.add(name);
      this.arrived(post, state);
      if (entry.isLoaded) return;
      // Not there, or not now: asked for again in a while, if somebody still wants it.
      setTimeout(() => {
        if (entries.get(name) === entry) entries.delete(name);
        feed.changed();
      }, 5000);
    };
    // Decoded before it is shown, so that it appears at once and nothing waits for it.
    image.decode().then(arrive, arrive);
    return true;
  }

  /**
   * A picture that nobody waits for any more is not loaded to its end.
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
 * Pictures, or what the page draws in their place.
 * @param {import('./feed.js').Feed} feed
 * @param {(post: number, state: string) => void} arrived
 */
export function picturesOf(feed, arrived) {
  const made = self.feedproof.drawings?.(feed, arrived);
  if (!made) return new Pictures(feed, arrived);
  feed.drawings = made;
  return made;
}
