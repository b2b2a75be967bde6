/**
 * Whether a key is somebody's who writes, or a shortcut of the browser.
 * @param {KeyboardEvent} event
 */
export function isForAnother(event) {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  return isTyping || event.ctrlKey || event.metaKey || event.altKey;
}
