// What the server tells of changes: a question that it answers when there is something new.

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
 * @property {number} edition another one whenever pictures are
 * @property {string} page another one where the page has to be loaded again
 * @property {boolean} isWritten whether what is exported is this edition
 * @property {Array<Problem>} problems
 * @property {number} [gap]
 * @property {Array<[number, number]>} widths
 * @property {Array<[place: number, initial: number, extra: number]>} heights
 */

/** Milliseconds before a server that is not there is asked again. */
const retryAfter = 1000;

export class LiveNews {
  /**
   * @param {() => string} view what is shown, as the server takes it: `width=375&…`
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

  /** Asks again and again. */
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
      // Another view is asked about at once.
      if (signal.aborted) return null;
    }
    await new Promise((done) => setTimeout(done, retryAfter));
    return null;
  }

  /** Something else is seen: what it is, the server has to know before the next change. */
  look() {
    if (this.asking && this.view() !== this.asked) this.asking.abort();
  }

  /** All is to be told again, as to a page that knows nothing. */
  forget() {
    this.since = 0;
    this.asking?.abort();
  }
}
