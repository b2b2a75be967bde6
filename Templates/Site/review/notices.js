// Notices: what was done, in the page's corner and for screen readers.

import { the } from '../common/elements.js';

export class Notices {
  constructor() {
    this.box = the('toast');
    this.timer = 0;
  }

  /**
   * Said to screen readers alone.
   * @param {string} text
   */
  say(text) { the('announcement').textContent = text; }

  /**
   * @param {string} text
   * @param {boolean} [canUndo]
   */
  show(text, canUndo = false) {
    this.box.hidden = false;
    this.box.classList.remove('warning');
    the('toast-text').textContent = text;
    the('toast-undo').hidden = !canUndo;
    this.say(text);
    clearTimeout(this.timer);
    // What can be undone stays long enough to be read and thought over.
    this.timer = setTimeout(() => { this.box.hidden = true; }, canUndo ? 12000 : 6000);
  }

  /**
   * Stays until something else is shown.
   * @param {string} text
   */
  warn(text) {
    this.show(text);
    clearTimeout(this.timer);
    this.box.classList.add('warning');
    this.say('');
    the('warned').textContent = text;
  }
}
