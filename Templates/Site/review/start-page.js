// The start page: beside the grid verdicts, decisions and causes; above it what is listed.

import { make, the } from '../common/elements.js';
import { clusterHash } from './cases.js';
import { button, link, sign } from './elements.js';
import { counted, grouped } from './writing.js';

/** More causes than this are found by searching. */
const mostCauses = 60;

export class StartPage {
  /**
   * @param {import('./listing.js').Listing} listing
   * @param {import('./grid.js').Grid} grid
   * @param {import('./deciding.js').Deciding} deciding
   * @param {import('./notices.js').Notices} notices
   * @param {() => void} leave takes a cluster or a post out of the address
   */
  constructor(listing, grid, deciding, notices, leave) {
    this.listing = listing;
    this.grid = grid;
    this.deciding = deciding;
    this.notices = notices;
    this.leave = leave;
  }

  /**
   * A button that lists some of the cases.
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

  updateFilters() {
    const { listing } = this;
    const parent = the('filters');
    const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filter : null;
    parent.replaceChildren(
      this.filter('review', 'To review'), this.filter('all', 'All cases'),
      ...listing.cases.verdicts.filter((name) => listing.count(name)).map((name) => this.filter(name, name, sign(name))),
      ...['approved', 'rejected'].filter((name) => listing.count(name) || listing.filter === name)
        .map((name) => this.filter(name)));
    /** @type {HTMLElement | null} */
    const again = active ? parent.querySelector('[data-filter="' + active + '"]') : null;
    again?.focus();
  }

  /** Once: causes do not change. Those of a single case are in the grid. */
  setUpCauses() {
    const { clusters, list } = this.listing.cases;
    const shared = clusters.filter((cluster) => cluster.cases.length > 1);
    the('causes-title').hidden = !shared.length;
    the('causes').append(...shared.slice(0, mostCauses).map((cluster) => {
      const cause = link('cause', clusterHash(cluster), sign(list[cluster.cases[0]].verdict),
        make('span', 'cause-title', cluster.title), make('span', 'number', grouped(cluster.cases.length)));
      cause.dataset.cluster = cluster.id;
      return cause;
    }));
    const rest = shared.length - mostCauses;
    if (rest > 0) the('causes').append(make('p', 'dim', 'and ' + rest + ' more: search for them'));
  }

  updateHead() {
    const { listing, deciding } = this;
    const { post, filter, listed } = listing;
    const cluster = listing.cases.clusters[listing.cluster];
    const number = listed.length;
    the('list-title').textContent = cluster ? cluster.title : post ?? counted(number, 'case') + filterWords(filter);
    the('list-note').textContent = this.notes(Boolean(cluster)).join(' · ');
    /** @type {HTMLElement} */ (the('grouped').parentElement).hidden = listing.isNarrowed;
    the('leave').hidden = !listing.isNarrowed;
    the('leave').textContent = '← All causes and cases';
    // What has another cause as well is not approved with this one.
    const able = cluster ? deciding.decisions.undecided(listed.filter((one) => one.clusters.length === 1)) : [];
    const approveAll = the('approve-all');
    approveAll.hidden = !able.length;
    approveAll.textContent = 'Approve ' + (able.length > 1 ? 'all ' + grouped(able.length) : 'it');
    approveAll.onclick = () => deciding.decide(able, 'approve');
    the('nothing').hidden = number > 0;
    the('nothing').textContent = listing.query ? 'No case matches “' + listing.query + '”.'
      : filter === 'review' ? 'Everything is as approved.' : 'No such cases.';
    for (const cause of /** @type {HTMLCollectionOf<HTMLElement>} */ (the('causes').children)) {
      if (cluster && cause.dataset.cluster === cluster.id) cause.setAttribute('aria-current', 'true');
      else cause.removeAttribute('aria-current');
    }
  }

  /** @param {boolean} isCluster */
  notes(isCluster) {
    const { listing } = this;
    const { listed, tiles, post, filter, cases } = listing;
    const notes = [];
    const mixed = listed.filter((one) => one.clusters.length > 1).length;
    if (isCluster) {
      notes.push(counted(listed.length, 'case') + ' with this ' + (mixed ? 'cause' : 'one cause'));
      if (mixed) notes.push(mixed + ' of them with another one as well');
    } else if (post !== null) notes.push(counted(listed.length, 'case') + ' of this post');
    else if (tiles.length < listed.length) notes.push(counted(tiles.length, 'cause') + ' to look at');
    const good = cases.list.length - listing.count('review');
    if (filter === 'review' && !isCluster) notes.push(counted(good, 'case') + ' good');
    return notes;
  }

  /** @param {string} filter */
  choose(filter) {
    const { listing } = this;
    listing.filter = filter;
    if (listing.isNarrowed) {
      Object.assign(listing, { cluster: -1, post: null });
      this.leave();
    }
    this.showFromTop();
  }

  /** Shows another list from its beginning. */
  showFromTop() {
    this.grid.focused = 0;
    this.show();
    scrollTo(0, 0);
  }

  /** The list with all that stands around it. */
  show() {
    this.listing.update();
    this.update();
    this.notices.say(counted(this.listing.listed.length, 'case'));
  }

  /** Brings all but the list itself up to date. */
  update() {
    this.updateFilters();
    this.updateHead();
    this.grid.renew();
  }
}

/** @param {string} filter */
function filterWords(filter) { return filter === 'all' ? '' : ' ' + (filter === 'review' ? 'to review' : filter); }
