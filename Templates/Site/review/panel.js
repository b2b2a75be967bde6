// The panel next to the images: reasons, decision and boxes.

import { make, the } from '../common/elements.js';
import { kindOf } from './box-facts.js';
import { clusterHash } from './cases.js';
import { commandLine } from './commands.js';
import { canReject, whyNot } from './decisions.js';
import { button, keyHint, link, part } from './elements.js';
import { historyPart } from './history.js';
import { inspector, numbersOf } from './inspector.js';
import { masksPart, notesParts, pixelsPart, spot } from './panel-parts.js';
import { elementsOf, evidenceText } from './screen-view.js';
import { facesPart, siblingsPart } from './siblings.js';
import { changesOnce, reasonsOnce } from './telling.js';
import { counted, quotesApart, withGroups } from './writing.js';

/**
 * @typedef {import('./types.js').Case} Case
 * @typedef {import('./types.js').Detail} Detail
 */

export class Panel {
  /**
   * @param {import('./cases.js').Cases} cases
   * @param {import('./deciding.js').Deciding} deciding
   * @param {HTMLElement} stage
   * @param {() => void} showBoxes opens the view with boxes
   * @param {(seconds: number) => void} goToTime shows a moment of a film
   * @param {(place: import('./differences.js').Place) => void} goToPlace shows a place of an image
   */
  constructor(cases, deciding, stage, showBoxes, goToTime, goToPlace) {
    this.cases = cases;
    this.deciding = deciding;
    this.stage = stage;
    this.showBoxes = showBoxes;
    this.goToTime = goToTime;
    this.goToPlace = goToPlace;
    this.element = the('panel');
    /** The index of the inspected box in the details; -1 for none. */
    this.inspected = -1;
    /**
     * The displayed case.
     * @type {{one: Case, found: Detail} | null}
     */
    this.shown = null;
  }

  /**
   * @param {Case} one
   * @param {Detail} found
   * @param {boolean} hasInspector
   */
  update(one, found, hasInspector) {
    const { element } = this;
    this.shown = { one, found };
    const active = document.activeElement;
    const focus = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : null;
    const selected = active instanceof HTMLTextAreaElement ? [active.selectionStart, active.selectionEnd] : null;
    const unfolded = new Set([...element.querySelectorAll('details[open]')].map((each) => each.className));
    const parts = [
      this.reasons(one, found), this.decision(one, found), hasInspector ? inspector() : null, this.changes(one, found),
      one.verdict === 'identical' || one.film || one.isScreen ? null : pixelsPart(found), masksPart(found),
      ...notesParts(found), historyPart(this.deciding.server, one), siblingsPart(this.cases, one),
      facesPart(one, this.cases.index.approve, this.deciding.notices),
    ];
    element.replaceChildren(...parts.flatMap((each) => each || []));
    for (const each of element.querySelectorAll('details')) each.open = unfolded.has(each.className);
    const again = focus ? /** @type {HTMLElement | null} */ (element.querySelector('[data-focus="' + focus + '"]')) : null;
    again?.focus();
    if (selected && again instanceof HTMLTextAreaElement) again.setSelectionRange(selected[0], selected[1]);
    if (this.inspected >= 0) this.inspect(this.inspected);
  }

  /**
   * @param {Case} one
   * @param {Detail} found
   */
  reasons(one, found) {
    const causes = one.clusters.map((cluster) => this.cases.clusters[cluster]);
    const { told, rest } = reasonsOnce(found, causes.map((cause) => cause.title));
    const list = make('ul', 'reasons', ...told.map((reason) => make('li', '', ...this.reason(reason, one, found, causes))));
    const shared = causes.filter((cause) => cause.cases.length > 1 && rest.includes(cause.title));
    return part('Why', list, ...shared.map((cause) =>
      link('shared', clusterHash(cause), cause.sentence === cause.title
        ? 'The same cause in ' + counted(cause.cases.length, this.cases.noun) : cause.sentence)));
  }

  /**
   * A cause links to all cases that have it.
   * @param {string} reason
   * @param {Case} one
   * @param {Detail} found
   * @param {Array<import('./types.js').Cluster>} causes
   */
  reason(reason, one, found, causes) {
    const cause = causes.find((each) => each.title === reason);
    const plain = () => (one.film ? this.moment(reason, found) : one.hasAges ? spot(reason, this.goToPlace)
      : withGroups(reason));
    if (!cause) return [plain()];
    const isShared = cause.cases.length > 1;
    if (cause.sentence === reason) {
      return isShared ? [reason + ', ', link('shared', clusterHash(cause), 'in ' + counted(cause.cases.length, this.cases.noun))]
        : [plain()];
    }
    return [isShared ? link('shared', clusterHash(cause), cause.sentence) : cause.sentence,
      make('span', 'technical', quotesApart(reason))];
  }

  /**
   * A reason with a time links to it: "at 1.30 s wall1_17 moves 22 pt down on its own".
   * @param {string} reason
   * @param {Detail} found
   */
  moment(reason, found) {
    const time = /(?:^|\s)(?:at|from) (\d+\.\d\d) s(?=[\s,]|$)/.exec(reason);
    if (!time || typeof found.film !== 'number') return reason;
    const element = button('moment', reason, () => this.goToTime(Number(time[1])));
    element.dataset.focus = 'moment-' + reason;
    return element;
  }

