// The text layer over a card's image: it makes text selectable, clickable, searchable and readable for screen readers.

import { make } from '../common/elements.js';
import { outward } from '../common/outward.js';
import { textRuns } from './text-runs.js';

/**
 * @typedef {import('./types.js').Story} Story
 * @typedef {import('./types.js').Part} Part
 * @typedef {import('./types.js').Place} Place
 * @typedef {import('./types.js').TextPlace} TextPlace
 * @typedef {{button: HTMLButtonElement, at: ArrayLike<any>, y: number}} Toggle the button that expands a card, with its
 *   position in reading order
 */

/**
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {ArrayLike<any>} frame x, y, width, height; further values are ignored
 * @returns {Kind}
 */
export function place(element, frame) {
  Object.assign(element.style, {
    left: frame[0] + 'px', top: frame[1] + 'px', width: frame[2] + 'px', height: frame[3] + 'px',
  });
  return element;
}

/**
 * The parts of a card as elements, in reading order.
 * @param {Story} story
 * @param {import('./types.js').StateLayout} layout
 * @param {import('./card.js').Manner} manner
 * @param {Array<Toggle>} toggles
 * @param {(part: import('./types.js').PagesPart, at: import('./types.js').PagesPlace) => HTMLElement} pages
 */
export function textLayer(story, layout, manner, toggles, pages) {
  const whole = document.createDocumentFragment();
  /**
   * The open rows, answers and quotes: the element for their parts, its position, and the index of the part after them.
   * @type {Array<{into: Node & ParentNode, end: number, isQuote: boolean, x: number, y: number}>}
   */
  const open = [{ into: whole, end: story.p.length, isQuote: false, x: 0, y: 0 }];
  /** @type {HTMLElement | null} */
  let counts = null;
  const left = [...toggles].sort((a, b) => a.y - b.y);
  story.p.forEach((part, number) => {
    while (number >= open[0].end) open.shift();
    const { into, isQuote, x, y } = open[0];
    const stands = layout[0][number];
    if (!stands) return;
    while (left.length && left[0].y <= stands[1]) {
      const { button, at: where } = /** @type {Toggle} */ (left.shift());
      // Links can't contain buttons.
      if (into.nodeName === 'A') whole.append(place(button, where));
      else into.append(place(button, [where[0] - x, where[1] - y, where[2], where[3]]));
    }
    const at = moved(stands, x, y);
    // Carousels are positioned from the card's corner.
    const element = part[0] === 'pages'
      ? place(pages(part, /** @type {import('./types.js').PagesPlace} */ (stands)), [-x, -y, 0, 0])
      : partElement(story, part, at, manner, isQuote, into.nodeName);
    if (part[0] === 'count') {
      if (!counts) into.append((counts = make('ul')));
      counts.append(element);
      return;
    }
    into.append(element);
    if (part[0] === 'row' || part[0] === 'answer' || part[0] === 'quote') {
      open.unshift({
        into: element, end: number + 1 + part[1], isQuote: isQuote || part[0] === 'quote', x: x + at[0], y: y + at[1],
      });
    }
  });
  whole.append(...left.map(({ button, at }) => place(button, at)));
  return whole;
}

/**
 * A frame relative to another origin.
 * @param {Place} at
 * @param {number} x
 * @param {number} y
 * @returns {Place}
 */
function moved(at, x, y) {
  const copy = /** @type {TextPlace} */ ([at[0] - x, at[1] - y, ...at.slice(2)]);
  if (copy[9]) copy[9] = copy[9].map((piece) => [piece[0], piece[1] - x, piece[2] - y, piece[3], piece[4]]);
  return copy;
}

/**
 * @param {Story} story
 * @param {Exclude<Part, import('./types.js').PagesPart>} part
 * @param {Place} at
 * @param {import('./card.js').Manner} manner
 * @param {boolean} isInside whether it is inside a repost or quote
 * @param {string} around the tag of its parent element
 * @returns {HTMLElement}
 */
