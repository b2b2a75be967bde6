// Features that only the server of this page offers.

/**
 * Whether the server offers a feature. Pages opened as files, or served by other servers, have none.
 * @param {string} name
 */
export function isOffered(name) {
  const [page] = /** @type {Array<PerformanceNavigationTiming>} */ (performance.getEntriesByType('navigation'));
  return (page?.serverTiming || []).some((timing) => timing.name === name);
}

/**
 * The page with a post in all skins, which the server renders on request.
 * @param {string} post
 */
export function facesPage(post) { return '/faces/' + encodeURIComponent(post) + '.html'; }

/**
 * The original photo of a card, which the server reads from the feed's own folder.
 * @param {string} post @param {number} part its index in the story @param {number} page of a carousel
 */
export function originalPhoto(post, part, page) { return ['originals', encodeURIComponent(post), part, page].join('/'); }

/**
 * A post's card in a skin.
 * @param {string} post @param {string} skin @param {string} theme
 */
export function skinImage(post, skin, theme) { return '/faces/' + encodeURIComponent(post) + '/' + skin + '.' + theme + '.png'; }
