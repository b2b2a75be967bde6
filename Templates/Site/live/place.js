// Keeps the reader's position and expanded cards across a reload.

const placeKey = 'feedproof-watch';

/**
 * @typedef {Object} Kept
 * @property {string} id of the first visible card
 * @property {number} offset of its top from the toolbar
 * @property {Array<string>} expanded ids
 * @property {Array<[id: string, first: number, page: number]>} pages the displayed pages of carousels
 */

/**
 * @param {import('../feed/feed.js').Feed} feed
 * @returns {Kept | null} null if the visible posts aren't loaded
 */
export function placeIn(feed) {
  const post = feed.firstVisible;
  const id = feed.story(post)?.i;
  if (!id || !feed.column.knows(post)) return null;
  const idOf = (/** @type {number} */ other) => feed.story(other)?.i;
  /** @type {Kept} */
  const kept = { id, offset: feed.column.top(post) - feed.view.top, expanded: [], pages: [] };
  for (const other of feed.expanded.keys()) {
    const name = idOf(other);
    if (name) kept.expanded.push(name);
  }
  for (const [place, page] of feed.shownPages) {
    const [other, first] = place.split('/').map(Number);
    const name = idOf(other);
    if (name) kept.pages.push([name, first, page]);
  }
  return kept;
}

/** @param {Kept | null} kept */
export function keepPlace(kept) {
  if (kept) keepText(placeKey, JSON.stringify(kept));
}

/** @returns {Kept | null} the stored place, which is removed */
export function keptPlace() {
  const text = takeText(placeKey);
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * Stores a text for the page after the reload.
 * @param {string} key
 * @param {string} text
 */
export function keepText(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Browsers may refuse storage. The page then starts at its default position.
  }
}

/** @param {string} key @returns {string | null} the stored text, which is removed */
export function takeText(key) {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return null;
  }
}

/**
 * Restores the position, expanded cards and carousels.
 * @param {import('../feed/feed.js').Feed} feed
 * @param {import('../feed/scrolling.js').Scrolling} scrolling
 * @param {Kept} kept
 */
export function restorePlace(feed, scrolling, kept) {
  const show = () => {
    for (const [id, first, page] of kept.pages) feed.lookUp(id, (post) => feed.shownPages.set(post + '/' + first, page));
    feed.lookUp(kept.id, (post) => {
      const arrive = () => {
        scrolling.show(post, kept.offset);
        feed.changed();
      };
      if (feed.column.block(feed.column.blockOf(post), arrive)) arrive();
    });
  };
  let missing = kept.expanded.length;
  if (!missing) show();
  const next = () => {
    missing -= 1;
    if (!missing) show();
  };
  for (const id of kept.expanded) {
    feed.lookUp(id, (post) => {
      feed.expanded.set(post, 1);
      feed.column.invalidate(post);
      next();
    }, next);
  }
}
