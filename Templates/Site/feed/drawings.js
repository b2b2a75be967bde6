// Cards drawn by the browser, with the same interface as images of cards.

import { sized } from './drawing-size.js';
import { drawn, photosIn } from './drawing.js';
import { Pictures } from './pictures.js';

/** The maximum wait for a font, in milliseconds. */
const patience = 3000;

export class Drawings extends Pictures {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {(post: number, state: string) => void} arrived
   */
  constructor(feed, arrived) {
    super(feed, arrived);
    this.files = /** @type {{photo: string, emoji: string}} */ (feed.index.drawn);
    /** Typefaces: true if loaded or no longer waited for. @type {Map<string, boolean>} */
    this.fonts = new Map();
    /** The number of names used in drawings so far. */
    this.named = 0;
  }

  /**
   * @param {number} post
   * @param {string} state
   * @returns {SVGSVGElement | null} if its data has loaded
   */
  get(post, state) {
    const name = this.name(post, state);
    const known = this.entries.get(name);
    if (known) return /** @type {SVGSVGElement} */ (known.image);
    const image = this.make(post, state, this.feed.theme);
    if (!image) return null;
    this.entries.set(name, { image, isLoaded: true, isUrgent: true });
    // Code that waits for the first screen may continue.
    if (this.entries.size === 1) setTimeout(() => this.arrived(post, state));
    return image;
  }

  /**
   * @param {number} post
   * @param {string} state
   * @param {boolean} isUrgent
   */
  load(post, state, isUrgent) {
    const image = this.get(post, state);
    const entry = this.entries.get(this.name(post, state));
    if (!image || !entry) return false;
    const photos = photosIn(image);
    entry.isLoaded = !photos.length;
    const coming = photos.map((path) => {
      const file = new Image();
      file.fetchPriority = isUrgent ? 'high' : 'low';
      file.src = path;
      return file.decode().catch(() => {});
    });
    void Promise.all(coming).then(() => {
      entry.isLoaded = true;
      this.feed.changed();
    });
    return true;
  }

  /** @param {string} name */
  cancel(name) { this.entries.delete(name); }

  /**
   * Creates a drawing that is not shared.
   * @param {number} post
   * @param {string} state
   * @param {string} theme
   * @param {string} [id] the post's id if the caller knows it
   * @returns {SVGSVGElement | null}
   */
  make(post, state, theme, id = this.feed.story(post)?.i) {
    const { feed, files } = this;
    const { index } = feed;
    const items = this.items(post);
    if (!items) return null;
    const [table, ...cards] = items;
    const card = cards[feed.pieces.at(post)];
    // A missing drawing is reported like a missing image.
    if (!card) {
      this.lost.add(this.name(post, state));
      return null;
    }
    if (!id) return null;
    const turned = /^page-(\d+)$/.exec(state);
    const drawing = card[turned ? Number(turned[1]) + 1 : state === 'expanded' ? 0 : 1] || card[0];
    const number = Math.max(0, index.themes.indexOf(theme));
    const fill = (/** @type {string} */ pattern, /** @type {string | number} */ n) =>
      pattern.replace('{id}', id).replace('{n}', String(n));
    const image = drawn(drawing.t ? drawing.t[number] ?? drawing.t[0] : drawing, {
      table,
      theme: drawing.t ? 0 : number,
      name: () => 'drawn-' + (this.named += 1),
      photo: (n) => fill(files.photo, n),
      emoji: (n) => fill(files.emoji, n),
    });
    sized(image, feed.cardWidth, feed.column.heightIn(post, turned ? 'expanded' : state));
    return image;
  }

  /**
   * The drawings in a post's file, once their fonts have loaded.
   * @param {number} post
   * @returns {Array<any> | null}
   */
  items(post) {
    const { feed, feed: { chunks, changed, width } } = this;
    const items = /** @type {Array<any> | null} */ (
      chunks.get('drawings', width + '/' + feed.file(post), changed));
    if (!items) return null;
    let isReady = true;
    for (const face of facesOf(items[0])) isReady = this.hasFont(face) && isReady;
    return isReady ? items : null;
  }

  /** @param {string} face the index in the font lock */
  hasFont(face) {
    const known = this.fonts.get(face);
    if (known !== undefined) return known;
    this.fonts.set(face, false);
    const done = () => {
      this.fonts.set(face, true);
      this.feed.changed();
    };
    const take = (/** @type {[string]} */ [content]) => {
      const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
      const font = new FontFace('feedproof-' + face, bytes.buffer);
      font.load().then((loaded) => document.fonts.add(loaded)).then(done, done);
    };
    const there = /** @type {[string] | null} */ (this.feed.chunks.get('fonts', face, take));
    if (there) take(there);
    setTimeout(done, patience);
    return false;
  }
}

/**
 * The typefaces used by text styles.
 * @param {Array<string>} table
 */
function facesOf(table) {
  const faces = table.map((text) => /^(\d+) [\d.]+( -?[\d.]+)?$/.exec(text)?.[1]);
  return /** @type {Set<string>} */ (new Set(faces.filter((face) => face !== undefined)));
}
