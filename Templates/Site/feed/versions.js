// Earlier versions of edited posts, on request, and the mark of deleted messages.

import { isBackward, make } from '../common/elements.js';
import { icon } from '../common/icons.js';
import { place } from './text.js';

/** @typedef {[label: string | null, text: string, photos: Array<string>, others: Array<string>]} Version */

/**
 * The badges next to a card's date: a button for earlier versions, and the mark of a deleted message.
 * @param {import('./types.js').Story} story
 * @param {import('./types.js').Place | null | undefined} date the date's frame
 * @param {import('./types.js').Index} index
 */
export function badges(story, date, { words, chat }) {
  /** @type {Array<HTMLElement>} */
  const badges = [];
  if (story.e) {
    const versions = story.e;
    const button = make('button', 'badge', icon('pencil'));
    button.type = 'button';
    button.onclick = () => showVersions(versions, words);
    badges.push(named(button, words.versions));
  }
  if (story.g && chat) {
    const mark = make('span', 'badge', icon('close'));
    mark.setAttribute('role', 'img');
    badges.push(named(mark, words.removed));
  }
  const [x = 40, y = 4, width = 0, height = 0] = date || [];
  // In a feed it is next to the link to the original, in a chat at the corner of the bubble.
  const start = chat ? x + width - 6 : isBackward() ? x - 50 : x + width + 30;
  const step = chat || isBackward() ? -24 : 24;
  return badges.map((badge, at) => place(badge, [start + at * step, chat ? y + height - 4 : y + height / 2 - 10, 20, 20]));
}

/**
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} name
 */
function named(element, name) {
  element.title = name;
  element.setAttribute('aria-label', name);
  return element;
}

/** @param {Array<Version>} versions @param {Record<string, string>} words */
function showVersions(versions, words) {
  const close = named(make('button', 'icon-button', icon('close')), words.close);
  const title = make('h2', '', words.versions);
  const dialog = make('dialog', 'popover', make('header', '', title, close), ...versions.flatMap(versionElements));
  dialog.id = 'versions';
  dialog.setAttribute('aria-label', words.versions);
  close.onclick = () => dialog.close();
  dialog.onclick = ({ target }) => { if (target === dialog) dialog.close(); };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Version} version */
function versionElements([label, text, photos, others]) {
  const lines = [text, ...others].filter(Boolean).map((line) => {
    const words = make('p', '', line);
    words.dir = 'auto';
    return words;
  });
  const images = photos.map((file) => {
    const image = new Image();
    image.src = file;
    image.alt = '';
    return image;
  });
  return [label ? make('h3', '', label) : make('hr'), ...lines, ...images];
}
