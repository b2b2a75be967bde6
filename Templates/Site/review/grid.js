// The grid of tiles. Only rows near the viewport are in the document, whatever the number of cases.

import { make, the } from '../common/elements.js';
import { caseHash, clusterHash, labelOf, placeOf, titleOf } from './cases.js';
import { badge, button, image, link } from './elements.js';
import { columnsWithin, rowTop, tileGap, tileHeight, tilesWithin } from './grid-layout.js';
import { factsOf } from './verdicts.js';
import { counted, grouped, withGroups } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

export class Grid {
  /**
   * @param {import('./listing.js').Listing} listing
   * @param {import('./deciding.js').Deciding} deciding
   */
  constructor(listing, deciding) {
    this.listing = listing;
    this.deciding = deciding;
    this.element = the('grid');
    /**
     * Tiles in the document, by list index.
     * @type {Map<number, HTMLElement>}
     */
    this.mounted = new Map();
    this.columns = 1;
    /** The tile that has, or last had, the focus. */
    this.focused = 0;
  }

  get hasFocus() { return this.element.contains(document.activeElement); }

  /** Updates the tiles after a change of the list or of decisions. */
  renew() {
    const { hasFocus } = this;
    this.clear();
    this.focused = Math.min(this.focused, Math.max(0, this.listing.tiles.length - 1));
    this.update();
    if (hasFocus) this.focus(this.focused);
  }

  clear() {
    for (const element of this.mounted.values()) element.remove();
    this.mounted.clear();
  }

  update() {
    const { element: grid, mounted, listing: { tiles } } = this;
    const width = grid.clientWidth;
    if (!width) return;
    const columns = columnsWithin(width);
    if (columns !== this.columns) {
      this.columns = columns;
      this.clear();
    }
    grid.style.height = Math.max(0, rowTop(Math.ceil(tiles.length / columns)) - tileGap) + 'px';
    grid.style.setProperty('--columns', String(columns));
    const [first, end] = tilesWithin(tiles.length, columns, -grid.getBoundingClientRect().top, innerHeight);
    for (const [number, element] of mounted) {
      // Keep the focused tile, so that keyboard users don't lose their place.
      const isNear = number >= first && number < end;
      if (isNear || element.contains(document.activeElement)) continue;
      element.remove();
      mounted.delete(number);
    }
    for (let number = first; number < end; number += 1) if (!mounted.has(number)) this.mount(number);
  }

  /**
   * Elements are in list order, for keyboard navigation.
   * @param {number} number
   */
  mount(number) {
    const element = this.tile(number);
    element.style.top = rowTop(Math.floor(number / this.columns)) + 'px';
    element.style.setProperty('--column', String(number % this.columns));
    const next = Math.min(...[...this.mounted.keys()].filter((other) => other > number));
    this.element.insertBefore(element, this.mounted.get(next) || null);
    this.mounted.set(number, element);
  }

  /** @param {number} number */
  tile(number) {
    const { tiles, cases: { clusters, causes: told } } = this.listing;
    const { cases, clusters: causes } = tiles[number];
    const one = cases[0];
    const isMany = cases.length > 1;
    const frame = preview(one);
    if (isMany) frame.append(make('span', 'times', grouped(cases.length)));
    if (cases.some((each) => told.hasOtherPhoto(each))) frame.append(make('span', 'other-photo', 'different photo'));
    const said = cases.map((each) => this.deciding.decisions.comments.get(each.id)).find(Boolean);
    const lines = isMany
      ? [make('span', 'tile-title', told.title(causes)),
        make('span', 'tile-place', [counted(cases.length, 'case'), told.rest(causes)].filter(Boolean).join(', ')),
        make('span', 'tile-words', one.author ? 'first: ' + labelOf(one) : '')]
      : [ownWay('tile-title', one.author || titleOf(one)),
        ownWay('tile-words', one.author ? (one.opening ? '“' + one.opening + '” · ' : '') + titleOf(one) : ''),
        make('span', 'tile-place', placeOf(one))];
    const why = told.title(one.clusters) || withGroups(one.reason || '');
    const reason = said ? make('span', 'tile-reason said', said) : isMany ? null : make('span', 'tile-reason', why);
    const hash = isMany ? clusterHash(clusters[told.split(causes).own[0]]) : caseHash(one);
    const body = link('tile-link', hash, frame, ...lines, reason);
    const foot = make('div', 'tile-foot', badge(one.verdict), this.decision(cases));
    const element = make('div', 'tile' + (isMany ? ' many' : ''), body, foot);
    element.setAttribute('role', 'listitem');
    element.setAttribute('aria-posinset', String(number + 1));
    element.setAttribute('aria-setsize', String(tiles.length));
    element.addEventListener('focusin', () => { this.focused = number; });
    return element;
  }

