// Loaded before the page's script if the page draws its cards.

import { Drawings } from './drawings.js';

/**
 * @param {import('./feed.js').Feed} feed
 * @param {(post: number, state: string) => void} arrived
 */
self.feedproof.drawings = (feed, arrived) => new Drawings(feed, arrived);
