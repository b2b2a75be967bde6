// Deciding: what the buttons and the keys do, and what the page says to it.

import { make } from '../common/elements.js';
import { decisionFile, decisionOf, whyNot } from './decisions.js';
import { counted } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

export class Deciding {
  /**
   * @param {import('./decisions.js').Decisions} decisions
   * @param {import('./server.js').Server} server
   * @param {import('./notices.js').Notices} notices
   * @param {() => void} changed
   */
  constructor(decisions, server, notices, changed) {
    this.decisions = decisions;
    this.server = server;
    this.notices = notices;
    this.changed = changed;
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string} decision "approve" or "reject"; the same again takes it back
   */
  decide(chosen, decision) {
    const able = this.decisions.able(chosen, decision);
    if (!able.length) {
      const why = chosen.length === 1 ? whyNot(chosen[0]) : '';
      this.notices.show(why || 'Nothing here is left to ' + decision + '.');
      return;
    }
    const isAgain = able.every((one) => this.decisions.decided.get(one.id) === decision);
    if (decision === 'approve' && this.server.isThere) this.approveNow(able);
    else this.apply(able, isAgain ? undefined : decision);
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string | undefined} decision
   */
  apply(chosen, decision) {
    const title = this.decisions.apply(chosen, decision);
    this.changed();
    if (decision === 'written') this.notices.show(title + ': written to the baselines.');
    else this.notices.show(title, true);
  }

  undo() {
    const title = this.decisions.undo();
    if (title === null) {
      this.notices.show(this.server.isThere
        ? 'Nothing to undo: written baselines are taken back with your version control.' : 'Nothing to undo.');
      return;
    }
    this.changed();
    this.notices.show('Undone: ' + title.charAt(0).toLowerCase() + title.slice(1));
  }

  /** @param {Array<Case>} chosen */
  async approveNow(chosen) {
    const { decisions: { pending }, notices } = this;
    for (const one of chosen) pending.add(one.id);
    this.changed();
    try {
      const approved = await this.server.send(decisionFile(chosen.map(decisionOf('approve'))));
      const written = chosen.filter((one) => approved.includes(one.id));
      if (written.length) this.apply(written, 'written');
      const left = chosen.length - written.length;
      if (left) notices.warn(counted(left, 'case') + ' could not be approved.');
    } catch (error) {
      notices.warn('Not approved: ' + (error instanceof Error ? error.message : error));
    } finally {
      for (const one of chosen) pending.delete(one.id);
      this.changed();
    }
  }

  /** Hands the decisions to the browser as a download. */
  save() {
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([this.decisions.file()], { type: 'application/json' }));
    link.download = 'decisions.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
