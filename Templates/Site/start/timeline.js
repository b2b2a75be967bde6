// One timeline of all feeds and chats, in place of their tiles.

import { make, the } from '../common/elements.js';
import { excerpt } from '../common/excerpt.js';
import { initials } from '../common/initials.js';
import { MergedEntries } from './merged-entries.js';

/** The number of entries that are added at once. */
const atOnce = 60;
const address = '#timeline';

export class Timeline {
  /**
   * @param {import('./listed-feeds.js').ListedFeeds} feeds
   * @param {Array<HTMLElement>} tiles of the feeds, in their order
   * @param {(day: number) => string} dayWord
   */
  constructor(feeds, tiles, dayWord) {
    this.feeds = feeds;
    this.tiles = tiles;
    this.dayWord = dayWord;
    this.entries = new MergedEntries(feeds);
    this.list = the('timeline');
    /** @type {HTMLElement | null} */
    this.ofDay = null;
    /** @type {number | null | undefined} undefined before the first entry */
    this.day = undefined;
    this.isAdding = false;
    addEventListener('scroll', () => this.fill(), { passive: true });
    addEventListener('resize', () => this.fill());
  }

  static get isAsked() { return location.hash === address; }

  static toggle() {
    if (Timeline.isAsked) history.replaceState(null, '', location.pathname + location.search);
    else history.replaceState(null, '', address);
  }

  /** Adds entries until the window is full. */
  fill() {
    if (this.list.hidden || this.isAdding) return;
    this.isAdding = true;
    while (this.list.getBoundingClientRect().bottom < innerHeight * 2) {
      const some = this.entries.take(atOnce, () => this.fill());
      if (!some.length) break;
      for (const entry of some) this.add(entry);
    }
    this.isAdding = false;
  }

  /** @param {import('./merged-entries.js').Entry} entry */
  add(entry) {
    if (entry.day !== this.day || !this.ofDay) {
      this.day = entry.day;
      this.ofDay = make('ul', '');
      const section = make('section', '');
      if (entry.day !== null) section.append(make('h2', '', this.dayWord(entry.day)));
      section.append(this.ofDay);
      this.list.append(section);
    }
    const author = make('b', '', entry.author);
    author.dir = 'auto';
    const link = make('a', '', this.face(entry), make('p', 'who', author, make('span', '', this.timeOf(entry))),
      excerpt(entry.text, []));
    link.href = this.tiles[entry.feed].querySelector('a')?.getAttribute('href') ?? '';
    link.onclick = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.feeds.address(entry.place, (found) => location.assign(found));
    };
    this.ofDay.append(make('li', '', link));
  }

  /**
   * The time without the day, which is the heading.
   * @param {import('./merged-entries.js').Entry} entry
   */
  timeOf({ day, time }) {
    const word = day === null ? '' : this.dayWord(day);
    return time.startsWith(word) ? time.slice(word.length).trim() : time;
  }

  /**
   * The author's initials with the sign of the service.
   * @param {import('./merged-entries.js').Entry} entry
   */
  face({ author, feed }) {
    const sign = this.tiles[feed].querySelector('.sign')?.cloneNode(true) ?? null;
    const face = make('span', 'face', initials(author), sign);
    face.setAttribute('aria-hidden', 'true');
    return face;
  }
}
