// The toolbar (theme, width, boxes) and keyboard shortcuts.

import { the } from '../common/elements.js';
import { isForAnother } from '../common/keys.js';
import { themeKey } from '../common/theme-key.js';
import { askedWidth, fittingTheme, fittingWidth, lanesWithin } from './settings.js';

const lanesKey = 'feedproof-columns';

/** The reader's choices in the address and the toolbar, and the browser's preferences. */
export class Choices {
  /** @param {import('./types.js').Index} index */
  constructor(index) {
    this.index = index;
    this.query = new URLSearchParams(location.search);
    this.darkSystem = matchMedia('(prefers-color-scheme: dark)');
    /** 0 for the width that fits. */
    this.chosenWidth = askedWidth(index.widths, this.query.get('width'));
    /** Empty for the system's theme. */
    this.chosenTheme = this.query.get('theme') || remembered(themeKey);
    this.moreContrast = matchMedia('(prefers-contrast: more)');
    this.chosenLanes = Number(remembered(lanesKey)) || Infinity;
  }

  get width() { return this.chosenWidth || fittingWidth(this.index.widths, innerWidth); }

  get theme() { return fittingTheme(this.index.themes, this.chosenTheme, this.darkSystem.matches, this.moreContrast.matches); }
}

/**
 * @param {import('./feed.js').Feed} feed
 * @param {Choices} choices
 * @param {import('./scrolling.js').Scrolling} scrolling
 * @param {() => void} finish ends a running expansion
 * @param {(step: number) => void} turn moves to the next or the previous card
 */
export function setUpControls(feed, choices, scrolling, finish, turn) {
  const { index, expanded } = feed;
  const form = the('controls', HTMLFormElement);
  // A control exists only if there is a choice.
  const themeSwitch = /** @type {HTMLSelectElement | null} */ (document.getElementById('theme'));
  const widthSwitch = /** @type {HTMLSelectElement | null} */ (document.getElementById('width'));
  const lanesSwitch = /** @type {HTMLSelectElement | null} */ (document.getElementById('columns'));
  const boxes = the('boxes', HTMLInputElement);
  const feedRoom = /** @type {HTMLElement} */ (the('feed').parentElement);
  /** The displayed width, or the one to display as soon as its heights have loaded. */
  let wantedWidth = feed.width;

  // A search takes its room from the main element.
  const mostLanes = () => lanesWithin(feedRoom.clientWidth, feed.cardWidth, index.gap);
  const wantedLanes = () => (lanesSwitch ? Math.min(mostLanes(), choices.chosenLanes) : 1);

  function showSettings() {
    document.documentElement.dataset.theme = feed.theme;
    document.documentElement.style.setProperty('--width', feed.cardWidth + 'px');
    if (widthSwitch) widthSwitch.value = String(feed.width);
    if (!lanesSwitch) return;
    const most = mostLanes();
    const lanes = wantedLanes();
    feed.setLanes(lanes);
    // CSS knows the width of a single lane before scripts run, so that nothing moves.
    const wide = lanes > 1 ? lanes * (feed.cardWidth + index.gap) - index.gap + 'px' : '';
    document.documentElement.style.setProperty('--wide', wide);
    document.documentElement.classList.toggle('has-columns', lanes > 1);
    lanesSwitch.replaceChildren(...Array.from({ length: most }, (_, at) => new Option(String(at + 1))));
    lanesSwitch.value = String(lanes);
    the('columns-switch').hidden = most < 2;
  }

  /** Shows the chosen number of lanes, limited by the window's width. Visible content keeps its position. */
  function setLanes() {
    finish();
    scrolling.anchored(showSettings);
  }

  function setTheme() {
    if (themeSwitch) choices.chosenTheme = themeSwitch.value;
    feed.theme = choices.theme;
    showSettings();
    scrolling.update();
  }

  /** Shows the feed at the chosen width. Visible content keeps its position. */
  function setWidth() {
    const screen = choices.width;
    if (screen === feed.width) return;
    const next = feed.columnAt(screen);
    const again = () => { if (wantedWidth === screen) setWidth(); };
    wantedWidth = screen;
    const shown = [feed.firstVisible, ...feed.postsWithin(0), ...expanded.keys()];
    const needed = new Set(shown.map((post) => next.blockOf(post)));
    // Wait for all heights, so that the page changes only once.
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
  if (lanesSwitch) {
    lanesSwitch.onchange = () => {
      choices.chosenLanes = Number(lanesSwitch.value);
      setLanes();
      try {
        localStorage.setItem(lanesKey, lanesSwitch.value);
      } catch {
        // Browsers may refuse storage to pages opened as files.
      }
    };
  }
  the('boxes-switch').hidden = !choices.query.has('review');
  boxes.checked = feed.hasBoxes;
  boxes.onchange = () => {
    feed.hasBoxes = boxes.checked;
    scrolling.update();
  };
  form.onsubmit = () => false;
  for (const system of [choices.darkSystem, choices.moreContrast]) system.addEventListener('change', setTheme);
  addEventListener('resize', () => {
    scrolling.resized();
    setWidth();
    if (wantedLanes() !== feed.lanes) setLanes(); else showSettings();
    scrolling.update();
  });
  // `j` and `k` move from card to card, as in other readers.
  addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step && !isForAnother(event)) turn(step);
  });
  showSettings();
}

/** The last choice. Browsers may refuse storage to pages opened as files. */
function remembered(/** @type {string} */ key) {
  try {
    return localStorage.getItem(key) || '';
  } catch {
    return '';
  }
}