  /**
   * @param {Case} one
   * @param {Detail} found
   */
  decision(one, found) {
    if (one.isDesign) return null;
    const state = this.deciding.decisions.stateOf(one);
    const section = part('Decision');
    const note = (/** @type {string} */ text) => section.append(make('p', 'dim', text));
    if (whyNot(one)) note(whyNot(one));
    if (canReject(one)) section.append(this.buttons(one, state), this.comment(one));
    if (state === 'written') {
      note(this.deciding.decisions.settled.has(one.id)
        ? 'Written to the baselines; revert it with your version control.' : 'Written to the baselines.');
    }
    if (state === 'approve') note('Saved on this page. Save the decisions to a file to apply them.');
    const command = found.accept
      || (one.verdict === 'obsolete' && !this.cases.index.isOfPictures ? this.cases.index.approve + ' --prune' : '');
    if (command) section.append(commandLine(command, this.deciding.notices));
    return section;
  }

  /**
   * @param {Case} one
   * @param {string} state
   */
  buttons(one, state) {
    const isApproved = state === 'approve' || state === 'written';
    const add = (/** @type {string} */ decision, /** @type {string} */ label, /** @type {boolean} */ isPressed) => {
      const element = button(decision, make('span', '', label), () => this.deciding.decide([one], decision));
      element.append(keyHint(decision[0]));
      element.setAttribute('aria-pressed', String(isPressed));
      element.setAttribute('aria-keyshortcuts', decision[0]);
      element.dataset.focus = decision;
      element.disabled = state === 'written' || state === 'pending';
      return element;
    };
    if (state === 'written' && this.deciding.server.isThere && !this.deciding.decisions.settled.has(one.id)) {
      const back = button('quiet', 'Undo approval', () => this.deciding.takeBackOne(one));
      back.dataset.focus = 'back';
      return make('div', 'decide', add('approve', '✓ Approved', true), back);
    }
    const approve = state === 'pending' ? 'Approving …' : isApproved ? '✓ Approved' : 'Approve';
    const isRejected = state === 'reject';
    return make('div', 'decide', one.isApprovable ? add('approve', approve, isApproved) : null,
      add('reject', isRejected ? '✕ Rejected' : 'Reject', isRejected));
  }

  /**
   * The comment field. Its text is stored with the decision.
   * @param {Case} one
   */
  comment(one) {
    const field = make('textarea', 'comment');
    field.value = this.deciding.commentOn(one);
    field.rows = Math.min(8, Math.max(2, field.value.split('\n').length));
    field.maxLength = 2000;
    field.placeholder = matchMedia('(max-width: 600px)').matches ? 'Comment' : 'Comment (c)';
    field.setAttribute('aria-label', 'Comment, saved with the decision');
    field.setAttribute('aria-keyshortcuts', 'c');
    field.dataset.focus = 'comment';
    field.oninput = () => this.deciding.drafts.set(one.id, field.value);
    field.onchange = () => this.deciding.comment(one, field.value);
    return field;
  }

  /**
   * @param {Case} one
   * @param {Detail} found
   */
  changes(one, found) {
    const titles = one.clusters.map((cluster) => this.cases.clusters[cluster].title);
    const changed = found.boxes.map((box, number) => ({ box, number }))
      .filter((each) => each.box[5].length);
    if (!changed.length) return null;
    const rows = (/** @type {boolean} */ isOwn) => changed
      .filter((each) => each.box[5].some((change) => change[1]) === isOwn)
      .map((each) => this.change(each.box, each.number, changesOnce(each.box, titles), kindOf(each.box)));
    const consequences = rows(false);
    return part('What changed', make('ul', 'changes', ...rows(true)), !consequences.length ? null
      : make('details', 'consequences', make('summary', '', counted(consequences.length, 'consequence')),
        make('ul', 'changes', ...consequences)));
  }

  /**
   * @param {import('./types.js').Box} box
   * @param {number} number
   * @param {string} what
   * @param {string} kind
   */
  change(box, number, what, kind) {
    const row = button('change', '', () => {
      this.showBoxes();
      /** @type {HTMLElement | null} */
      const target = this.stage.querySelector('.box[data-box="' + number + '"]');
      target?.focus();
      target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      this.inspect(number);
    });
    row.dataset.focus = 'change-' + number;
    row.append(make('i', 'dot ' + kind), make('b', '', box[0].replace(/^[^/]*\//, '')), make('span', '', what));
    return make('li', '', row);
  }

  /**
   * Shows the frames of a box and their difference.
   * @param {number} number
   */
  inspect(number) {
    const parent = this.element.querySelector('.inspected');
    const box = this.shown?.found.boxes[number];
    if (!this.shown || !box || !parent) return;
    this.inspected = number;
    const evidence = evidenceText(elementsOf(this.shown.found)[number] || null);
    parent.replaceChildren(...numbersOf(box, this.shown.one, this.shown.found.boxes),
      ...evidence ? [make('p', 'dim', evidence)] : []);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll('.box'))) {
      each.classList.toggle('current', each.dataset.box === String(number));
    }
  }
}
