// Following: several windows, and `feedproof approve` beside them, decide about one review; each shows what all have done.

/** Milliseconds between two questions. */
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
     * Which comparison the page shows.
     * @type {number | null}
     */
    this.comparison = null;
  }

  /** Asks now. */
  async ask() {
    // What this page is about to hear of comes with the answer to it.
    if (this.decisions.pending.size) return;
    const { requests } = this.decisions;
    const state = await this.server.state();
    // What was asked for before it may be answered after it.
    if (!state || this.decisions.pending.size || this.decisions.requests !== requests) return;
    this.server.revision = state.mark;
    if (this.comparison === null) this.comparison = state.comparison;
    if (this.comparison !== state.comparison) {
      this.notices.warn('Another comparison was made: load the page again.');
      return;
    }
    this.decisions.follow(state);
    this.changed();
  }

  /** Asks again and again, as long as somebody can see the page. */
  start() {
    const again = async () => {
      if (document.visibilityState === 'visible') await this.ask();
      setTimeout(again, pause);
    };
    void again();
    document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') void this.ask(); });
  }
}
