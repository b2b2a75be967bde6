// The photos of a post, as somebody leafs through them.

/**
 * @typedef {Object} Shown
 * @property {number} part of the story
 * @property {number} page of a carousel; 0 of a photo by itself
 * @property {string} description
 * @property {string | null} original the file that was copied, where one was
 * @property {string | null} state the picture that has it by itself: page-1, page-2, …; null where it is cut from the card's
 * @property {import('./types.js').Frame} frame in that picture
 */

/**
 * Those that a state of the card shows, in reading order; what is in a link leads where the link does.
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
 * How large something is shown: as large as there is room for, and no larger than is sharp.
 * @param {number} width
 * @param {number} height
 * @param {number} roomWidth
 * @param {number} roomHeight
 * @param {number} sharp the largest factor
 */
export function fittingScale(width, height, roomWidth, roomHeight, sharp) {
  return Math.min(sharp, roomWidth / width, roomHeight / height);
}
