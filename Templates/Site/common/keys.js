/** What lies under a dialog is not to be moved by keys. */
export function isDialogOpen() { return document.querySelector('dialog[open]') !== null; }

/**
 * Whether a key is somebody's who writes or looks at a dialog, or a shortcut of the browser.
 * @param {KeyboardEvent} event
 */
export function isForAnother(event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  return isTyping || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey;
}
