// Handles decisions by buttons and keys, and reports the results.

import { make } from '../common/elements.js';
import { decisionFile, whyNot } from './decisions.js';
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
    /**
     * Unsaved comments by case id.
     * @type {Map<string, string>}
     */
    this.drafts = new Map();
    /**
     * Ids of cases that were opened on this visit.
     * @type {Set<string>}
     */
    this.seen = new Set();
    /**
     * Asks for confirmation before several cases are approved. Returns whether a dialog is open.
     * @type {((cases: Array<Case>) => boolean) | null}
     */
    this.asks = null;
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string} decision "approve" or "reject"; a repeated decision is withdrawn
   * @param {boolean} [isAsked] whether the user has confirmed
   */
  decide(chosen, decision, isAsked = false) {
    if (this.waits(() => this.decide(chosen, decision, isAsked))) return;
    const again = chosen.filter((one) => this.decisions.stateOf(one) === (decision === 'approve' ? 'written' : decision));
    if (this.server.isThere && again.length && again.length === chosen.length) {
      const able = again.filter((one) => !this.decisions.settled.has(one.id));
      if (able.length) void this.takeBack(able);
      else this.notices.show('Approved before this server started: revert it with your version control.');
      return;
    }
    const able = this.decisions.able(chosen, decision);
    if (!able.length) {
      const why = chosen.length === 1 ? whyNot(chosen[0]) : '';
      this.notices.show(why || 'There are no cases to ' + decision + '.');
      return;
    }
    const isAgain = able.every((one) => this.decisions.decided.get(one.id) === decision);
    if (decision === 'approve' && !isAgain && !isAsked && this.asks?.(able)) return;
    for (const one of able) this.takeDraft(one);
    if (this.server.isThere) void this.send(able, decision);
    else this.apply(able, isAgain ? undefined : decision);
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string | undefined} decision
   */
  apply(chosen, decision) {
    const title = this.decisions.apply(chosen, decision);
    this.changed();
    this.notices.show(title, true);
  }

  /** Undoes the last step on this page. */
  undo() {
    if (this.waits(() => this.undo())) return;
    const { decisions } = this;
    const step = decisions.steps[decisions.steps.length - 1];
    if (!step) {
      this.notices.show('Nothing to undo.');
      return;
    }
    if (step.isServed) {
      const ids = new Set(step.before.map((each) => each[0]));
      decisions.steps.pop();
      void this.takeBack(decisions.cases.list.filter((one) => ids.has(one.id)), step.title);
      return;
    }
    const title = decisions.undo();
    this.changed();
    if (title !== null) this.notices.show(undone(title));
  }

  /**
   * Withdraws the decision about one case.
   * @param {Case} one
   */
  takeBackOne(one) {
    if (this.waits(() => this.takeBackOne(one))) return;
    if (this.server.isThere) void this.takeBack([one]);
    else this.apply([one], undefined);
  }

  // The server.

  /**
   * Defers an action until it is known whether there is a server.
   * @param {() => void} act
   * @returns whether the action is deferred
   */
  waits(act) {
    const { looking } = this.server;
    if (looking) void looking.then(act);
    return looking !== null;
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string} decision
   */
  async send(chosen, decision) {
    await this.whilePending(chosen, decision === 'approve' ? 'Not approved: ' : 'Not rejected: ', async () => {
      const file = decisionFile(chosen.map(this.decisions.decisionOf(decision)));
      const done = new Set(await this.server.send(file));
      const decided = chosen.filter((one) => done.has(one.id));
      if (decided.length) {
        const title = this.decisions.served(decided, decision === 'approve' ? 'written' : 'reject');
        this.notices.show(title + (decision === 'approve' ? ': written to the baselines.' : '.'), true);
      }
      const left = chosen.length - decided.length;
      const verb = decision === 'approve' ? 'approved' : 'rejected';
      if (left) this.notices.warn(counted(left, 'case') + ' could not be ' + verb + '.');
    });
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string} [title] of the step
   */
  async takeBack(chosen, title) {
    await this.whilePending(chosen, 'Not undone: ', async () => {
      const done = new Set(await this.server.undo(chosen.map((one) => one.id)));
      const back = chosen.filter((one) => done.has(one.id));
      this.decisions.set(back.map((one) => [one.id, undefined]));
      this.notices.show(title ? undone(title) : 'Took back ' + counted(back.length, 'case') + '.');
    });
  }

  /**
   * @param {Array<Case>} chosen
   * @param {string} failed the start of an error message
   * @param {() => Promise<void>} body
   */
  async whilePending(chosen, failed, body) {
    const { decisions, decisions: { pending }, notices } = this;
    decisions.requests += 1;
    for (const one of chosen) pending.add(one.id);
    this.changed();
    try {
      await body();
    } catch (error) {
      notices.warn(failed + (error instanceof Error ? error.message : error));
    } finally {
      for (const one of chosen) pending.delete(one.id);
      this.changed();
    }
  }

  // Comments.

  /** @param {Case} one */
  commentOn(one) { return this.drafts.get(one.id) ?? this.decisions.comments.get(one.id) ?? ''; }

  /**
   * Stores a comment together with a decision: at once if the case is decided, else when it is.
   * @param {Case} one
   * @param {string} text
   */
  comment(one, text) {
    const { decisions } = this;
    const words = text.trim();
    const state = decisions.decided.get(one.id);
    if (!state || words === (decisions.comments.get(one.id) ?? '')) return;
    this.takeDraft(one);
    if (this.server.isThere) void this.sendComment(one, state === 'reject' ? 'reject' : 'approve');
    else decisions.store();
    this.changed();
  }

  /**
   * @param {Case} one
   * @param {string} decision
   */
  async sendComment(one, decision) {
    await this.whilePending([one], 'The comment was not saved: ', async () => {
      await this.server.send(decisionFile([this.decisions.decisionOf(decision)(one)]));
      this.notices.show('The comment is saved.');
    });
  }

  // Screens.

  /**
   * Saves a pin through the server. Null without a server.
   * @returns {((part: string, identifier: string) => void) | null}
   */
  get pin() {
    const { server, notices } = this;
    if (!server.isThere) return null;
    return (part, identifier) => void server.pin(part, identifier).then(
      (file) => notices.show('Pinned in ' + file + ': the next comparison uses it.'),
      (error) => notices.warn('Not pinned: ' + (error instanceof Error ? error.message : error)));
  }

  /** @param {Case} one */
  takeDraft(one) {
    const draft = this.drafts.get(one.id);
    if (draft === undefined) return;
    this.drafts.delete(one.id);
    if (draft.trim()) this.decisions.comments.set(one.id, draft.trim());
    else this.decisions.comments.delete(one.id);
  }

  /** Downloads the decisions as a file. */
  save() {
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([this.decisions.file()], { type: 'application/json' }));
    link.download = 'decisions.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}

/** @param {string} title */
function undone(title) { return 'Undone: ' + title.charAt(0).toLowerCase() + title.slice(1); }
