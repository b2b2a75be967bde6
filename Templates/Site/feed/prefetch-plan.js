// Plans prefetching by weight: visible cards, then the rest of the active card, then cards ahead within the budget.

/**
 * @typedef {import('./types.js').Story} Story
 * @typedef {import('./types.js').CardState} CardState
 *
 * @typedef {{post: number, state: string, isUrgent: boolean}} Wanted an image to load
 *
 * @typedef {Object} Reading the reader's position, and the known facts about the cards around it
 * @property {Array<number>} seen the posts in the viewport, from the top
 * @property {number} active the post in the middle of the viewport
 * @property {boolean} stays whether the reader has been there for a while; only then does the rest of that card come
 *   before the cards ahead
 * @property {number} direction 1 down, -1 up
 * @property {number} count of all posts
 * @property {import('./types.js').Weights} weights
 * @property {Map<string, number>} shownPages the displayed pages of carousels that were turned, by post and first image
 * @property {(post: number) => Story | null} story
 * @property {(post: number) => boolean} isKnown whether the post's height is loaded
 * @property {(post: number) => CardState} stateOf
 * @property {(post: number) => boolean} hasStates
 */

/**
 * The cost of displaying a card initially.
 * @param {Story} story
 * @param {import('./types.js').Weights} weights
 */
export function costOf(story, weights) {
  const [photos, pages, videos, animations, apps, ads] = story.w ?? [0, 0, 0, 0, 0, 0];
  if (ads) return weights.advertisement;
  // A carousel shows a single page. A video's poster is in the image, and videos don't play.
  return photos * weights.photo + (pages ? weights.page : 0) + videos * weights.video + animations * weights.animation
    + apps * weights.webApp || weights.text;
}

/**
 * The pages of a card's carousels, those near the displayed page first.
 * @param {number} post
 * @param {Story} story
 * @param {Map<string, number>} shownPages
 */
export function pagesOf(post, story, shownPages) {
  /** @type {Array<string>} */
  const near = [];
  /** @type {Array<string>} */
  const far = [];
  let isTurned = false;
  for (const part of story.p) {
    if (part[0] !== 'pages') continue;
    const first = part[1];
    const page = shownPages.get(post + '/' + first);
    if (page !== undefined) isTurned = true;
    part[2].forEach((_, number) => {
      (Math.abs(number - (page || 0)) < 2 ? near : far).push('page-' + (first + number));
    });
  }
  return { near, far, isTurned };
}

/**
 * The images to load now, in this order.
 * @param {Reading} reading
 * @returns {Array<Wanted>}
 */
export function prefetchPlan(reading) {
  const { seen, active, stays, direction, shownPages, stateOf } = reading;
  /** @type {Array<Wanted>} */
  const wanted = [];
  const add = (/** @type {number} */ post, /** @type {string} */ state, isUrgent = false) => {
    wanted.push({ post, state, isUrgent });
  };
  const order = direction < 0 ? [...seen].reverse() : seen;
  if (seen.includes(active)) add(active, stateOf(active), true);
  for (const post of order) if (post !== active) add(post, stateOf(post), true);
  /** The rest of the active card: images for one page turn or tap, then those for further turns. */
  const near = [];
  const far = [];
  for (const post of order) {
    const story = reading.story(post);
    if (!story) continue;
    const pages = pagesOf(post, story, shownPages);
    if (pages.isTurned) for (const page of pages.near) add(post, page, true);
    if (post !== active) continue;
    if (!pages.isTurned) near.push(...pages.near);
    far.push(...pages.far);
    if (reading.hasStates(post)) near.push(stateOf(post) === 'expanded' ? 'collapsed' : 'expanded');
  }
  if (stays) for (const state of near) add(active, state);
  for (const post of ahead(reading)) add(post, stateOf(post));
  if (!stays) for (const state of near) add(active, state);
  for (const page of far) add(active, page);
  return wanted;
}

/**
 * The posts ahead within the budget. If the feed ends, the rest of the budget goes to posts behind.
 * @param {Reading} reading
 */
function ahead({ seen, direction, count, weights, story, isKnown }) {
  const posts = [];
  let left = weights.budget;
  for (const step of [direction, -direction]) {
    let post = step > 0 ? seen[seen.length - 1] : seen[0];
    while (left > 0) {
      post += step;
      const next = post >= 0 && post < count && isKnown(post) ? story(post) : null;
      if (!next) break;
      const cost = costOf(next, weights);
      left -= cost;
      if (left < 0 && cost <= weights.budget) break;
      posts.push(post);
    }
  }
  return posts;
}
