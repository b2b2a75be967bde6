// Confirmation before several cases are approved together: lists the kinds of change if there are several, and excludes
// replaced photos that weren't opened unless the reviewer includes them.

import { make, the } from '../common/elements.js';
import { kindName } from './causes.js';
import { caseHash } from './cases.js';
import { link } from './elements.js';
import { counted, grouped } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

/**
 * The question to ask before cases are approved together. Null if they have a single kind of change.
 * @param {import('./causes.js').Causes} causes
 * @param {Array<Case>} cases
 * @param {Set<string>} seen ids of cases that were opened
 */
export function questionBefore(causes, cases, seen) {
  const kinds = causes.kinds(cases);
  const unseen = cases.filter((one) => causes.hasOtherPhoto(one) && !seen.has(one.id));
  if (cases.length < 2 || (kinds.size < 2 && !unseen.length)) return null;
  return { kinds: [...kinds].map(([kind, having]) => ({ kind, number: having.size })), unseen };
}

export class Approving {
  /**
   * @param {import('./causes.js').Causes} causes
   * @param {import('./deciding.js').Deciding} deciding
   */
  constructor(causes, deciding) {
    this.causes = causes;
    this.deciding = deciding;
  }

  /**
   * @param {Array<Case>} cases
   * @returns whether a dialog is open
   */
  ask(cases) {
    const asked = questionBefore(this.causes, cases, this.deciding.seen);
    if (!asked) return false;
    const { kinds, unseen } = asked;
    const dialog = the('approving', HTMLDialogElement);
    const approve = the('approving-approve', HTMLButtonElement);
    const all = make('input');
    all.type = 'checkbox';
    all.id = 'approving-photos';
    const chosen = () => (all.checked ? cases : cases.filter((one) => !unseen.includes(one)));
    const show = () => {
      approve.disabled = !chosen().length;
      approve.textContent = 'Approve ' + grouped(chosen().length);
    };
    all.onchange = show;
    const first = unseen[0] && link('shared', caseHash(unseen[0]), 'Review the first');
    if (first) first.onclick = () => dialog.close();
    the('approving-title').textContent = 'Approve ' + counted(cases.length, 'case') + '?';
    the('approving-body').replaceChildren(
      make('p', '', kinds.length > 1 ? 'You approve ' + kinds.length + ' kinds of change:' : 'You approve:'),
      make('ul', 'reasons', ...kinds.map(({ kind, number }) =>
        make('li', '', make('b', '', kindName(kind)), ' in ' + counted(number, 'case')))),
      ...(first ? [make('p', '', counted(unseen.length, 'case') + (unseen.length > 1 ? ' have' : ' has')
        + ' a replaced photo that you have not reviewed. ', first),
        make('label', 'check', all, ' Also approve ' + (unseen.length > 1 ? 'these' : 'it'))] : []));
    approve.onclick = () => {
      const those = chosen();
      dialog.close();
      this.deciding.decide(those, 'approve', true);
    };
    show();
    dialog.showModal();
    return true;
  }
}
