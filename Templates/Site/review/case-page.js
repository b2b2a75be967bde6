// The page of a case: its name, its other states, the current view and the findings.

import { make, the } from '../common/elements.js';
import { caseHash, labelOf, placeOf, scaleOf, titleOf } from './cases.js';
import { Differences } from './differences.js';
import { badge, link, sign } from './elements.js';
import { showTabs } from './view-tabs.js';
import { viewsOf } from './views.js';
import { grouped } from './writing.js';

/** @typedef {import('./types.js').Case} Case */

function isPhone() { return matchMedia('(max-width: 600px)').matches; }

export class CasePage {
  /**
   * @param {import('./listing.js').Listing} listing
   * @param {import('./stage.js').Stage} stage
   * @param {import('./panel.js').Panel} panel
   * @param {import('./notices.js').Notices} notices
   * @param {{go: (hash: string) => void, remember: () => void}} address
   */
  constructor(listing, stage, panel, notices, address) {
    this.listing = listing;
    this.cases = listing.cases;
    this.stage = stage;
    this.panel = panel;
    this.notices = notices;
    this.address = address;
    /** @type {Case | null} */
    this.one = null;
    /** The last view used for cards, films and screens. */
    this.lastViews = { card: isPhone() ? 'swipe' : 'side', film: 'film', screen: 'screen' };
    /** Whether the user chose the view. If not, another view replaces it when it has nothing to show. */
    this.isAsked = false;
    this.instead = '';
    this.differences = new Differences(stage, (words) => notices.say(words));
    /** The case on the stage, to avoid drawing it twice. */
    this.drawn = '';
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    /** @type {import('./views.js').Scene} */
    this.scene = {
      stage, adjust: the('adjust'), isCalm: false, apply: null, blinking: 0, cases: listing.cases, leave: null, keys: null,
      goToTime: null, get pin() { return panel.deciding.pin; },
      look: { swipe: 0.5, onion: 0.5, diff: 1, isReference: false, blinks: true, hasMarks: true, isPlain: false,
        morphs: false, frame: null, speed: 1 },
      flip: () => this.flip(), redraw: () => this.redraw(), inspect: (number) => panel.inspect(number),
    };
  }

  get view() { return this.instead || this.lastViews[this.kind]; }

  /** @returns {'card' | 'film' | 'screen'} */
  get kind() { return this.one && this.one.film ? 'film' : this.one && this.one.isScreen ? 'screen' : 'card'; }

  set view(name) { this.lastViews[this.kind] = name; }

  /** A phone has room for one image, so swipe comes first. */
  get views() {
    const views = this.one ? viewsOf(this.one) : [];
    return isPhone() ? [...views].sort((a, b) => Number(b.name === 'swipe') - Number(a.name === 'swipe')) : views;
  }

  /**
   * @param {Case} one
   * @param {string | null} view
   */
  open(one, view) {
    const isOther = this.one !== one;
    this.one = one;
    if (isOther) this.instead = '';
    if (view !== null) this.isAsked = true;
    if (view !== this.view && this.views.some((each) => each.name === view)) {
      this.view = String(view);
      this.drawn = '';
    }
    if (isOther) {
      this.panel.inspected = -1;
      this.stage.zoom = null;
      this.differences.isOpening = true;
      this.drawn = '';
      this.scene.look.isReference = false;
      this.scene.look.frame = null;
    }
    this.update();
  }

  close() {
    this.leaveView();
    this.one = null;
  }

  /** Stops animations of the view. */
  leaveView() {
    const { scene } = this;
    clearInterval(scene.blinking);
    scene.leave?.();
    Object.assign(scene, { apply: null, leave: null, keys: null, goToTime: null });
  }

  /** Updates the page after its details have loaded or a decision was made. */
  update() {
    const { one, cases, listing: { listed } } = this;
    if (!one) return;
    const found = cases.detail(one);
    document.title = labelOf(one) + ' ' + placeOf(one) + ' · Review';
    the('case-title').textContent = labelOf(one);
    const place = [one.isMockup ? 'mockup' : '', one.author ? titleOf(one) : '', placeOf(one)].filter(Boolean).join(' · ');
    the('case-place').replaceChildren(badge(one.verdict), place);
    this.updateStates(one);
    const at = listed.indexOf(one);
    the('position').textContent = at < 0 ? '' : grouped(at + 1) + ' of ' + grouped(listed.length);
    the('previous', HTMLButtonElement).disabled = at <= 0;
    the('next', HTMLButtonElement).disabled = at < 0 || at === listed.length - 1;
    if (!found) return;
    const shown = this.shown(one, found);
    const wanted = this.views.find((each) => each.name === this.view);
    if (!this.isAsked && wanted?.needs(shown)) this.instead = 'side';
    this.updateTabs(shown);
    if (this.drawn !== one.id) this.draw(shown);
    else this.panel.update(one, found, ['boxes', 'screen'].includes(this.view));
    // Load the findings of the next case in advance.
    const next = listed[at + 1];
    if (next) cases.detail(next);
  }

