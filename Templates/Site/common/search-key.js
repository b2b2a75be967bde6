import { isDialogOpen, isForAnother } from './keys.js';

/**
 * Whether a key opens the search. Not while a dialog is open. The second time, the shortcut goes to the browser's own
 * search.
 * @param {KeyboardEvent} event
 */
export function isForSearch(event) {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
  if (isFind) return !isDialogOpen() && !document.activeElement?.closest('#search');
  return event.key === '/' && !isForAnother(event);
}
