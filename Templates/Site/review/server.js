// Under `feedproof serve` decisions are carried out at once; a page that was opened as a file collects them.

export class Server {
  constructor() {
    /**
     * What the server wants to see again; null where there is none.
     * @type {string | null}
     */
    this.token = null;
  }

  get isThere() { return this.token !== null; }

  /**
   * Looks for it.
   * @returns whether it is there
   */
  async open() {
    if (!location.protocol.startsWith('http')) return false;
    try {
      const answer = await fetch('/api/session', { headers: { Accept: 'application/json' } });
      const found = answer.ok ? await answer.json() : null;
      if (found && typeof found.token === 'string') this.token = found.token;
    } catch { /* Any static server: as from a file. */ }
    return this.isThere;
  }

  /**
   * Asks it to approve.
   * @param {string} decisions the file's text
   * @returns {Promise<Array<string>>} ids of the cases that it approved
   */
  async send(decisions) {
    let answer;
    try {
      answer = await fetch('/api/decisions', {
        method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Feedproof-Token': this.token || '' },
        body: decisions,
      });
    } catch {
      throw new Error('the server does not answer; is `feedproof serve` still running?');
    }
    const body = await answer.json().catch(() => null);
    if (answer.ok && body && Array.isArray(body.approved)) return body.approved;
    const error = body && body.error;
    if (!error) throw new Error('the server answered with status ' + answer.status);
    throw new Error(error.hint ? error.message + '. Hint: ' + error.hint : error.message);
  }
}
