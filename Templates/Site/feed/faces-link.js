// A link to the post at the reader's position in all skins.

import { make, the } from '../common/elements.js';
import { facesPage, isOffered } from '../common/offers.js';

/**
 * Adds the link "In all faces" if the server can render that page.
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
