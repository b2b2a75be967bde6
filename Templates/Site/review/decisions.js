// Decisions: kept by the browser for this very report, undone one by one, saved as a file for `feedproof approve`.

import { isOpen, nameOf } from './cases.js';
import { counted } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Decision} Decision
 * @typedef {Array<[id: string, decision: string | undefined]>} Changes
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
     * By case id: "approve", "reject", or "written" where the server has made it the baseline.
     * @type {Map<string, string>}
     */
    this.decided = new Map();
    /**
     * What was there before each step.
     * @type {Array<{title: string, before: Changes}>}
     */
    this.steps = [];
    /**
     * Ids that the server is being asked about.
     * @type {Set<string>}
     */
    this.pending = new Set();
    /** Whether they survive the page. */
    this.isStored = true;
  }

  restore() {
    try {
      const saved = JSON.parse(this.storage.read() || '[]');
      for (const [id, decision] of saved) if (this.cases.byID.has(id)) this.decided.set(id, decision);
    } catch {
      this.isStored = false;
    }
  }

  store() {
    try {
      this.storage.write(this.decided.size ? JSON.stringify([...this.decided]) : null);
      this.isStored = true;
    } catch {
      this.isStored = false;
    }
  }

  /**
   * "approve", "reject", "written", "pending", or nothing.
   * @param {Case} one
   */
  stateOf(one) { return this.pending.has(one.id) ? 'pending' : this.decided.get(one.id) || ''; }

  /** @param {Case} one */
  canApprove(one) { return one.isApprovable && !['written', 'pending'].includes(this.stateOf(one)); }

  /**
   * Those that can be approved and about which nothing was decided.
   * @param {Array<Case>} chosen
   */
  undecided(chosen) { return chosen.filter((one) => this.canApprove(one) && !this.decided.has(one.id)); }

  /**
   * Those that can be decided so.
   * @param {Array<Case>} chosen
   * @param {string} decision "approve" or "reject"
   */
  able(chosen, decision) {
    return chosen.filter((one) => (decision === 'approve' ? this.canApprove(one) : canReject(one))
      && this.decided.get(one.id) !== 'written');
  }

  /**
   * @param {string} decision
   * @returns {Array<Case>} in the report's order
   */
  with(decision) { return this.cases.list.filter((one) => this.decided.get(one.id) === decision); }

  /**
   * Decides, or takes back without a decision. What the server has written is no step: it is taken back with the version
   * control.
   * @param {Array<Case>} chosen
   * @param {string | undefined} decision
   * @returns {string} what was done
   */
  apply(chosen, decision) {
    /** @type {Record<string, string>} */
    const verbs = { approve: 'Approved ', reject: 'Rejected ', written: 'Approved ' };
    const title = (verbs[decision || ''] || 'Took back ')
      + (chosen.length === 1 ? nameOf(chosen[0]) : counted(chosen.length, 'case'));
    const before = /** @type {Changes} */ (chosen.map((one) => [one.id, this.decided.get(one.id)]));
    if (decision !== 'written') this.steps.push({ title, before });
    this.set(chosen.map((one) => [one.id, decision]));
    return title;
  }

  /** @returns {string | null} what was undone */
  undo() {
    const step = this.steps.pop();
    if (!step) return null;
    this.set(step.before.filter((each) => this.decided.get(each[0]) !== 'written'));
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

  /** All that were made on this page, as a file. */
  file() {
    return decisionFile(['approve', 'reject'].flatMap((decision) => this.with(decision).map(decisionOf(decision))));
  }
}

/** @param {Case} one */
export function canReject(one) { return isOpen(one) || one.isApprovable; }

/**
 * @param {string} decision
 * @returns {(one: Case) => Decision}
 */
export function decisionOf(decision) {
  return (one) => (one.sha256 ? { case: one.id, decision, sha256: one.sha256 } : { case: one.id, decision });
}

/**
 * The file's form: docs/comparison.md.
 * @param {Array<Decision>} decisions
 */
export function decisionFile(decisions) { return JSON.stringify({ schema: 1, decisions }, null, 1) + '\n'; }

/**
 * Why a case has no button to approve; empty where it has one.
 * @param {Case} one
 */
export function whyNot(one) {
  if (one.isMockup) return 'A mockup is what a designer drew: it is never approved. Change the card, or ask for another mockup.';
  switch (one.verdict) {
    case 'identical': return 'The picture is the approved one: there is nothing to decide.';
    case 'obsolete': return 'No card is compared with this baseline any more. Remove it with the command below.';
    case 'error': return 'What could not be compared can’t be approved. Mend what the reason names, then compare again.';
    default: return '';
  }
}
