// Dialogs with the list of decisions and the keyboard shortcuts.

import { make, the } from '../common/elements.js';
import { caseHash, nameOf } from './cases.js';
import { commandLine } from './commands.js';
import { button, link } from './elements.js';
import { cardViews, filmViews, keyOf, screenViews } from './views.js';
import { counted, grouped } from './writing.js';

const keys = [
  ['j  k', 'next and previous case'], ['Enter', 'open the case'], ['Esc', 'back to the cases'],
  ['1 … ' + cardViews.length, labels(cardViews) + '; of a film: ' + labels(filmViews) + '; of a screen: ' + labels(screenViews)],
  ['Space', 'flip between reference and drawn; play a film'],
  ['←  →', 'step through a film by one frame, with Shift by ten'], ['[  ]', 'to the previous and next event of a film'],
  ['s', 'switch between expanded and collapsed'], ['m', 'marks over both sides'],
  ['n  p', 'next and previous difference'],
  ['h', 'boxes and images of other tools: masks'], ['p', 'difference of cards: all pixels, or by boxes'],
  ['x', 'onion skin, blink: fade between the images'],
  ['+  −  0', 'zoom in, out, fit; also Ctrl and the wheel'],
  ['Tab', 'in view ' + keyOf('boxes') + ': from box to box'], ['a', 'approve'], ['r', 'reject'], ['u', 'undo'],
  ['c', 'comment on the case'], ['d', 'decisions'], ['/', 'search'], ['?', 'this list'],
];

/** @param {Array<import('./views.js').ViewKind>} views */
function labels(views) { return views.map((each) => each.label.toLowerCase()).join(', '); }

/** @param {string} id */
export function openDialog(id) { the(id, HTMLDialogElement).showModal(); }

export class DecisionsDialog {
  /** @param {import('./deciding.js').Deciding} deciding */
  constructor(deciding) {
    this.deciding = deciding;
  }

  open() {
    this.update();
    openDialog('decisions');
  }

  update() {
    const { decisions, server, notices } = this.deciding;
    const { decided, cases } = decisions;
    the('decided').textContent = grouped([...decided.values()].filter((each) => each !== 'written').length);
    const [approved, rejected, written] = ['approve', 'reject', 'written'].map((decision) => decisions.with(decision));
    /** @type {Array<Node>} */
    const parts = [];
    const say = (/** @type {string} */ text, name = '') => parts.push(make('p', name, text));
    if (!decided.size) say('No decisions yet. Approve or reject cases with their buttons, or with a and r.', 'dim');
    if (written.length) say(counted(written.length, 'case') + ' approved and written to the baselines.');
    if (approved.length || rejected.length) {
      say(counted(approved.length, 'case') + ' approved, ' + grouped(rejected.length) + ' rejected'
        + (server.isThere ? '. They are saved in the report.' : '. This browser stores them until you apply them:'));
    }
    if (!server.isThere && (approved.length || rejected.length)) {
      const file = button('approve', 'Save decisions.json', () => this.deciding.save());
      file.id = 'save';
      parts.push(make('ol', 'howto', make('li', '', file), make('li', '', 'then run, where you compared, with the file’s path:',
        commandLine(cases.index.approve + ' --decisions decisions.json', notices))));
    }
    if (!decisions.isStored) say('This browser can’t store data for this page: decisions are lost when you close it.', 'dim');
    const both = [...written.filter((one) => decisions.comments.has(one.id)), ...approved, ...rejected];
    parts.push(make('ul', 'decision-list', ...both.slice(0, 100).map((one) => this.row(one))));
    if (both.length > 100) say('and ' + grouped(both.length - 100) + ' more', 'dim');
    the('decisions-body').replaceChildren(...parts);
  }

  /** @param {import('./types.js').Case} one */
  row(one) {
    const state = this.deciding.decisions.decided.get(one.id);
    const name = link('', caseHash(one), nameOf(one));
    name.onclick = () => the('decisions', HTMLDialogElement).close();
    const back = button('quiet', 'Undo', () => this.deciding.takeBackOne(one));
    back.setAttribute('aria-label', 'Undo the decision on ' + one.id);
    back.hidden = this.deciding.decisions.settled.has(one.id);
    const isApproved = state !== 'reject';
    const comment = this.deciding.decisions.comments.get(one.id);
    return make('li', '', make('span', 'decision ' + state, isApproved ? '✓' : '✕'),
      make('span', 'hidden', isApproved ? 'approved' : 'rejected'),
      make('div', 'decision-name', name, comment ? make('p', 'said', comment) : null), back);
  }

  setUp() {
    for (const [names, what] of keys) {
      const key = names.split('  ').flatMap((name, number) => (number ? [' ', make('kbd', '', name)] : [make('kbd', '', name)]));
      the('help-keys').append(make('dt', '', ...key), make('dd', '', what));
    }
    for (const dialog of document.querySelectorAll('dialog')) {
      /** @type {HTMLElement} */ (dialog.querySelector('.close')).onclick = () => dialog.close();
      // A click on the backdrop closes the dialog too.
      dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    }
    the('open-help').onclick = () => openDialog('help');
    the('open-decisions').onclick = () => this.open();
    the('toast-undo').onclick = () => this.deciding.undo();
  }
}
