/**
 * A link that leads out of the page. The export has dropped what is not http, https or mailto.
 * @param {HTMLAnchorElement} link
 * @param {string} url
 */
export function outward(link, url) {
  link.href = url;
  link.rel = 'noopener noreferrer nofollow';
  link.target = '_blank';
  return link;
}
