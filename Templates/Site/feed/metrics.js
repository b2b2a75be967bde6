// Counts what readers had to wait for. Always on; metrics-panel.js displays the numbers with ?metrics.

export class Metrics {
  constructor() {
    this.viewed = 0;
    this.placeholders = 0;
    this.mostCards = 0;
    /**
     * The posts in the viewport at the last update.
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
}
