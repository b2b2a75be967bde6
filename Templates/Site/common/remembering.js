// Settings that a page remembers.

import { themeKey } from './theme-key.js';

/** Remembers the reader's choice of theme if there are several. */
export function rememberTheme() {
  const select = document.getElementById('theme');
  if (!(select instanceof HTMLSelectElement)) return;
  select.addEventListener('change', () => {
    try {
      localStorage.setItem(themeKey, select.value);
    } catch {
      // Browsers may refuse storage to pages opened as files.
    }
  });
}
