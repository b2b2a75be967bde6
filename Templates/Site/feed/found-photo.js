// The photo next to a search result, cut from the card's image.

import { make } from '../common/elements.js';
import { pictureFile } from './picture-file.js';

/** The side of the square, in pixels. */
const side = 44;

/**
 * Returns a function that adds the first photo of a post to its result when the result becomes visible.
 * @param {import('./feed.js').Feed} feed
 * @returns {(post: number, option: HTMLElement) => void}
 */
export function illustrator(feed) {
  /** @type {WeakMap<Element, number>} */
  const posts = new WeakMap();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const post = posts.get(target);
      if (!isIntersecting || post === undefined || !show(feed, post, target)) continue;
      observer.unobserve(target);
    }
  });
  return (post, option) => {
    // A page that draws its cards has no images of them.
    if (feed.drawings) return;
    posts.set(option, post);
    observer.observe(option);
  };
}

/**
 * @param {import('./feed.js').Feed} feed
 * @param {number} post
 * @param {Element} option
 * @returns {boolean} whether the data is loaded
 */
function show(feed, post, option) {
  const [story, layout] = [feed.story(post), feed.layout(post)];
  if (!story || !layout) {
    setTimeout(() => { if (option.isConnected) show(feed, post, option); }, 300);
    return true;
  }
  const state = layout[1] ? 'collapsed' : 'expanded';
  const places = (layout[1] ?? layout[0])[0];
  const frame = places[story.p.findIndex(([kind], at) => (kind === 'photo' || kind === 'pages') && places[at])];
  if (!frame || option.querySelector('.thumb')) return true;
  const [x, y, width, height] = /** @type {[number, number, number, number]} */ (frame);
  const factor = side / Math.min(width, height);
  const image = new Image();
  image.alt = '';
  image.decoding = 'async';
  image.src = pictureFile(feed.index.picture, story.i, {
    width: feed.width, scale: Math.min(...feed.index.scales), theme: feed.theme, state,
  });
  image.style.width = feed.cardWidth * factor + 'px';
  image.style.position = 'absolute';
  image.style.left = -(x + (width - side / factor) / 2) * factor + 'px';
  image.style.top = -(y + (height - side / factor) / 2) * factor + 'px';
  option.append(make('span', 'thumb', image));
  return true;
}
