// Decisions about this report. The browser stores them, they can be undone step by step, and saved as a file for
// `feedproof approve`.

import { isOpen, nameOf } from './cases.js';
import { factsOf } from './verdicts.js';
import { counted } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Decision} Decision
 * @typedef {Array<[id: string, decision: string | undefined]>} Changes
 * @typedef {{title: string, before: Changes, isServed: boolean}} Step the previous decisions, and whether the server
 *   made the new ones
 */

export class Decisions {
  /**
   * @param {import('./cases.js').Cases} cases
   * @param {{read: () => string | null, write: (text: string | null) => void}} storage may throw
   */
  constructor(cases, storage) {
    this.cases = cases;
    this.storage = storage;
    /**
     * By case id: "approve", "reject", or "written" if the server has made it the baseline.
     * @type {Map<string, string>}
     */
    this.decided = new Map();
    /**
     * Comments by case id.
     * @type {Map<string, string>}
     */
    this.comments = new Map();
    /**
     * Cases whose new baselines can't be undone from this page.
     * @type {Set<string>}
     */
    this.settled = new Set();
    /** @type {Array<Step>} */
    this.steps = [];
    /**
     * Ids in requests to the server.
     * @type {Set<string>}
     */
    this.pending = new Set();
    /** The number of requests that change something. */
    this.requests = 0;
    /** Whether decisions are stored beyond this visit. */
    this.isStored = true;
  }

  /**
   * Applies decisions from the report. Approved cases are already written to the baselines.
   * @param {Array<import('./types.js').Recorded>} recorded
   */
  record(recorded) {
    for (const [id, decision, comment] of recorded) {
      if (!this.cases.byID.has(id)) continue;
      this.decided.set(id, decision === 'approve' ? 'written' : decision);
      if (decision === 'approve') this.settled.add(id);
      if (comment) this.comments.set(id, comment);
    }
  }

  restore() {
    try {
      const saved = JSON.parse(this.storage.read() || '[]');
      for (const [id, decision, comment] of saved) {
        if (!this.cases.byID.has(id) || this.settled.has(id)) continue;
        this.decided.set(id, decision);
        if (comment) this.comments.set(id, comment);
      }
    } catch {
      this.isStored = false;
    }
  }

  store() {
    try {
      const kept = [...this.decided].map(([id, decision]) => {
        const comment = this.comments.get(id);
        return comment ? [id, decision, comment] : [id, decision];
      });
      this.storage.write(kept.length ? JSON.stringify(kept) : null);
      this.isStored = true;
    } catch {
      this.isStored = false;
    }
  }

  /**
   * "approve", "reject", "written", "pending", or empty.
   * @param {Case} one
   */
  stateOf(one) { return this.pending.has(one.id) ? 'pending' : this.decided.get(one.id) || ''; }

  /**
   * Replaces all decisions with the server's, which include those of other pages.
   * @param {import('./types.js').ServerState} state
   */
  follow(state) {
    this.decided.clear();
    this.comments.clear();
    this.settled.clear();
    for (const each of state.decisions) {
      if (!this.cases.byID.has(each.case)) continue;
      this.decided.set(each.case, each.decision === 'approve' ? 'written' : 'reject');
      if (each.comment) this.comments.set(each.case, each.comment);
      if (!each.canUndo) this.settled.add(each.case);
    }
    // Steps that were undone elsewhere can't be undone again here.
    this.steps = this.steps.filter((step) => !step.isServed || step.before.some(([id]) => this.decided.has(id)));
    this.store();
  }

  /**
   * The number of cases to review, and how many of them are undecided.
   * @param {(one: Case) => boolean} isMeant selects cases
   */
  progress(isMeant) {
    const open = this.cases.list.filter((one) => isOpen(one) && isMeant(one));
    return { all: open.length, left: open.filter((one) => !this.decided.has(one.id)).length };
  }

  /** @param {Case} one */
  canApprove(one) { return one.isApprovable && !['written', 'pending'].includes(this.stateOf(one)); }

