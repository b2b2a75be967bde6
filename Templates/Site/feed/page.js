// The page's interface for scripts that are loaded later.

/**
 * @typedef {Object} Page
 * @property {import('./feed.js').Feed} feed
 * @property {import('./cards.js').Cards} cards
 * @property {import('./scrolling.js').Scrolling} scrolling
 * @property {import('./metrics.js').Metrics} metrics
 * @property {MediaQueryList} isStill whether the reader prefers reduced motion
 * @property {(post: number, isFocused: boolean, offset?: number, then?: () => void) => void} show scrolls a card below
 *   the toolbar
 * @property {(part: string, what?: any) => void} use calls a part, which is loaded first if necessary
 * @property {(part: string, act: (what: any) => void) => void} ready called by a part when it has loaded
 */

/** @returns {Page} */
export function thePage() {
  const { page } = self.feedproof;
  if (!page) throw new TypeError('no page');
  return page;
}

/**
 * Parts of the page by name: site/find.js, …
 * @param {(name: string, failed: () => void) => void} load
 * @returns {Pick<Page, 'use' | 'ready'>}
 */
export function pageParts(load) {
  /** The callbacks of loaded parts. @type {Map<string, (what: any) => void>} */
  const parts = new Map();
  /** The last request to each part that hasn't loaded. @type {Map<string, any>} */
  const asked = new Map();
  /** @param {string} part */
  const bring = (part) => load(part, () => {
    // Parts that the page itself needs are requested again. Those for a button are requested when it is clicked again.
    if (asked.get(part) === undefined) bring(part); else asked.delete(part);
  });
  return {
    use(part, what) {
      const act = parts.get(part);
      if (act) {
        act(what);
        return;
      }
      const isNew = !asked.has(part);
      asked.set(part, what);
      if (isNew) bring(part);
    },
    ready(part, act) {
      parts.set(part, act);
      act(asked.get(part));
    },
  };
}
