// Links to other pages: the review, and the list of missing files.

import { make, the } from '../common/elements.js';

/**
 * Adds the link "Open in review" if there is a review. It leads to the post at the reader's position; at the top of the
 * feed, to all cases.
 * @param {import('../feed/feed.js').Feed} feed
 */
export function addReviewLink(feed) {
  const { review, words } = feed.index;
  if (!review) return;
  const link = make('a', '', words.review);
  link.id = 'review';
  link.href = review;
  the('controls').append(link);
  const aim = () => {
    const post = feed.firstVisible;
    const story = post > 0 ? feed.story(post) : null;
    link.href = review + (story ? '#post=' + encodeURIComponent(story.i) : '');
  };
  // The link is visible only while the list is open.
  the('settings').addEventListener('toggle', aim);
}

/**
 * Adds the link to the list of missing files, if there are any.
 * @param {import('../feed/feed.js').Feed} feed
 */
export function addMissingLink({ index: { missing, words } }) {
  if (!missing) return;
  const link = make('a', '', words.missing + ': ' + missing);
  link.href = 'missing.html';
  the('controls').append(link);
}
