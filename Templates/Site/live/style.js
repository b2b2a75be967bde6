/**
 * Loads the page's style sheet again, because its colors come from tokens. The page always has a style sheet, and an
 * older one that arrives late is not used.
 * @param {number} edition
 */
export function freshStyle(edition) {
  const links = /** @type {Array<HTMLLinkElement>} */ ([...document.querySelectorAll('link[rel=stylesheet]')]);
  const file = (/** @type {HTMLLinkElement} */ link) => link.href.replace(/\?.*$/, '');
  const older = links.filter((link) => file(link) === file(links[0]));
  const last = older[older.length - 1];
  if (!last) return;
  const next = /** @type {HTMLLinkElement} */ (last.cloneNode());
  next.href = file(last) + '?edition=' + edition;
  next.onload = () => older.forEach((link) => link.remove());
  // The next snapshot loads it again.
  next.onerror = () => next.remove();
  last.after(next);
}
