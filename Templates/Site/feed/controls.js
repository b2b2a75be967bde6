// The bar: theme, width, boxes, the way to the review; and keys.

import { make, the } from '../common/elements.js';
import { askedWidth, fittingTheme, fittingWidth } from './settings.js';

/** What somebody chose in the address or in the bar, or the browser would rather have. */
export class Choices {
  /** @param {import('./types.js').Index} index */
  constructor(index) {
    this.index = index;
    this.query = new URLSearchParams(location.search);
    this.darkSystem = matchMedia('(prefers-color-scheme: dark)');
    /** 0 for whatever fits. */
    this.chosenWidth = askedWidth(index.widths, this.query.get('width'));
    /** Empty for the system's. */
    this.chosenTheme = this.query.get('theme') || '';
  }

  get width() { return this.chosenWidth || fittingWidth(this.index.widths, innerWidth); }

  get theme() { return fittingTheme(this.index.themes, this.chosenTheme, this.darkSystem.matches); }
}

/**
 * @param {import('./feed.js').Feed} feed
 * @param {Choices} choices
 * @param {import('./scrolling.js').Scrolling} scrolling
 * @param {() => void} finish what is on the way between two states
 * @param {(step: number) => void} turn goes to the next card or the one before
 * @returns {() => void} aims the link to the review at what is being read
 */
export function setUpControls(feed, choices, scrolling, finish, turn) {
  const { index, expanded } = feed;
  const form = the('controls', HTMLFormElement);
  // Switches are there where there is something to choose from.
  const themeSwitch = /** @type {HTMLSelectElement | null} */ (document.getElementById('theme'));
  const widthSwitch = /** @type {HTMLSelectElement | null} */ (document.getElementById('width'));
  const boxes = the('boxes', HTMLInputElement);
  /** The width that is shown, or will be as soon as its heights are there. */
  let wantedWidth = feed.width;

  function showSettings() {
    document.documentElement.dataset.theme = feed.theme;
    document.documentElement.style.setProperty('--width', feed.cardWidth + 'px');
    if (widthSwitch) widthSwitch.value = String(feed.width);
  }

  function setTheme() {
    if (themeSwitch) choices.chosenTheme = themeSwitch.value;
    feed.theme = choices.theme;
    showSettings();
    scrolling.update();
  }

  /** Shows the feed at the chosen width, what is read staying where it is. */
  function setWidth() {
    const screen = choices.width;
    if (screen === feed.width) return;
    const next = feed.columnAt(screen);
    const again = () => { if (wantedWidth === screen) setWidth(); };
    wantedWidth = screen;
    const shown = [feed.firstVisible, ...feed.postsWithin(0), ...expanded.keys()];
    const needed = new Set(shown.map((post) => next.blockOf(post)));
    // Heights first: the page changes all at once.
    if ([...needed].filter((number) => !next.block(number, again)).length) return;
    finish();
    scrolling.anchored(() => {
      feed.width = screen;
      feed.column = next;
      for (const post of expanded.keys()) next.invalidate(post);
      showSettings();
    });
  }

  if (themeSwitch) {
    themeSwitch.value = index.themes.includes(choices.chosenTheme) ? choices.chosenTheme : '';
    if (themeSwitch.selectedIndex < 0) themeSwitch.value = feed.theme;
    themeSwitch.onchange = setTheme;
  }
  if (widthSwitch) {
    widthSwitch.onchange = () => {
      choices.chosenWidth = Number(widthSwitch.value);
      setWidth();
    };
  }
  boxes.checked = feed.hasBoxes;
  boxes.onchange = () => {
    feed.hasBoxes = boxes.checked;
    scrolling.update();
  };
  form.onsubmit = () => false;
  choices.darkSystem.addEventListener('change', setTheme);
  addEventListener('resize', () => {
    scrolling.resized();
    setWidth();
    scrolling.update();
  });
  // `j` and `k` go from card to card, as in other readers.
  addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step && !isForAnother(event)) turn(step);
  });
  showSettings();
  return reviewLink(feed, form);
}

/**
 * Whether a key is somebody's who writes, or a shortcut of the browser.
 * @param {KeyboardEvent} event
 */
export function isForAnother(event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  return isTyping || event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * "Open in review", where there is one: the review of what is being read; at the feed's beginning, of all.
 * @param {import('./feed.js').Feed} feed
 * @param {HTMLElement} parent
 */
function reviewLink(feed, parent) {
  const { review, words } = feed.index;
  if (!review) return () => {};
  const link = make('a', '', words.review);
  link.id = 'review';
  link.href = review;
  parent.append(link);
  return () => {
    const post = feed.firstVisible;
    const story = post > 0 ? feed.story(post) : null;
    link.href = review + (story ? '#post=' + encodeURIComponent(story.i) : '');
  };
}