function partElement(story, part, at, manner, isInside, around) {
  switch (part[0]) {
    case 'name': {
      const name = words(make(isInside ? 'p' : manner.name, 'text'), part[1], [], at);
      if (!isInside) name.id = 'name-' + story.i;
      return name;
    }
    case 'date': return date(story, part[1], at, manner, isInside);
    case 'text': return words(make('p', 'text'), part[1], part[2], at);
    case 'photo': {
      // Inside a link, a click follows the link.
      const opens = manner.opensPhotos && around !== 'A';
      const photo = place(opens ? make('button', 'photo') : make('span'), at);
      if (!opens) photo.setAttribute('role', 'img');
      photo.setAttribute('aria-label', part[1]);
      return photo;
    }
    case 'count': return place(make('li', 'part', part[1]), at);
    case 'answer': {
      // The text is selectable, but screen readers read the answer as one sentence.
      const answer = place(make('div', 'row'), at);
      answer.setAttribute('role', 'img');
      answer.setAttribute('aria-label', part[2]);
      return answer;
    }
    case 'row': return place(part[2] ? linked(make('a', 'row'), part[2]) : make('div', 'row'), at);
    default: return quote(part[2], at);
  }
}

/**
 * A quoted post. A click outside of its links opens its page; its text is selectable.
 * @param {string | undefined} url
 * @param {Place} at
 */
function quote(url, at) {
  const quote = place(make('blockquote'), at);
  if (url) {
    const link = outward(make('a', 'row'), url);
    link.ariaLabel = url;
    quote.append(place(link, [0, 0, at[2], at[3]]));
    quote.onclick = (event) => {
      if (!(/** @type {Element} */ (event.target).closest('a,button')) && getSelection()?.isCollapsed) link.click();
    };
  }
  return quote;
}

/**
 * The date, which is the post's permalink.
 * @param {Story} story
 * @param {string} text
 * @param {Place} at
 * @param {import('./card.js').Manner} manner
 * @param {boolean} isInside
 */
function date(story, text, at, manner, isInside) {
  if (isInside) return words(make('p', 'text'), text, [], at);
  const inside = moved(at, at[0], at[1]);
  const time = words(make('time', 'text part'), text, [], inside);
  if (story.t) time.dateTime = story.t;
  const link = make('a', '', time, place(make('i'), inside));
  link.href = '#' + manner.prefix + story.i;
  if (story.d) link.append(make('span', 'full', ' (' + story.d + ')'));
  return place(link, at);
}

/**
 * A link to another site or to another card of the page.
 * @param {HTMLAnchorElement} link
 * @param {string} url
 */
function linked(link, url) {
  if (!url.startsWith('#')) return outward(link, url);
  link.href = url;
  return link;
}

/** Covered words, which a click or a key uncovers and covers again. */
function spoiler() {
  const cover = make('span', 'spoiler');
  cover.tabIndex = 0;
  cover.setAttribute('role', 'button');
  cover.setAttribute('aria-expanded', 'false');
  const turn = () => cover.setAttribute('aria-expanded', String(cover.classList.toggle('is-shown')));
  cover.onclick = () => { if (getSelection()?.isCollapsed) turn(); };
  cover.onkeydown = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    turn();
  };
  return cover;
}

/**
 * A text with its line breaks and links.
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} text
 * @param {Array<import('./types.js').Link>} links
 * @param {Place} where
 */
function words(element, text, links, where) {
  const at = /** @type {TextPlace} */ (where);
  place(element, at);
  Object.assign(element.style, {
    fontSize: at[4] + 'px', lineHeight: at[5] + 'px', fontWeight: String(at[6]), letterSpacing: at[7] + 'px',
  });
  // Links that aren't visible in this state are inactive.
  const shown = links.map((link, number) => (at[9].some((piece) => piece[0] === number) ? link : null));
  const anchors = shown.map((link) => link && (link[3] ? spoiler() : link[2] ? linked(make('a'), link[2]) : make('span')));
  for (const [run, number, isBreak] of textRuns(text, shown, at[8])) {
    const anchor = anchors[number];
    if (anchor && !anchor.parentNode) element.append(anchor);
    // Lines break as in the image, but neither copying nor searching finds these breaks.
    (anchor || element).append(isBreak && run !== '\n' ? make(run ? 'b' : 'br', '', run || null) : run);
  }
  // The words of a link come first, then its clickable areas.
  for (const [number, x, y, width, height] of at[9]) {
    const anchor = anchors[number];
    if (links[number]?.[2] || links[number]?.[3]) anchor?.append(place(make('i'), [x - at[0], y - at[1], width, height]));
    // Text replaced by an image gets the image's width, so that the text after it stays aligned.
    else if (anchor) anchor.style.cssText = 'display:inline-block;overflow:hidden;vertical-align:bottom;width:' + width + 'px';
  }
  return element;
}
