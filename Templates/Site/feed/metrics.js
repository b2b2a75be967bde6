// Metrics: what a reader had to wait for. Counted always, shown with ?metrics.

import { make } from '../common/elements.js';

export class Metrics {
  constructor() {
    this.viewed = 0;
    this.placeholders = 0;
    this.mostCards = 0;
    this.shift = 0;
    this.longest = 0;
    /**
     * The posts that were in the viewport last.
     * @type {Set<number>}
     */
    this.lastSeen = new Set();
  }

  /**
   * @param {Array<number>} seen the posts in the viewport
   * @param {Map<number, {hasPicture: boolean}>} cards by post
   */
  count(seen, cards) {
    for (const post of seen) {
      if (this.lastSeen.has(post)) continue;
      this.viewed += 1;
      if (!cards.get(post)?.hasPicture) this.placeholders += 1;
    }
    this.lastSeen = new Set(seen);
    this.mostCards = Math.max(this.mostCards, cards.size);
  }

  get perThousand() { return this.viewed ? Math.round(this.placeholders / this.viewed * 1000) : 0; }

  /** @param {import('./types.js').Weights} weights @param {Map<number, unknown>} cards */
  show(weights, cards) {
    const panel = make('div');
    panel.id = 'metrics';
    panel.setAttribute('role', 'status');
    panel.setAttribute('aria-live', 'off');
    document.body.append(panel);
    const observe = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ see) => {
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
    };
    observe('layout-shift', (entry) => { if (!entry.hadRecentInput) this.shift += entry.value || 0; });
    observe('longtask', (entry) => { this.longest = Math.max(this.longest, entry.duration); });
    setInterval(() => {
      panel.textContent = [
        'placeholders   ' + this.placeholders + ' of ' + this.viewed + ' cards, ' + this.perThousand + ' per 1000',
        'card elements  ' + cards.size + ', at most ' + this.mostCards,
        'layout shift   ' + this.shift.toFixed(4),
        'longest task   ' + Math.round(this.longest) + ' ms',
        'prefetch       ' + JSON.stringify(weights).replace(/["{}]/g, ''),
      ].join('\n');
    }, 250);
  }
}