  /**
   * Links to the expanded and the collapsed state of the same card.
   * @param {Case} one
   */
  updateStates(one) {
    const other = this.cases.otherState(one);
    const both = other ? [one, other].sort((a, b) => (a.state < b.state ? -1 : 1)) : [];
    the('states').replaceChildren(...both.map((each) => {
      const segment = link('segment', caseHash(each), sign(each.verdict), each.state);
      if (each === one) segment.setAttribute('aria-current', 'true');
      return segment;
    }));
    the('states').hidden = !other;
  }

  /**
   * @param {Case} one
   * @param {import('./types.js').Detail} detail
   * @returns {import('./needs.js').Shown}
   */
  shown(one, detail) {
    const kept = (/** @type {import('./types.js').Picture | null} */ picture) =>
      (picture && picture[0] ? /** @type {import('./types.js').KeptPicture} */ (picture) : null);
    return { one, detail, actual: kept(detail.actual), expected: kept(detail.expected) };
  }

  /** @param {import('./needs.js').Shown} shown */
  updateTabs(shown) {
    showTabs(this.views, this.view, shown, (name) => this.showView(name));
    this.stage.element.setAttribute('aria-labelledby', 'view-' + this.view);
  }

  /** @param {string} name */
  showView(name) {
    const { one } = this;
    if (!one || (this.view === name && this.drawn === one.id)) return;
    Object.assign(this, { instead: '', isAsked: true, view: name });
    this.scene.look.isReference = false;
    const found = this.cases.detail(one);
    if (!found) return;
    const shown = this.shown(one, found);
    this.updateTabs(shown);
    this.draw(shown);
    this.address.remember();
  }

  /** @param {import('./needs.js').Shown} shown */
  draw(shown) {
    const { stage, scene } = this;
    const { one, detail } = shown;
    const current = this.views.find((each) => each.name === this.view) || this.views[0];
    this.leaveView();
    scene.isCalm = this.calm.matches;
    this.drawn = one.id;
    const before = stage.panes[0];
    const left = before && stage.zoom ? [before.scrollLeft, before.scrollTop] : null;
    const sizes = [shown.actual, shown.expected, detail.actual, detail.expected].map((each) => each || ['', 1, 1]);
    const width = Math.max(...sizes.map((each) => Number(each[1])));
    const height = Math.max(...sizes.map((each) => Number(each[2])));
    stage.clear(this.view, { width, height, scale: scaleOf(one) });
    scene.adjust.replaceChildren();
    const why = current.needs(shown);
    if (why) stage.element.append(make('p', 'absent', why));
    else if (current.draw(scene, shown) === false) this.drawn = '';
    // A view may have set another size than that of the images.
    for (const canvas of /** @type {NodeListOf<HTMLElement>} */ (stage.element.querySelectorAll('.canvas'))) {
      stage.size(canvas, stage.extent.width, stage.extent.height);
    }
    this.panel.update(one, detail, ['boxes', 'screen'].includes(this.view));
    stage.showZoom();
    if (left) stage.panes.forEach((pane) => pane.scrollTo(left[0], left[1]));
    this.differences.update(detail);
  }

  /** Switches to the other image, or moves the slider to its other end. */
  flip() {
    const { scene: { look }, stage, view } = this;
    if (stage.element.querySelector('.absent')) return;
    if (view === 'side') {
      this.showView('blink');
      return;
    }
    const blinks = /** @type {HTMLInputElement | null} */ (document.getElementById('blinks'));
    if (blinks && blinks.checked) blinks.click();
    look.isReference = !look.isReference;
    const isSlider = view === 'swipe' || view === 'onion' || view === 'diff';
    if (isSlider) look[view] = look[view] < 0.5 ? 1 : 0;
    if (this.scene.apply) this.scene.apply();
    else this.redraw();
    if (!isSlider) this.notices.say(stage.title?.textContent || '');
  }

  /** @param {number} seconds */
  goToTime(seconds) {
    this.showView('film');
    this.scene.goToTime?.(seconds);
  }

  redraw() {
    const found = this.one && this.cases.detail(this.one);
    if (this.one && found) this.draw(this.shown(this.one, found));
  }

  /**
   * Moves through the list.
   * @param {number} step 1 or -1
   */
  step(step) {
    const { one, listing: { listed } } = this;
    const next = one && listed[listed.indexOf(one) + step];
    if (next) this.address.go(caseHash(next));
  }

  showOtherState() {
    const other = this.one && this.cases.otherState(this.one);
    if (other) this.address.go(caseHash(other));
    else this.notices.show('This card has only one state.');
  }
}
