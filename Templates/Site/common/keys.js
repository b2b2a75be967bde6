/** Shortcuts of the page don't apply while a dialog is open. */
export function isDialogOpen() { return document.querySelector('dialog[open]') !== null; }

/**
 * Whether a key belongs to a form field, a dialog or a browser shortcut.
 * @param {KeyboardEvent} event
 */
export function isForAnother(event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  return isTyping || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey;
}
