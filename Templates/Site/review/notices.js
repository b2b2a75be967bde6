// Notices about actions, in the page's corner and for screen readers.

import { the } from '../common/elements.js';

export class Notices {
  constructor() {
    this.box = the('toast');
    this.timer = 0;
  }

  /**
   * Announces a text to screen readers only.
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
    // A notice with an undo button stays longer.
    this.timer = setTimeout(() => { this.box.hidden = true; }, canUndo ? 12000 : 6000);
  }

  /**
   * Shows a warning until another notice replaces it.
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
