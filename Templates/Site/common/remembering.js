// What a page remembers for the next time.

import { themeKey } from './theme-key.js';

/** Remembers the theme that somebody chooses, where there is a choice. */
export function rememberTheme() {
  const select = document.getElementById('theme');
  if (!(select instanceof HTMLSelectElement)) return;
  select.addEventListener('change', () => {
    try {
      localStorage.setItem(themeKey, select.value);
    } catch {
      // A browser may keep nothing for pages that were opened as files.
    }
  });
}
