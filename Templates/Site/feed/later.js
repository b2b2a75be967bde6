// What the page does beside showing cards; loaded behind its first cards.

import { copyAsWritten } from '../common/copying.js';
import { the } from '../common/elements.js';
import { isForAnother } from '../common/keys.js';
import { thePage } from './page.js';
import { Printing } from './printing.js';
import { addReviewLink } from './review-link.js';

const page = thePage();
const settings = the('settings', HTMLDetailsElement);

/** @param {KeyboardEvent} event */
function pressed(event) {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
  // Asked for twice, the browser's own search is what is wanted.
  if ((isFind && !document.activeElement?.closest('#search')) || (event.key === '/' && !isForAnother(event))) {
    event.preventDefault();
    page.use('find', 'search');
  } else if (event.key === 'Escape') settings.open = false;
}

addReviewLink(page.feed);
addEventListener('keydown', pressed);
// The list of settings goes away when somebody does something else.
addEventListener('click', ({ target }) => {
  if (target instanceof Node && !settings.contains(target)) settings.open = false;
});
the('open-search', HTMLButtonElement).onclick = () => page.use('find', 'toggle');
the('open-calendar', HTMLButtonElement).onclick = () => page.use('find', 'calendar');
copyAsWritten();
const printing = new Printing(page.feed);
page.ready('later', () => printing.prepare());
