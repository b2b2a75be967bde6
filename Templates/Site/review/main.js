// The review of a comparison: a list of cases, and a page for each. See docs/review.md.

import { Chunks } from '../common/chunks.js';
import { the } from '../common/elements.js';
import { oncePerFrame } from '../common/frames.js';
import { scriptLoader } from '../common/loader.js';
import { Approving } from './approving.js';
import { CasePage } from './case-page.js';
import { caseHash, Cases, namedRows } from './cases.js';
import { Deciding } from './deciding.js';
import { Decisions } from './decisions.js';
import { DecisionsDialog } from './dialogs.js';
import { Following } from './following.js';
import { Grid } from './grid.js';
import { Keys } from './keys.js';
import { isOf, Listing } from './listing.js';
import { Notices } from './notices.js';
import { Panel } from './panel.js';
import { ReportPrint } from './report-print.js';
import { Server } from './server.js';
import { Stage } from './stage.js';
import { StartPage } from './start-page.js';
import { setUpTheme } from './theme.js';
import { grouped } from './writing.js';

class ReviewPage {
  /**
   * @param {import('./types.js').Index} index
   * @param {Array<import('./types.js').CaseRow>} rows
   */
  constructor(index, rows) {
    const changed = oncePerFrame(() => this.update());
    // A file of details contains eight cases.
    const chunks = new Chunks({ details: 12, films: 2 }, scriptLoader(), changed);
    self.feedproof.chunk = (kind, key, data) => chunks.receive(kind, key, data);
    this.changed = changed;
    this.cases = new Cases(index, rows, (number) => chunks.get('details', number, changed),
      (number) => chunks.get('films', number, changed));
    const storageKey = 'feedproof-review ' + index.key;
    this.decisions = new Decisions(this.cases, {
      read: () => localStorage.getItem(storageKey),
      write: (text) => (text === null ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, text)),
    });
    this.server = new Server();
    this.notices = new Notices();
    const deciding = new Deciding(this.decisions, this.server, this.notices, changed);
    const approving = new Approving(this.cases.causes, deciding);
    deciding.asks = (cases) => approving.ask(cases);
    this.deciding = deciding;
    this.following = new Following(this.server, this.decisions, this.notices, changed);
    this.dialog = new DecisionsDialog(deciding);
    this.listing = new Listing(this.cases, this.decisions.decided);
    this.grid = new Grid(this.listing, deciding);
    this.startPage = new StartPage(this.listing, this.grid, deciding, this.notices, {
      leave: () => setAddress('#'), go: (hash) => this.go(hash),
    });
    this.stage = new Stage();
    const panel = new Panel(this.cases, deciding, this.stage.element, () => this.casePage.showView('boxes'),
      (time) => this.casePage.goToTime(time), (place) => this.casePage.differences.reveal(place));
    /** @type {CasePage} */
    this.casePage = new CasePage(this.listing, this.stage, panel, this.notices, {
      go: (hash) => this.go(hash), remember: () => this.remember(),
    });
    this.keys = new Keys(this.casePage, this.grid, deciding, this.dialog, {
      leaveCase: () => this.go(this.placeBefore), search: () => this.search(),
    });
    this.searchField = the('search', HTMLInputElement);
    /** The address of the list before a case was opened. */
    this.placeBefore = '#';
    this.scrollBefore = 0;
    this.hasShown = false;
  }

  /** Updates the page after data has loaded or a decision was made. */
  update() {
    this.dialog.update();
    this.showProgress();
    if (this.casePage.one) this.casePage.update();
    else this.startPage.update();
  }

  /** Shows the number of undecided cases of the listed kind: changes or designs. */
  showProgress() {
    const { all, left } = this.decisions.progress((one) => isOf(one, this.listing.kind));
    the('progress').hidden = all === 0 || this.cases.isDesign;
    const bar = the('progress-bar', HTMLProgressElement);
    bar.max = Math.max(1, all);
    bar.value = all - left;
    the('left').textContent = left ? grouped(left) + ' of ' + grouped(all) + ' left' : 'all ' + grouped(all) + ' decided';
  }

  /** @param {string} hash */
  go(hash) {
    if (location.hash === hash || (hash === '#' && !location.hash)) this.openAddress();
    else location.hash = hash;
  }

  /** Opens the address: #case=id&view=swipe */
  openAddress() {
    const query = new URLSearchParams(location.hash.slice(1));
    const one = this.cases.byID.get(query.get('case') || '');
    if (one) this.showCase(one, query.get('view'));
    else this.showStart(query);
  }

  /**
   * @param {import('./types.js').Case} one
   * @param {string | null} view
   */
  showCase(one, view) {
    if (!this.casePage.one) this.scrollBefore = scrollY;
    if (!this.listing.listed.includes(one)) this.listAround(one);
    the('start').hidden = true;
    the('case').hidden = false;
    document.body.classList.add('looking');
    the('back', HTMLAnchorElement).href = this.placeBefore;
    this.casePage.open(one, view);
    this.deciding.seen.add(one.id);
    scrollTo(0, 0);
    this.remember();
  }

  /**
   * If the list doesn't contain the case, step through all cases instead.
   * @param {import('./types.js').Case} one
   */
  listAround(one) {
    const { listing } = this;
    listing.update();
    if (listing.listed.includes(one)) return;
    listing.clear();
    if (listing.hasKinds) listing.kind = one.isMockup ? 'designs' : 'changes';
    this.searchField.value = '';
    this.placeBefore = '#';
    listing.update();
  }

  /** @param {URLSearchParams} query */
  showStart(query) {
    const { listing, cases } = this;
    const before = this.casePage.one;
    this.casePage.close();
    document.title = 'Review · ' + cases.index.project;
    document.body.classList.remove('looking');
    the('case').hidden = true;
    the('start').hidden = false;
    const cluster = cases.clusters.findIndex((each) => each.id === query.get('cluster'));
    const asked = query.get('post');
    const post = asked !== null && cases.byPost.has(asked) ? asked : null;
    const asksKind = query.get('kind') === 'designs' ? 'designs' : 'changes';
    const isNarrowed = cluster >= 0 || post !== null;
    // The first time, without filters in the address, show cases that need review.
    const isFirst = !this.hasShown && !query.has('kind');
    this.hasShown = true;
    const kind = !listing.hasKinds ? null : isNarrowed ? listing.kind : isFirst ? listing.firstKind : asksKind;
    const isOther = cluster !== listing.cluster || post !== listing.post || kind !== listing.kind;
    Object.assign(listing, { cluster, post, kind });
    if (isOther) listing.filter = listing.isNarrowed ? 'all' : listing.firstFilter;
    this.placeBefore = location.hash || '#';
    this.startPage.show();
    this.showProgress();
    if (isOther) {
      scrollTo(0, 0);
    } else if (before) {
      scrollTo(0, this.scrollBefore);
      const at = listing.tiles.findIndex((tile) => tile.cases.includes(before));
      if (at >= 0 && document.activeElement !== this.searchField) this.grid.focus(at);
    }
  }

  /** The view is part of the address, so that a link shows the same view. */
  remember() {
    const { one, view } = this.casePage;
    if (one) setAddress(caseHash(one) + '&view=' + view);
  }

  search() {
    this.listing.query = this.searchField.value;
    if (this.casePage.one) this.go(this.placeBefore);
    this.grid.focused = 0;
    this.startPage.show();
  }

  setUpControls() {
    const { stage, casePage, grid, listing } = this;
    this.searchField.addEventListener('input', () => this.search());
    const box = the('grouped', HTMLInputElement);
    box.checked = listing.isGrouped;
    box.onchange = () => {
      listing.isGrouped = box.checked;
      this.startPage.showFromTop();
    };
    the('leave').onclick = () => this.go('#');
    the('previous').onclick = () => casePage.step(-1);
    the('next').onclick = () => casePage.step(1);
    the('zoom-in').onclick = () => stage.stepZoom(1);
    the('zoom-out').onclick = () => stage.stepZoom(-1);
    the('zoom-fit').onclick = () => stage.setZoom(null);
    addEventListener('scroll', () => { if (!casePage.one) grid.update(); }, { passive: true });
    addEventListener('resize', () => {
      if (casePage.one) stage.showZoom();
      else grid.update();
    });
    addEventListener('keydown', (event) => this.keys.pressed(event));
    addEventListener('hashchange', () => this.openAddress());
  }

  start() {
    const { decided } = self.feedproof;
    this.decisions.record(Array.isArray(decided) ? /** @type {Array<import('./types.js').Recorded>} */ (decided) : []);
    this.decisions.restore();
    setUpTheme();
    new ReportPrint(this.listing, this.decisions, () => this.casePage.one).setUp();
    if (this.cases.isDesign) {
      the('open-decisions').hidden = true;
      this.searchField.placeholder = 'Search frames and causes …';
      the('back').lastChild?.replaceWith(' Frames');
    }
    this.setUpControls();
    this.dialog.setUp();
    this.dialog.update();
    this.showProgress();
    this.openAddress();
    this.server.open().then((isThere) => {
      if (!isThere) return;
      this.changed();
      this.following.start();
    });
  }
}

/**
 * Replaces the address without adding a history entry.
 * @param {string} hash
 */
function setAddress(hash) {
  try {
    history.replaceState(null, '', hash);
  } catch { /* Browsers that count such changes, or allow none in files: the address stays as it is. */ }
}

const { index, columns = [], cases = [] } = self.feedproof;
new ReviewPage(/** @type {import('./types.js').Index} */ (index), namedRows(columns, cases)).start();
