// The start page: the grid with a header above it, and verdicts, decisions and causes next to it.

import { make, the } from '../common/elements.js';
import { allGoodPart } from './all-good.js';
import { clusterHash, labelOf } from './cases.js';
import { button, link, sign } from './elements.js';
import { counted, grouped } from './writing.js';

/** The number of causes listed before "Show more". */
const firstCauses = 60;
/** The number of causes summarized above the grid. */
const firstSentences = 4;

export class StartPage {
  /**
   * @param {import('./listing.js').Listing} listing
   * @param {import('./grid.js').Grid} grid
   * @param {import('./deciding.js').Deciding} deciding
   * @param {import('./notices.js').Notices} notices
   * @param {{leave: () => void, go: (hash: string) => void}} address `leave` removes a cluster or a post from the
   *   address
   */
  constructor(listing, grid, deciding, notices, address) {
    this.listing = listing;
    this.grid = grid;
    this.deciding = deciding;
    this.notices = notices;
    this.address = address;
    /** @type {string | undefined} */
    this.causesOf = undefined;
    this.showsAllCauses = false;
  }

  get isDesign() { return this.listing.cases.isDesign; }

  /**
   * A button that filters the cases.
   * @param {string} name of the filter
   * @param {string} label
   * @param {Node | null} [before]
   */
  filter(name, label = name, before = null) {
    const { listing } = this;
    const element = button('filter', make('span', 'filter-name', before, make('span', '', label)), () => this.choose(name));
    element.append(make('span', 'number', grouped(listing.count(name))));
    element.setAttribute('aria-pressed', String(listing.filter === name));
    element.dataset.filter = name;
    return element;
  }

  /** Changes and differences from designs have separate lists. */
  updateKinds() {
    const { listing } = this;
    const parent = the('kinds');
    parent.hidden = !listing.hasKinds;
    if (!listing.hasKinds) return;
    const kinds = /** @type {Array<['changes' | 'designs', string, string]>} */ (
      [['changes', 'Changes', '#'], ['designs', 'Designs', '#kind=designs']]);
    parent.replaceChildren(...kinds.map(([kind, label, hash]) => {
      const segment = link('segment', hash, label, make('span', 'number', grouped(listing.countOf(kind, 'review'))));
      segment.onclick = (event) => {
        event.preventDefault();
        this.address.go(hash);
      };
      segment.title = kind === 'changes' ? 'Cards that differ from their baselines' : 'Cards that differ from their mockups';
      if (kind === listing.kind && !listing.isNarrowed) segment.setAttribute('aria-current', 'true');
      return segment;
    }));
  }

  updateFilters() {
    const { listing } = this;
    const parent = the('filters');
    const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filter : null;
    parent.replaceChildren(
      this.filter('review', this.isDesign ? 'Changed' : 'To review'),
      this.filter('all', this.isDesign ? 'All frames' : 'All cases'),
      ...listing.cases.verdicts.filter((name) => listing.count(name)).map((name) => this.filter(name, name, sign(name))),
      ...['approved', 'rejected'].filter((name) => listing.count(name) || listing.filter === name)
        .map((name) => this.filter(name)));
    /** @type {HTMLElement | null} */
    const again = active ? parent.querySelector('[data-filter="' + active + '"]') : null;
    again?.focus();
  }

  /** The causes of the listed kind: the first ones are above the cases, the others at the side. */
  updateCauses() {
    const { cases: { clusters, list }, kind, isNarrowed } = this.listing;
    const shown = kind + ' ' + isNarrowed;
    if (shown === this.causesOf) return;
    this.causesOf = shown;
    // For a design, list all causes, even those outside of frames.
    const told = clusters.filter((cluster) => this.isDesign || kind === null
      || list[cluster.cases[0]].isMockup === (kind === 'designs'));
    const entry = (/** @type {import('./types.js').Cluster} */ cluster) => {
      const cause = link('cause', clusterHash(cluster), sign(list[cluster.cases[0]]?.verdict ?? 'different'),
        make('span', 'cause-title', cluster.sentence), make('span', 'number', grouped(cluster.cases.length)));
      cause.dataset.cluster = cluster.id;
      cause.title = cluster.title;
      return cause;
    };
    // A phone has no room for a list at the side.
    const most = matchMedia('(max-width: 900px)').matches ? firstCauses : firstSentences + 1;
    const said = isNarrowed || this.isDesign ? 0 : told.length <= most ? told.length : firstSentences;
    const others = told.slice(said);
    the('whole').hidden = !said;
    the('whole').replaceChildren(...told.slice(0, said).map((cluster) => make('li', '', entry(cluster))));
    the('causes-title').hidden = !others.length;
    the('causes-title').textContent = counted(others.length, said ? 'more cause' : 'cause');
    the('causes').replaceChildren(...others.slice(0, this.showsAllCauses ? others.length : firstCauses).map(entry));
    const rest = others.length - firstCauses;
    if (rest <= 0 || this.showsAllCauses) return;
    the('causes').append(button('quiet', 'Show ' + grouped(rest) + ' more', () => {
      this.showsAllCauses = true;
      this.causesOf = undefined;
      this.updateCauses();
      this.updateHead();
    }));
  }