  /**
   * The decision, or a button to make one.
   * @param {Array<Case>} cases
   */
  decision(cases) {
    const { decisions } = this.deciding;
    const able = decisions.undecided(cases);
    // Cases that can never be approved don't keep a tile from being marked as done.
    const approvable = cases.filter((one) => one.isApprovable);
    const states = new Set((approvable.length ? approvable : cases).map((one) => decisions.stateOf(one)));
    /** @type {Record<string, string>} */
    const words = { approve: '✓ approved', written: '✓ approved', reject: '✕ rejected', pending: 'approving …' };
    const state = states.size === 1 ? [...states][0] : '';
    if (words[state]) return make('span', 'decision ' + state, words[state]);
    if (!able.length) return null;
    const isMany = cases.length > 1;
    const approve = button('approve small', isMany ? 'Approve all' : 'Approve', () => this.deciding.decide(able, 'approve'));
    approve.setAttribute('aria-label', 'Approve ' + (isMany ? counted(able.length, 'case') : cases[0].id));
    return approve;
  }

  /** @param {number} number */
  focus(number) {
    const { tiles } = this.listing;
    if (!tiles.length) return;
    this.focused = Math.min(tiles.length - 1, Math.max(0, number));
    const bar = 72;
    const top = this.element.getBoundingClientRect().top + rowTop(Math.floor(this.focused / this.columns));
    if (top < bar) scrollBy(0, top - bar);
    else if (top + tileHeight > innerHeight - 8) scrollBy(0, top + tileHeight - innerHeight + 16);
    this.update();
    const body = /** @type {HTMLElement | null | undefined} */ (this.mounted.get(this.focused)?.querySelector('.tile-link'));
    body?.focus({ preventScroll: true });
  }
}

/**
 * A line in the text's own direction, which ends in "…" if it is too long.
 * @param {string} name the class
 * @param {string} words
 */
function ownWay(name, words) {
  const line = make('span', name, words);
  line.dir = 'auto';
  return line;
}

/** @param {Case} one */
function preview(one) {
  const words = one.verdict === 'identical' ? 'as approved' : 'no picture';
  const none = () => make('span', 'preview', make('span', 'no-picture', words));
  if (!one.thumbnail) return none();
  const [, width, height] = one.thumbnail;
  const small = image(one.thumbnail, '');
  // The image of an identical case is the baseline itself, which may not be available next to this page.
  small.onerror = () => element.replaceWith(none());
  const picture = make('span', 'thumbnail', small);
  picture.style.aspectRatio = width + ' / ' + height;
  picture.style.setProperty('--share', String(width / height));
  for (const [x, y, wide, high, kind] of factsOf(one.verdict).isMarked ? one.marks : []) {
    const mark = make('i', 'mark of-' + kind);
    const [left, top, width, height] = [x, y, wide, high].map((share) => share + '%');
    Object.assign(mark.style, { left, top, width, height });
    picture.append(mark);
  }
  const element = make('span', 'preview', picture);
  return element;
}
