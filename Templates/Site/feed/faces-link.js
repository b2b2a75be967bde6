// A way from what is read to the same post in all faces.

import { make, the } from '../common/elements.js';
import { facesPage, isOffered } from '../common/offers.js';

/**
 * "In all faces", where the page is served by who can draw that: the post that is being read.
 * @param {import('../feed/feed.js').Feed} feed
 */
export function addFacesLink(feed) {
  if (!isOffered('faces')) return;
  const link = make('a', '', feed.index.words.faces);
  link.id = 'faces';
  the('controls').append(link);
  the('settings').addEventListener('toggle', () => {
    link.href = facesPage(feed.story(feed.firstVisible)?.i || '');
  });
}
