import { isDialogOpen, isForAnother } from './keys.js';

/**
 * Whether a key asks for the search. Over a dialog there is none, and asked for twice, the browser's own is what is wanted.
 * @param {KeyboardEvent} event
 */
export function isForSearch(event) {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
  if (isFind) return !isDialogOpen() && !document.activeElement?.closest('#search');
  return event.key === '/' && !isForAnother(event);
}
