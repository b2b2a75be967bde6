// The light or dark theme: the system's, or the one chosen on an earlier visit.

import { the } from '../common/elements.js';

const storageKey = 'feedproof-review-theme';

/** @param {string} theme empty for the system's */
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch { /* The choice holds for this visit. */ }
}

export function setUpTheme() {
  const select = the('theme', HTMLSelectElement);
  try {
    select.value = localStorage.getItem(storageKey) || '';
  } catch { /* The system's. */ }
  setTheme(select.value);
  select.onchange = () => setTheme(select.value);
}
