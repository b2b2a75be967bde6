// Long polling: the server answers when something has changed.

/**
 * @typedef {Object} Problem
 * @property {string} code
 * @property {string} message
 * @property {string} [file]
 * @property {number} [line]
 * @property {number} [column]
 * @property {string} [path] in a JSON document
 * @property {string} [hint]
 *
 * @typedef {Object} News
 * @property {number} revision
 * @property {number} edition changes whenever images do
 * @property {string} page changes when the page must be reloaded
 * @property {boolean} isWritten whether the exported files belong to this snapshot
 * @property {Array<Problem>} problems
 * @property {number} [gap]
 * @property {Array<[number, number]>} widths
 * @property {Array<[place: number, initial: number, extra: number]>} heights
 */

/** The delay in milliseconds before an unavailable server is asked again. */
const retryAfter = 1000;

export class LiveNews {
  /**
   * @param {() => string} view the visible posts as a query: `width=375&…`
   * @param {(news: News) => void} take
   */
  constructor(view, take) {
    this.view = view;
    this.take = take;
    this.since = 0;
    /** @type {AbortController | null} */
    this.asking = null;
    this.asked = '';
  }

  /** Polls until the page is closed. */
  async start() {
    for (;;) {
      const news = await this.ask();
      if (news) {
        this.since = news.revision;
        this.take(news);
      }
    }
  }

  /** @returns {Promise<News | null>} */
  async ask() {
    this.asking = new AbortController();
    this.asked = this.view();
    const { signal } = this.asking;
    try {
      const answer = await fetch('/api/live?since=' + this.since + '&' + this.asked, { signal, cache: 'no-store' });
      if (answer.ok) return await answer.json();
    } catch {
      // After a change of the view, ask again at once.
      if (signal.aborted) return null;
    }
    await new Promise((done) => setTimeout(done, retryAfter));
    return null;
  }

  /** Tells the server about a change of the view, which it needs before the next change of the sources. */
  look() {
    if (this.asking && this.view() !== this.asked) this.asking.abort();
  }

  /** Requests everything again, as for a new page. */
  forget() {
    this.since = 0;
    this.asking?.abort();
  }
}
