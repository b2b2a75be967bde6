// What browsers have and TypeScript's own description of them has not, and what the data files bring.

interface Window {
  /** Set by `index.js`; the other data files call `chunk`. */
  feedproof: {
    looks?: Record<string, import('../feed/types.js').Look>;
    index: unknown;
    columns?: Array<string>;
    cases?: Array<Array<unknown>>;
    /** Set by `decisions.js`, behind `index.js`. */
    decided?: unknown;
    chunk?: (kind: string, key: string, data: unknown) => void;
    metrics?: object;
    /** Set by `drawn.js`, where the page draws its cards. */
    drawings?: (feed: import('../feed/feed.js').Feed, arrived: (post: number, state: string) => void) =>
      import('../feed/drawings.js').Drawings;
    /** For scripts of the feed's page that are loaded later. */
    page?: import('../feed/page.js').Page;
  };
  trustedTypes?: {
    /** Its script addresses are objects that stand where an address as text does. */
    createPolicy(name: string, rules: { createScriptURL(path: string): string }): { createScriptURL(path: string): string };
  };
}

/** https://drafts.csswg.org/css-highlight-api-1/ */
declare namespace CSS {
  const highlights: Map<string, Highlight> | undefined;
}

declare class Highlight {
  constructor(...ranges: Array<Range>);
}

interface HTMLImageElement {
  fetchPriority: 'high' | 'low' | 'auto';
}

/** https://wicg.github.io/layout-instability/ */
interface PerformanceEntry {
  readonly hadRecentInput?: boolean;
  readonly value?: number;
}
