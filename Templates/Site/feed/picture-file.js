/**
 * The path of a card's image in the export.
 * @param {string} pattern the export's path pattern with names in braces: cards/{id}/{width}@…
 * @param {string} post the post's id
 * @param {{width: number, scale: number, theme: string, state: string}} variant `state` is expanded, collapsed, or
 *   page-1, page-2, … for the pages of a carousel
 */
export function pictureFile(pattern, post, variant) {
  /** @type {Record<string, string | number>} */
  const values = { id: post, ...variant };
  return pattern.replace(/{(\w+)}/g, (_, name) => String(values[name]));
}
