/**
 * Where the export put a picture of a card.
 * @param {string} pattern the path with names in braces, as the export says it: cards/{id}/{width}@…
 * @param {string} post its id
 * @param {{width: number, scale: number, theme: string, state: string}} variant `state` is expanded, collapsed, or page-1,
 *   page-2, … for a carousel's pages
 */
export function pictureFile(pattern, post, variant) {
  /** @type {Record<string, string | number>} */
  const values = { id: post, ...variant };
  return pattern.replace(/{(\w+)}/g, (_, name) => String(values[name]));
}
