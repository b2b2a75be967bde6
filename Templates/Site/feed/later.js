// Features of the page besides displaying cards, loaded after the first cards.

import { copyAsWritten } from '../common/copying.js';
import { the } from '../common/elements.js';
import { rememberTheme } from '../common/remembering.js';
import { isForSearch } from '../common/search-key.js';
import { loadTypeface } from '../common/typeface.js';
import { thePage } from './page.js';
import { Printing } from './printing.js';
import { addMissingLink, addReviewLink } from './review-link.js';
import { addSkins } from './skins.js';

const page = thePage();
const settings = the('settings', HTMLDetailsElement);

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (isForSearch(event)) {
    event.preventDefault();
    page.use('find', 'search');
  } else if (event.key === 'Escape') settings.open = false;
}

/**
 * Opens the photo that was clicked.
 * @param {Event} event
 */
function openPhoto({ target }) {
  const element = target instanceof Element ? target.closest('.photo, .pages') : null;
  const card = [...page.cards.mounted.values()].find((each) => element && each.element.contains(element));
  if (!element || !card || (target instanceof Element && target.closest('.turn'))) return;
  const pressed = target instanceof Element ? target.closest('.page') : null;
  const carousel = card.carousels.find((each) => each.element === element);
  const shown = pressed ? [...element.querySelectorAll('.page')].indexOf(pressed) : carousel?.shown() ?? 0;
  page.use('photos', { post: card.post, element, page: shown });
}

const column = the('feed');
column.addEventListener('click', openPhoto);
// Pointing at a date shows it in full.
column.addEventListener('pointerover', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  const full = link?.querySelector('.full')?.textContent;
  if (link && full) link.title = full.slice(2, -1);
});
column.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof Element && event.target.matches('.strip')) openPhoto(event);
});
addReviewLink(page.feed);
addSkins(page.feed);
addMissingLink(page.feed);
addEventListener('keydown', pressed);
// A click elsewhere closes the list of settings.
addEventListener('click', ({ target }) => {
  if (target instanceof Node && !settings.contains(target)) settings.open = false;
});
the('open-search', HTMLButtonElement).onclick = () => page.use('find', 'toggle');
const calendar = the('open-calendar', HTMLButtonElement);
// Feeds without dates have no calendar.
calendar.hidden = !page.feed.index.days?.length;
calendar.onclick = () => page.use('find', 'calendar');
copyAsWritten();
rememberTheme();
loadTypeface();
const printing = new Printing(page.feed, (story, state) => page.cards.texts(story, state));
page.ready('later', () => printing.prepare());
