// What the program that serves this page can make beside what its folder holds.

/**
 * Whether it offers that. A page that was opened as a file, or is served by anything else, is offered nothing.
 * @param {string} name
 */
export function isOffered(name) {
  const [page] = /** @type {Array<PerformanceNavigationTiming>} */ (performance.getEntriesByType('navigation'));
  return (page?.serverTiming || []).some((timing) => timing.name === name);
}

/**
 * The page that shows a post in all faces, which the server draws then.
 * @param {string} post
 */
export function facesPage(post) { return '/faces/' + encodeURIComponent(post) + '.html'; }

/**
 * The file that a card's photo is drawn from, whole, which the server takes out of the feed's own folder.
 * @param {string} post @param {number} part of its story @param {number} page of a carousel
 */
export function originalPhoto(post, part, page) { return ['originals', encodeURIComponent(post), part, page].join('/'); }