  /**
   * The cases that can be approved and aren't decided yet.
   * @param {Array<Case>} chosen
   */
  undecided(chosen) { return chosen.filter((one) => this.canApprove(one) && !this.decided.has(one.id)); }

  /**
   * The cases that can get the decision.
   * @param {Array<Case>} chosen
   * @param {string} decision "approve" or "reject"
   */
  able(chosen, decision) {
    return chosen.filter((one) => (decision === 'approve' ? this.canApprove(one) : canReject(one))
      && !['written', 'pending'].includes(this.stateOf(one)));
  }

  /**
   * @param {string} decision
   * @returns {Array<Case>} in the report's order
   */
  with(decision) { return this.cases.list.filter((one) => this.decided.get(one.id) === decision); }

  /**
   * Applies a decision, or withdraws decisions without one.
   * @param {Array<Case>} chosen
   * @param {string | undefined} decision
   * @returns {string} a description of the step
   */
  apply(chosen, decision) {
    const title = stepTitle(chosen, decision);
    this.steps.push({ title, before: this.before(chosen), isServed: false });
    this.set(chosen.map((one) => [one.id, decision]));
    return title;
  }

  /**
   * Records a decision made by the server, which can also undo it.
   * @param {Array<Case>} chosen
   * @param {string} decision "written" or "reject"
   * @returns {string} a description of the step
   */
  served(chosen, decision) {
    const title = stepTitle(chosen, decision);
    this.steps.push({ title, before: this.before(chosen), isServed: true });
    this.set(chosen.map((one) => [one.id, decision]));
    return title;
  }

  /**
   * @param {Array<Case>} chosen
   * @returns {Changes}
   */
  before(chosen) { return chosen.map((one) => [one.id, this.decided.get(one.id)]); }

  /** @returns {string | null} a description of the undone step */
  undo() {
    const step = this.steps.pop();
    if (!step) return null;
    this.set(step.before.filter((each) => !this.settled.has(each[0])));
    return step.title;
  }

  /** @param {Changes} changes */
  set(changes) {
    for (const [id, decision] of changes) {
      if (decision) this.decided.set(id, decision);
      else this.decided.delete(id);
    }
    this.store();
  }

  /** All decisions on this page as the text of a file. */
  file() {
    return decisionFile(['approve', 'reject'].flatMap((decision) => this.with(decision).map(this.decisionOf(decision))));
  }

  /**
   * @param {string} decision
   * @returns {(one: Case) => Decision}
   */
  decisionOf(decision) {
    return (one) => {
      const comment = this.comments.get(one.id);
      return { case: one.id, decision, ...(one.sha256 && { sha256: one.sha256 }), ...(comment && { comment }) };
    };
  }
}

/** @param {Case} one */
export function canReject(one) { return !one.isDesign && (isOpen(one) || one.isApprovable); }

/**
 * @param {Array<Case>} chosen
 * @param {string | undefined} decision
 */
function stepTitle(chosen, decision) {
  /** @type {Record<string, string>} */
  const verbs = { approve: 'Approved ', reject: 'Rejected ', written: 'Approved ' };
  return (verbs[decision || ''] || 'Took back ') + (chosen.length === 1 ? nameOf(chosen[0]) : counted(chosen.length, 'case'));
}

/**
 * The file's format is in docs/comparison.md.
 * @param {Array<Decision>} decisions
 */
export function decisionFile(decisions) { return JSON.stringify({ schema: 1, decisions }, null, 1) + '\n'; }

/**
 * The reason why a case can't be approved. Empty if it can.
 * @param {Case} one
 */
export function whyNot(one) {
  if (one.isDesign) return 'Designs can’t be approved here. Decide in the design tool.';
  if (one.isScreen && !factsOf(one.verdict).isOpen) return '';
  if (one.isScreen) return 'App screens can’t be approved. Change the app or the card.';
  return one.isMockup
    ? 'Mockups can’t be approved. Change the card, or request a new mockup.'
    : one.isApprovable ? '' : factsOf(one.verdict).whyNot;
}
