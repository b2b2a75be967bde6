// The element of a post that is near the viewport.

import { alongLine, isBackward, make } from '../common/elements.js';
import { outward } from '../common/outward.js';
import { makeCarousel } from './carousel.js';
import { place, textLayer } from './text.js';
import { badges } from './versions.js';

/**
 * The differences between the cards of feeds and of chats.
 * @typedef {Object} Manner
 * @property {string} prefix the prefix of an element's id; followed by the entry's id, it is the entry's anchor in the
 *   page
 * @property {'h2' | 'p'} name the tag for an author's name
 * @property {boolean} [opensPhotos] whether photos can be opened in the viewer
 * @property {(card: Card, story: import('./types.js').Story) => void} label the card's description for screen readers
 */

/** @type {Manner} */
export const postManner = Object.freeze({
  prefix: 'post-',
  name: 'h2',
  opensPhotos: true,
  label: ({ element }, story) => element.setAttribute('aria-labelledby', 'name-' + story.i),
});

export class Card {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./pictures.js').Pictures} pictures
   * @param {number} post
   * @param {{toggle: (post: number) => void, later: (card: Card) => void, isStill: MediaQueryList, manner: Manner}} page
   */
  constructor(feed, pictures, post, page) {
    this.feed = feed;
    this.pictures = pictures;
    this.post = post;
    this.page = page;
    this.top = NaN;
    this.left = NaN;
    this.height = NaN;
    /** The width and state in the text layer. */
    this.shows = '';
    /** The width and state in the image. */
    this.pictureOf = '';
    /** @type {Array<import('./carousel.js').Carousel>} */
    this.carousels = [];
    this.picture = make('div', 'picture');
    // The layer contains the words already, so find, copy and screen readers must not get them twice.
    this.picture.inert = Boolean(feed.drawings);
    this.layer = make('div', 'layer');
    this.element = make('article', 'card', this.picture, this.layer);
    this.element.tabIndex = -1;
    this.element.setAttribute('aria-posinset', String(post + 1));
    this.element.setAttribute('aria-setsize', String(feed.index.count));
  }

  get state() { return this.feed.stateOf(this.post); }

  get wanted() { return this.feed.width + '/' + this.state + '/' + this.feed.hasBoxes; }

  get hasPicture() { return this.picture.firstChild !== null; }

  /** Updates the element. Parts that aren't loaded yet follow later. */
  update() {
    const { feed: { column, view }, post, element } = this;
    const top = column.top(post) - view.origin;
    const height = column.height(post);
    const left = alongLine(column.lane(post) * (this.feed.cardWidth + this.feed.index.gap));
    if (top !== this.top || left !== this.left) {
      this.top = top;
      this.left = left;
      element.style.transform = 'translate(' + left + 'px,' + top + 'px)';
    }
    if (height !== this.height) {
      this.height = height;
      element.style.height = height + 'px';
    }
    const story = this.feed.story(post);
    if (story && !element.id) {
      element.id = this.page.manner.prefix + story.i;
      if (story.f) {
        element.style.borderRadius = story.f[0] + 'px';
        element.classList.toggle('is-open', !story.f[1]);
      }
      this.page.manner.label(this, story);
    }
    this.showPicture();
    if (this.shows !== this.wanted) this.page.later(this);
  }

  showPicture() {
    const { feed, post, state, picture } = this;
    if (feed.moving === post) return;
    const image = this.pictures.get(post, state);
    // A card without an image shows its text.
    this.element.classList.toggle('is-bare', !image && this.pictures.lost.has(this.pictures.name(post, state)));
    if (image) {
      if (picture.firstChild !== image) picture.replaceChildren(image);
      this.pictureOf = feed.width + state;
    } else if (this.pictureOf && this.pictureOf !== feed.width + state) {
      picture.replaceChildren();
      this.pictureOf = '';
    }
  }

  /**
   * Called when an image of the card has loaded.
   * @param {string} state
   */
  receive(state) {
    if (state.startsWith('page-')) for (const carousel of this.carousels) carousel.fill();
    else this.showPicture();
  }

