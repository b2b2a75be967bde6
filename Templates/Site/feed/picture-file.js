/**
 * Where the export put a picture of a card.
 * @param {string} post its id
 * @param {{width: number, scale: number, theme: string, state: string}} variant `state` is expanded, collapsed, or page-1,
 *   page-2, … for a carousel's pages
 */
export function pictureFile(post, { width, scale, theme, state }) {
  return 'cards/' + post + '/' + width + '@' + scale + 'x-' + theme + '-' + state + '.png';
}
