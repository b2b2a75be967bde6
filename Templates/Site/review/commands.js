// Commands to copy.

import { make } from '../common/elements.js';
import { button } from './elements.js';

/**
 * @param {string} command
 * @param {import('./notices.js').Notices} notices
 */
export function commandLine(command, notices) {
  const text = make('code', '', command);
  text.tabIndex = 0;
  const copy = button('quiet', 'Copy', () => copyText(command, text, notices));
  copy.dataset.focus = 'copy';
  copy.setAttribute('aria-label', 'Copy the command');
  return make('div', 'command', text, copy);
}

/**
 * @param {string} text
 * @param {HTMLElement} element the element with the command, selected if the browser can't copy
 * @param {import('./notices.js').Notices} notices
 */
async function copyText(text, element, notices) {
  try {
    await navigator.clipboard.writeText(text);
    notices.show('Copied.');
  } catch {
    getSelection()?.selectAllChildren(element);
    notices.show(document.execCommand('copy') ? 'Copied.' : 'Selected: copy it with your keyboard.');
  }
}

/**
 * The command that renders a post in all skins.
 * @param {string} approve the approve command; the word after it is the project, or else the working folder is
 * @param {string} post
 * @returns {string | null} null if the cases belong to no project
 */
export function facesCommand(approve, post) {
  const found = approve.match(/^feedproof approve(?: ('[^']*'|[^\s'-]\S*))?(?: --output .*)?$/);
  return found && 'feedproof picture ' + (found[1] ?? '.') + ' skins.png --post ' + post + ' --skin all';
}
