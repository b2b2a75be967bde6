// Under `feedproof serve` decisions are carried out at once; a page that was opened as a file collects them.

export class Server {
  constructor() {
    /**
     * What the server wants to see again; null where there is none.
     * @type {string | null}
     */
    this.token = null;
    /** What its decisions were when the page last took them over. */
    this.revision = '';
    /**
     * While nobody knows whether it is there.
     * @type {Promise<boolean> | null}
     */
    this.looking = null;
  }

  get isThere() { return this.token !== null; }

  /**
   * Looks for it.
   * @returns whether it is there
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
   * Asks it to carry out decisions.
   * @param {string} decisions the file's text
   * @returns {Promise<Array<string>>} ids of the cases that it approved or rejected
   */
  async send(decisions) {
    const { approved, rejected } = await this.post('/api/decisions', decisions);
    return [...(approved || []), ...(rejected || [])];
  }

  /**
   * Asks it to take back what was decided.
   * @param {Array<string>} ids of cases
   * @returns {Promise<Array<string>>} ids of those that it did so with
   */
  async undo(ids) {
    const { undone } = await this.post('/api/undo', JSON.stringify({ cases: ids }));
    return undone || [];
  }

  /**
   * Asks it to keep which element of a screen shows a part.
   * @param {string} part
   * @param {string} identifier
   * @returns {Promise<string>} the file that it stands in
   */
  async pin(part, identifier) {
    return (await this.post('/api/pins', JSON.stringify({ part, identifier }))).file || '';
  }

  /**
   * What is decided now.
   * @returns {Promise<import('./types.js').ServerState | null>} null where nothing is new, or nobody answers
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
   * When and why a case's baseline became what it is.
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
