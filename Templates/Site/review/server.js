// The connection to `feedproof serve`, which carries out decisions at once. Pages opened as files collect them instead.

export class Server {
  constructor() {
    /**
     * A token required in requests that change something. Null without a server.
     * @type {string | null}
     */
    this.token = null;
    /** The revision of the server's decisions that the page shows. */
    this.revision = '';
    /**
     * A search for the server that is in progress.
     * @type {Promise<boolean> | null}
     */
    this.looking = null;
  }

  get isThere() { return this.token !== null; }

  /**
   * Looks for the server.
   * @returns whether it exists
   */
  open() {
    if (!location.protocol.startsWith('http')) return Promise.resolve(false);
    this.looking = this.find().finally(() => { this.looking = null; });
    return this.looking;
  }

  async find() {
    try {
      const answer = await fetch('/api/session', { headers: { Accept: 'application/json' } });
      const found = answer.ok ? await answer.json() : null;
      if (found && typeof found.token === 'string') this.token = found.token;
    } catch { /* Any static server: as from a file. */ }
    return this.isThere;
  }

  /**
   * Sends decisions to carry out.
   * @param {string} decisions the text of the file
   * @returns {Promise<Array<string>>} ids of the cases that were approved or rejected
   */
  async send(decisions) {
    const { approved, rejected } = await this.post('/api/decisions', decisions);
    return [...(approved || []), ...(rejected || [])];
  }

  /**
   * Withdraws decisions.
   * @param {Array<string>} ids of cases
   * @returns {Promise<Array<string>>} ids of the cases whose decisions were withdrawn
   */
  async undo(ids) {
    const { undone } = await this.post('/api/undo', JSON.stringify({ cases: ids }));
    return undone || [];
  }

  /**
   * Stores which element of a screen shows a part.
   * @param {string} part
   * @param {string} identifier
   * @returns {Promise<string>} the file that was changed
   */
  async pin(part, identifier) {
    return (await this.post('/api/pins', JSON.stringify({ part, identifier }))).file || '';
  }

  /**
   * The current decisions.
   * @returns {Promise<import('./types.js').ServerState | null>} null if nothing has changed or the server doesn't
   *   respond
   */
  async state() {
    try {
      const answer = await fetch('/api/decisions', { headers: { 'If-None-Match': this.revision } });
      if (answer.status !== 200) return null;
      const state = await answer.json();
      if (!Array.isArray(state.decisions)) return null;
      return { ...state, mark: answer.headers.get('ETag') || '' };
    } catch {
      return null;
    }
  }

  /**
   * The history of a case's baseline.
   * @param {string} id
   * @returns {Promise<Array<{commit: string, author: string, date: string, subject: string, causes: Array<string>}>>}
   */
  async history(id) {
    const answer = await fetch('/api/history/' + id.split('/').map(encodeURIComponent).join('/')).catch(() => null);
    const said = answer && await answer.json().catch(() => null);
    if (!answer || !answer.ok) throw new Error(said?.error?.message || 'the server does not answer');
    return said.cases.flatMap((/** @type {{changes: Array<any>}} */ each) => each.changes);
  }

  /**
   * @param {string} path
   * @param {string} body
   * @returns {Promise<{approved?: Array<string>, rejected?: Array<string>, undone?: Array<string>, file?: string}>}
   */
  async post(path, body) {
    let answer;
    try {
      answer = await fetch(path, {
        method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Feedproof-Token': this.token || '' }, body,
      });
    } catch {
      throw new Error('the server does not answer; is `feedproof serve` still running?');
    }
    const said = await answer.json().catch(() => null);
    const error = said && said.error;
    if (answer.ok && said && !error) return said;
    if (!error) throw new Error('the server answered with status ' + answer.status);
    throw new Error(error.hint ? error.message + '. Hint: ' + error.hint : error.message);
  }
}
