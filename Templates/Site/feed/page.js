// What the scripts that are loaded later find of the page.

/**
 * @typedef {Object} Page
 * @property {import('./feed.js').Feed} feed
 * @property {import('./cards.js').Cards} cards
 * @property {import('./scrolling.js').Scrolling} scrolling
 * @property {import('./metrics.js').Metrics} metrics
 * @property {MediaQueryList} isStill whether motion is to be reduced
 * @property {(post: number, isFocused: boolean, offset?: number, then?: () => void) => void} show brings a card under the bar
 * @property {(part: string, what?: any) => void} use asks something of a part, which is loaded where it is not there yet
 * @property {(part: string, act: (what: any) => void) => void} ready what a part calls once it is there
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
  /** What to do with those that are there. @type {Map<string, (what: any) => void>} */
  const parts = new Map();
  /** What was asked for last of those that are not. @type {Map<string, any>} */
  const asked = new Map();
  /** @param {string} part */
  const bring = (part) => load(part, () => {
    // What the page itself needs is asked for again; what somebody pressed a button for, when they do so again.
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
