// Loads and cancels images by plan.

import { prefetchPlan } from './prefetch-plan.js';

/**
 * The number of parallel downloads of visible images, and of others. It is small so that the first one completes early.
 */
const lanes = 2;
/** The time after which a reader counts as staying, in milliseconds. */
const staying = 500;

export class Prefetcher {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {import('./pictures.js').Pictures} pictures
   * @param {Map<number, unknown>} cards the cards in the document, by post
   */
  constructor(feed, pictures, cards) {
    this.feed = feed;
    this.pictures = pictures;
    this.cards = cards;
    /** The card in the middle of the viewport, and since when it is there. */
    this.active = -1;
    this.since = 0;
  }

  activate() {
    const { column, view, changed } = this.feed;
    const post = column.find(view.top + (view.height - view.bar) / 2);
    if (post === this.active) return;
    this.active = post;
    this.since = performance.now();
    setTimeout(changed, staying);
  }

  /** @param {Array<number>} seen the posts in the viewport, from the top */
  plan(seen) {
    const { feed } = this;
    this.activate();
    return prefetchPlan({
      seen,
      active: this.active,
      stays: performance.now() - this.since >= staying,
      direction: feed.view.direction,
      count: feed.index.count,
      weights: feed.index.prefetch,
      shownPages: feed.shownPages,
      story: (post) => feed.story(post),
      isKnown: (post) => feed.column.knows(post),
      stateOf: (post) => feed.stateOf(post),
      hasStates: (post) => feed.column.extra(post) > 0,
    });
  }

  /** @param {Array<number>} seen the posts in the viewport, from the top */
  update(seen) {
    if (!seen.length) return;
    const { pictures } = this;
    const wanted = this.plan(seen);
    const names = new Set(wanted.map((each) => pictures.name(each.post, each.state)));
    for (const [name, entry] of pictures.entries) {
      if (!names.has(name) && !(entry.isLoaded && this.cards.has(Number.parseInt(name, 10)))) pictures.cancel(name);
    }
    let urgent = 0;
    let ahead = 0;
    for (const entry of pictures.entries.values()) {
      if (entry.isLoaded) continue;
      if (entry.isUrgent) urgent += 1; else ahead += 1;
    }
    for (const { post, state, isUrgent } of wanted) {
      const isBusy = (isUrgent ? urgent : ahead) >= lanes;
      if (isBusy || pictures.entries.has(pictures.name(post, state)) || !pictures.load(post, state, isUrgent)) continue;
      if (isUrgent) urgent += 1; else ahead += 1;
    }
  }
}
