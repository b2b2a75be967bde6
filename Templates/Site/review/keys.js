// Keyboard shortcuts, listed in docs/review.md.

import { the } from '../common/elements.js';
import { openDialog } from './dialogs.js';

export class Keys {
  /**
   * @param {import('./case-page.js').CasePage} casePage
   * @param {import('./grid.js').Grid} grid
   * @param {import('./deciding.js').Deciding} deciding
   * @param {import('./dialogs.js').DecisionsDialog} dialog
   * @param {{leaveCase: () => void, search: () => void}} page
   */
  constructor(casePage, grid, deciding, dialog, page) {
    this.casePage = casePage;
    this.grid = grid;
    this.deciding = deciding;
    this.page = page;
    const { stage } = casePage;
    /** @type {Record<string, () => void>} */
    this.everywhere = {
      j: () => this.move(1),
      k: () => this.move(-1),
      a: () => this.decide('approve'),
      r: () => this.decide('reject'),
      u: () => deciding.undo(),
      c: () => this.comment(),
      d: () => dialog.open(),
      '?': () => openDialog('help'),
      '/': () => {
        if (casePage.one) page.leaveCase();
        the('search').focus();
      },
    };
    /** @type {Record<string, () => void>} */
    this.onCase = {
      ' ': () => casePage.flip(),
      '+': () => stage.stepZoom(1),
      '=': () => stage.stepZoom(1),
      '-': () => stage.stepZoom(-1),
      0: () => stage.setZoom(null),
      s: () => casePage.showOtherState(),
      n: () => casePage.differences.step(1),
      p: () => casePage.differences.step(-1),
      Escape: () => page.leaveCase(),
    };
    for (let number = 1; number < 10; number += 1) {
      this.onCase[number] = () => {
        const view = casePage.views[number - 1];
        if (view) casePage.showView(view.name);
      };
    }
    /**
     * Arrow keys move through the grid in two dimensions.
     * @type {Record<string, () => number>}
     */
    this.inGrid = {
      ArrowRight: () => 1, ArrowLeft: () => -1, ArrowDown: () => grid.columns, ArrowUp: () => -grid.columns,
      Home: () => -grid.focused, End: () => grid.listing.tiles.length,
    };
  }

  /** @param {number} step */
  move(step) {
    const { casePage, grid } = this;
    if (casePage.one) casePage.step(step);
    else grid.focus(grid.hasFocus ? grid.focused + step : grid.focused);
  }

  /** @param {string} decision */
  decide(decision) {
    const { casePage, grid, deciding } = this;
    const tile = grid.hasFocus ? grid.listing.tiles[grid.focused] : null;
    const chosen = casePage.one ? [casePage.one] : tile ? tile.cases : [];
    if (chosen.length) deciding.decide(chosen, decision);
    else deciding.notices.show('Choose a case first, with j and k.');
  }

  /** Focuses the comment field. */
  comment() {
    const { one, panel } = this.casePage;
    /** @type {HTMLElement | null} */
    const field = one && panel.element.querySelector('textarea');
    if (field) field.focus();
    else this.deciding.notices.show(one ? 'There is no decision on this case.' : 'Open the case first.');
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { casePage, grid } = this;
    const { key } = event;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input[type=search]')) {
      if (key === 'Escape' || key === 'Enter') this.leaveSearch(event);
      return;
    }
    if (target.matches('select')) return;
    if (target.matches('textarea')) {
      // Leaving the field saves its text.
      if (key === 'Escape') target.blur();
      return;
    }
    // The space bar presses buttons, but not boxes.
    if (key === ' ' && target.matches('button:not(.box):not([role=tab]), summary, input:not([type=range])')) return;
    if (target.matches('input[type=range]') && /^Arrow|Home|End/.test(key)) return;
    if (target.matches('[role=tab]') && this.turnTab(event)) return;
    const own = casePage.one && casePage.scene.keys ? casePage.scene.keys[key] : null;
    if (own) {
      event.preventDefault();
      own(event.shiftKey);
      return;
    }
    const step = !casePage.one && grid.element.contains(target) ? this.inGrid[key] : null;
    const action = step ? () => grid.focus(grid.focused + step()) : (casePage.one && this.onCase[key]) || this.everywhere[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** @param {KeyboardEvent} event */
  leaveSearch(event) {
    event.preventDefault();
    const field = the('search', HTMLInputElement);
    if (event.key === 'Escape' && field.value) {
      field.value = '';
      this.page.search();
    } else {
      this.grid.focus(this.grid.focused);
    }
  }

  /**
   * Arrow keys switch tabs, as ARIA requires.
   * @param {KeyboardEvent} event
   */
  turnTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return false;
    event.preventDefault();
    const { views } = this.casePage;
    const now = views.findIndex((each) => each.name === this.casePage.view);
    const next = views[(now + step + views.length) % views.length].name;
    this.casePage.showView(next);
    the('view-' + next).focus();
    return true;
  }
}
