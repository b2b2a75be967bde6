// The page's own letters.

import { make } from './elements.js';

/** Loads the typeface of the controls. Until it arrives, or without scripts, a typeface of the system is used. */
export function loadTypeface() {
  const link = make('link');
  link.rel = 'stylesheet';
  link.href = 'site/typeface.css';
  document.head.append(link);
}