  updateHead() {
    const { listing, deciding } = this;
    const { post, filter, listed } = listing;
    const cluster = listing.cases.clusters[listing.cluster];
    const number = listed.length;
    const known = post === null ? undefined : listed.find((one) => one.author);
    the('list-title').textContent = cluster ? cluster.sentence : known ? labelOf(known) + ' · ' + post
      : post ?? (listing.isAllGood && !this.isDesign ? allGood(listing.kind)
        : counted(number, listing.cases.noun) + (this.isDesign && filter === 'review' ? ' changed' : filterWords(filter)));
    the('list-note').textContent = this.notes(Boolean(cluster)).join(' · ');
    /** @type {HTMLElement} */ (the('grouped').parentElement).hidden = listing.isNarrowed || !listing.cases.clusters.length;
    the('leave').hidden = !listing.isNarrowed;
    the('leave').textContent = '← All causes and cases';
    // Cases that have another cause as well are not approved here.
    const able = cluster ? deciding.decisions.undecided(listed.filter((one) => one.clusters.length === 1)) : [];
    const approveAll = the('approve-all');
    approveAll.hidden = !able.length;
    approveAll.textContent = 'Approve ' + (able.length > 1 ? 'all ' + grouped(able.length) : 'it');
    approveAll.onclick = () => deciding.decide(able, 'approve');
    the('all-good').hidden = !listing.isAllGood;
    if (listing.isAllGood) the('all-good').replaceChildren(...allGoodPart(listing.cases, listed));
    the('nothing').hidden = number > 0;
    const elsewhere = listing.elsewhere ? ' ' + grouped(listing.elsewhere) + ' among the '
      + (listing.kind === 'changes' ? 'designs.' : 'changes.') : '';
    the('nothing').textContent = listing.query ? 'No case matches “' + listing.query + '”.' + elsewhere
      : filter !== 'review' ? 'No such cases.'
        : this.isDesign ? 'No changes.' : allGood(listing.kind) + '.';
    for (const cause of /** @type {HTMLCollectionOf<HTMLElement>} */ (the('causes').children)) {
      if (cluster && cause.dataset.cluster === cluster.id) cause.setAttribute('aria-current', 'true');
      else cause.removeAttribute('aria-current');
    }
  }

  /** @param {boolean} isCluster */
  notes(isCluster) {
    const { listing } = this;
    const { listed, tiles, post, filter, isAllGood } = listing;
    const notes = [];
    const mixed = listed.filter((one) => one.clusters.length > 1).length;
    if (isCluster) {
      notes.push(counted(listed.length, listing.cases.noun) + ' with this ' + (mixed ? 'cause' : 'one cause'));
      if (mixed) notes.push(mixed + ' of them also have other causes');
    } else if (post !== null) notes.push(counted(listed.length, 'case') + ' of this post');
    else if (tiles.length < listed.length) {
      const causes = new Set(listed.flatMap((one) => one.clusters)).size;
      notes.push(counted(causes, 'cause') + (tiles.length === causes ? '' : ' in ' + counted(tiles.length, 'stack')));
    } else if (isAllGood) notes.push(counted(listed.length, 'case') + ' compared, none to review');
    const good = listing.count('all') - listing.count('review');
    const told = this.isDesign ? ' as before' : ' good';
    if (filter === 'review' && !isCluster) notes.push(counted(good, listing.cases.noun) + told);
    return notes;
  }

  /** @param {string} filter */
  choose(filter) {
    const { listing } = this;
    listing.filter = filter;
    if (listing.isNarrowed) {
      Object.assign(listing, { cluster: -1, post: null });
      this.address.leave();
    }
    this.showFromTop();
  }

  /** Shows the list from its beginning. */
  showFromTop() {
    this.grid.focused = 0;
    this.show();
    scrollTo(0, 0);
  }

  /** Shows the list and everything around it. */
  show() {
    this.listing.update();
    this.update();
    this.notices.say(counted(this.listing.listed.length, 'case'));
  }

  /** Updates everything except the list itself. */
  update() {
    this.updateKinds();
    this.updateCauses();
    this.updateFilters();
    this.updateHead();
    this.grid.renew();
  }
}

/** @param {'changes' | 'designs' | null} kind */
function allGood(kind) { return kind === 'designs' ? 'All cards match their mockups' : 'All cards match their baselines'; }

/** @param {string} filter */
function filterWords(filter) { return filter === 'all' ? '' : ' ' + (filter === 'review' ? 'to review' : filter); }
