// The photos of a post, in the order of the photo viewer.

/**
 * @typedef {Object} Shown
 * @property {number} part the index of the part in the story
 * @property {number} page the page of a carousel; 0 for a single photo
 * @property {string} description
 * @property {string | null} original the copied original file, if there is one
 * @property {string | null} state the state whose image contains only this photo: page-1, page-2, …; null if it is cut
 *   from the card's image
 * @property {import('./types.js').Frame} frame the frame in that image
 */

/**
 * The photos in a state of the card, in reading order. Photos in links are left out: clicking them follows the link.
 * @param {import('./types.js').Story} story
 * @param {Array<import('./types.js').Place | null>} places
 * @returns {Array<Shown>}
 */
export function photosOf(story, places) {
  /** @type {Array<Shown>} */
  const photos = [];
  let linkEnd = 0;
  story.p.forEach((part, number) => {
    const at = places[number];
    if (part[0] === 'row' && part[2]) linkEnd = Math.max(linkEnd, number + 1 + part[1]);
    if (!at || number < linkEnd) return;
    const [x, y, width, height] = at;
    if (part[0] === 'photo') {
      photos.push({
        part: number, page: 0, description: part[1], original: part[2] ?? null, state: null, frame: [x, y, width, height],
      });
    } else if (part[0] === 'pages') {
      part[2].forEach((description, page) => photos.push({
        part: number, page, description, original: part[3]?.[page] ?? null,
        state: 'page-' + (part[1] + page), frame: [0, 0, width, height],
      }));
    }
  });
  return photos;
}

/**
 * The scale that fits a photo into the available space, limited by its sharpness.
 * @param {number} width
 * @param {number} height
 * @param {number} roomWidth
 * @param {number} roomHeight
 * @param {number} sharp the maximum factor
 */
export function fittingScale(width, height, roomWidth, roomHeight, sharp) {
  return Math.min(sharp, roomWidth / width, roomHeight / height);
}
