/**
 * The page's colours come from the tokens too: its own style anew. The page is never without one, and an older one that
 * comes late is not put over it.
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
  // It is asked for again with the next edition.
  next.onerror = () => next.remove();
  last.after(next);
}
