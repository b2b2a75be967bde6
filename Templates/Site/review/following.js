// Keeps several windows and `feedproof approve` in sync: each page shows all decisions about the review.

/** The polling interval in milliseconds. */
const pause = 2000;

export class Following {
  /**
   * @param {import('./server.js').Server} server
   * @param {import('./decisions.js').Decisions} decisions
   * @param {import('./notices.js').Notices} notices
   * @param {() => void} changed
   */
  constructor(server, decisions, notices, changed) {
    this.server = server;
    this.decisions = decisions;
    this.notices = notices;
    this.changed = changed;
    /**
     * The id of the displayed comparison.
     * @type {number | null}
     */
    this.comparison = null;
  }

  /** Asks the server now. */
  async ask() {
    // The response to a pending request contains the newer state.
    if (this.decisions.pending.size) return;
    const { requests } = this.decisions;
    const state = await this.server.state();
    // The response may be older than a request that this page has sent meanwhile.
    if (!state || this.decisions.pending.size || this.decisions.requests !== requests) return;
    this.server.revision = state.mark;
    if (this.comparison === null) this.comparison = state.comparison;
    if (this.comparison !== state.comparison) {
      this.notices.warn('A new comparison is available: reload the page.');
      return;
    }
    this.decisions.follow(state);
    this.changed();
  }

  /** Polls while the page is visible. */
  start() {
    const again = async () => {
      if (document.visibilityState === 'visible') await this.ask();
      setTimeout(again, pause);
    };
    void again();
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') void this.ask(); });
  }
}
