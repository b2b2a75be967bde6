// Carousels: pages over those in the card's image. The image is visible until the reader turns a page.

import { make } from '../common/elements.js';
import { sized } from './drawing-size.js';
import { place } from './text.js';

/**
 * The page at a strip's scroll position.
 * @param {number} left
 * @param {number} pitch
 * @param {number} count of pages
 */
export function pageAt(left, pitch, count) { return Math.min(count - 1, Math.max(0, Math.round(left / pitch))); }

/**
 * @typedef {Object} Carousel
 * @property {HTMLElement} element
 * @property {() => number} shown the displayed page
 * @property {() => void} fill displays the images of pages that have loaded
 * @property {() => void} restore returns to the page that was displayed before the card left the document
 */

/**
 * @param {import('./feed.js').Feed} feed
 * @param {import('./pictures.js').Pictures} pictures
 * @param {number} post
 * @param {import('./types.js').PagesPart} part
 * @param {import('./types.js').PagesPlace} at
 * @param {MediaQueryList} isStill whether the reader prefers reduced motion
 * @returns {Carousel}
 */
export function makeCarousel(feed, pictures, post, part, at, isStill) {
  const [, first, descriptions] = part;
  const [x, y, width, height, pitch, clip, control] = at;
  const { shownPages, index: { words } } = feed;
  // In right-to-left carousels, scroll positions are negative.
  const isBackward = pitch < 0;
  const [begin, room] = isBackward ? [0, clip] : [clip, feed.cardWidth - clip];
  const key = post + '/' + first;
  const shown = () => shownPages.get(key) || 0;

  const pages = descriptions.map((description, number) => {
    const page = place(make('div', 'page'), [x - begin + number * pitch, 0, width, height]);
    page.style.height = '100%';
    page.setAttribute('role', 'img');
    page.setAttribute('aria-label', description);
    return page;
  });
  // Makes the strip long enough that the last page can align with the start.
  const end = place(make('div'), [(pages.length - 1) * pitch + (isBackward ? 0 : room - 1), 0, 1, 1]);
  end.style.position = 'absolute';
  const strip = place(make('div', 'strip', ...pages, end), [begin, y, room, height]);
  strip.dir = isBackward ? 'rtl' : 'ltr';
  strip.tabIndex = 0;
  strip.setAttribute('role', 'group');
  strip.setAttribute('aria-label', descriptions[shown()]);
  strip.style.scrollPaddingInlineStart = (isBackward ? clip - x - width : x - clip) + 'px';
  // The focus ring is drawn over the photos.
  const element = make('div', 'pages', strip, place(make('div', 'ring'), [begin, y, room, height]));
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', words.carousel);

  const scrollTo = (/** @type {number} */ page, /** @type {string} */ behavior) => {
    // TypeScript accepts "instant" since version 5.
    strip.scrollTo({ left: page * pitch, behavior: /** @type {ScrollBehavior} */ (behavior) });
  };
  const turn = (/** @type {number} */ step) => {
    scrollTo(Math.min(Math.max(0, shown() + step), pages.length - 1), isStill.matches ? 'instant' : 'smooth');
  };
  const dots = control ? pageDots(control, pages.length) : [];
  if (control) {
    const half = control[2] / 2;
    [words.previous, words.next].forEach((label, number) => {
      const left = control[0] + (isBackward ? 1 - number : number) * half;
      const button = place(make('button', 'turn'), [left, control[1], half, control[3]]);
      button.setAttribute('aria-label', label);
      button.type = 'button';
      button.onclick = () => turn(number ? 1 : -1);
      element.append(button);
    });
    element.append(place(make('div', 'dots', ...dots), dotsFrame(control)));
  }

  const fill = () => {
    if (!shownPages.has(key)) return;
    element.classList.add('moved');
    strip.setAttribute('aria-label', descriptions[shown()]);
    dots.forEach((dot, number) => dot.classList.toggle('on', number === shown()));
    pages.forEach((page, number) => {
      const image = pictures.get(post, 'page-' + (first + number));
      if (!image || page.firstChild === image) return;
      sized(image, width, height);
      page.replaceChildren(image);
    });
  };
  strip.addEventListener('scroll', () => {
    if (!shownPages.has(key) && strip.scrollLeft === 0) return;
    shownPages.set(key, pageAt(strip.scrollLeft, pitch, pages.length));
    fill();
    feed.changed();
  }, { passive: true });
  strip.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    turn(isBackward ? -step : step);
  });
  const restore = () => {
    if (shown()) scrollTo(shown(), 'instant');
    fill();
  };
  return { element, shown, fill, restore };
}

/**
 * The frame that hides the dots in the image, no larger than they are. If the dots' row ends within a pixel, a fill
 * would take the entire pixel, and with it a line under the row.
 * @param {import('./types.js').Control} control
 * @returns {import('./types.js').Frame}
 */
export function dotsFrame([left, top, width, height, , y, , dot]) {
  const from = Math.max(top, Math.floor(y) - 1);
  return [left, from, width, Math.min(top + height, Math.ceil(y + dot) + 1) - from];
}

/**
 * @param {import('./types.js').Control} control
 * @param {number} count
 */
function pageDots(control, count) {
  const [left, , row, , x, y, width, height, pitch] = control;
  const [, top] = dotsFrame(control);
  // With very many pages, the last ones have no dots.
  const fit = Math.floor((pitch < 0 ? x - left : left + row - x - width) / Math.abs(pitch)) + 1;
  return Array.from({ length: Math.min(count, fit) }, (_, number) => {
    return place(make('i'), [x - left + number * pitch, y - top, width, height]);
  });
}
