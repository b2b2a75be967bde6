// Ways from what is read to other pages: its review, and the list of what it lacks.

import { make, the } from '../common/elements.js';

/**
 * "Open in review", where there is one: the review of what is being read; at the feed's beginning, of all.
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
  // It is seen, and followed, only in the open list.
  the('settings').addEventListener('toggle', aim);
}

/**
 * The list of files that the feed names and lacks, where there are some.
 * @param {import('../feed/feed.js').Feed} feed
 */
export function addMissingLink({ index: { missing, words } }) {
  if (!missing) return;
  const link = make('a', '', words.missing + ': ' + missing);
  link.href = 'missing.html';
  the('controls').append(link);
}
