/**
 * A link to another site. The export has already dropped all schemes except http, https and mailto.
 * @param {HTMLAnchorElement} link
 * @param {string} url
 */
export function outward(link, url) {
  link.href = url;
  link.rel = 'noopener noreferrer nofollow';
  link.target = '_blank';
  return link;
}