  /** Creates the text layer, unless its data isn't loaded yet. */
  fill() {
    const { feed, pictures, post, layer, element } = this;
    const story = feed.story(post);
    const layout = feed.layout(post);
    const boxes = feed.hasBoxes ? feed.boxes(post) : /** @type {import('./types.js').Boxes} */ ([[], []]);
    if (!story || !layout || !boxes) return;
    const state = this.state === 'expanded' ? 0 : 1;
    const isFocusInside = element.contains(document.activeElement) && document.activeElement !== element;
    this.shows = this.wanted;
    this.carousels = [];
    const shown = layout[state] || layout[0];
    const text = textLayer(story, shown, this.page.manner, this.toggle(layout), (part, at) => {
      const carousel = makeCarousel(feed, pictures, post, part, at, this.page.isStill);
      this.carousels.push(carousel);
      return carousel.element;
    });
    layer.replaceChildren(
      text, ...this.original(story, shown), ...this.removed(story), ...badges(story, this.dateOf(story, shown), feed.index),
      ...boxElements(boxes[state] || boxes[0]));
    for (const carousel of this.carousels) carousel.restore();
    // Keep the focus in a card that was expanded with the keyboard.
    if (isFocusInside) {
      const inside = /** @type {HTMLElement | null} */ (layer.querySelector('[aria-expanded]'));
      (inside || element).focus({ preventScroll: true });
    }
  }

  /**
   * The link to the original post, next to the date.
   * @param {import('./types.js').Story} story
   * @param {import('./types.js').StateLayout} layout
   */
  original(story, layout) {
    const at = this.dateOf(story, layout);
    if (!story.u || !at) return [];
    const link = outward(make('a', 'original', '↗'), story.u);
    link.setAttribute('aria-label', this.feed.index.words.original);
    return [place(link, [isBackward() ? at[0] - 26 : at[0] + at[2] + 2, at[1] - 4, 24, at[3] + 8])];
  }

  /**
   * The frame of the date, else of the author's name.
   * @param {import('./types.js').Story} story
   * @param {import('./types.js').StateLayout} layout
   */
  dateOf(story, layout) {
    // A post may have no date while a quoted post has one.
    const own = story.p.findIndex((part) => part[0] === 'date' || part[0] === 'quote');
    return layout[0][story.p[own]?.[0] === 'date' ? own : story.p.findIndex((part) => part[0] === 'name')];
  }

  /**
   * The mark of a post that is no longer in the feed.
   * @param {import('./types.js').Story} story
   */
  removed(story) { return story.g && !this.feed.index.chat ? [make('p', 'removed', this.feed.index.words.removed)] : []; }

  /**
   * The "show more" button at its place in the image, or "show less" in the corner of an expanded card.
   * @param {import('./types.js').Layout} layout
   * @returns {Array<import('./text.js').Toggle>}
   */
  toggle(layout) {
    const [, , first, ...further] = layout[1] || [];
    if (!first) return [];
    const { words } = this.feed.index;
    const isExpanded = this.state === 'expanded';
    return (isExpanded ? [[isBackward() ? 8 : this.feed.cardWidth - 36, 12, 28, 28]] : [first, ...further]).map((at) => {
      const button = make('button', isExpanded ? 'part collapse' : 'part', isExpanded ? '⌃' : String(at[4] || words.showMore));
      button.type = 'button';
      button.setAttribute('aria-expanded', String(isExpanded));
      if (isExpanded) button.setAttribute('aria-label', words.collapse);
      button.onclick = () => this.page.toggle(this.post);
      // In reading order it follows the text, wherever it is placed.
      return { button, at, y: isExpanded ? layout[0][1] ?? Infinity : Number(at[1]) };
    });
  }
}

/** @param {Array<import('./types.js').Box>} boxes */
function boxElements(boxes) {
  return boxes.map(([path, ...frame]) => {
    const box = place(make('div', 'box'), frame);
    box.title = path;
    box.setAttribute('aria-hidden', 'true');
    return box;
  });
}
