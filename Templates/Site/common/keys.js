/**
 * Whether a key asks for the search. Over a dialog there is none, and asked for twice, the browser's own is what is wanted.
 * @param {KeyboardEvent} event
 */
export function isForSearch(event) {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
  if (isFind) return !isDialogOpen() && !document.activeElement?.closest('#search');
  return event.key === '/' && !isForAnother(event);
}

/** What lies under a dialog is not to be moved by keys. */
function isDialogOpen() { return document.querySelector('dialog[open]') !== null; }

/**
 * Whether a key is somebody's who writes or looks at a dialog, or a shortcut of the browser.
 * @param {KeyboardEvent} event
 */
export function isForAnother(event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  return isTyping || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey;
}
