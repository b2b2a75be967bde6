// A post in the skin of another service, drawn by the server of this page.

import { icon } from '../common/icons.js';
import { make, the } from '../common/elements.js';
import { facesPage, isOffered, skinImage } from '../common/offers.js';

/** The skins by their names in addresses. */
const skins = Object.freeze({
  vk: 'VK', telegram: 'Telegram', bluesky: 'Bluesky', mastodon: 'Mastodon', x: 'X', blog: 'Blog',
  'activity-streams': 'ActivityPub',
});

class SkinDialog {
  /** @param {import('./feed.js').Feed} feed */
  constructor(feed) {
    const { words } = feed.index;
    this.feed = feed;
    this.post = '';
    this.image = make('img');
    this.image.onload = () => this.dialog.removeAttribute('aria-busy');
    this.tabs = Object.entries(skins).map(([skin, label]) => {
      const tab = make('button', '', label);
      tab.type = 'button';
      tab.setAttribute('aria-pressed', 'false');
      tab.onclick = () => this.show(skin);
      tab.dataset.skin = skin;
      return tab;
    });
    const close = make('button', 'icon-button', icon('close'));
    close.type = 'button';
    close.setAttribute('aria-label', words.close);
    this.all = make('a', 'button', words.faces);
    const row = make('div', 'segments', ...this.tabs);
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', words.faces);
    this.dialog = make('dialog', 'popover', make('header', '', row, close), this.image, make('p', '', this.all));
    this.dialog.id = 'skins';
    this.dialog.setAttribute('aria-label', words.faces);
    close.onclick = () => this.dialog.close();
    this.dialog.onclick = ({ target }) => { if (target === this.dialog) this.dialog.close(); };
    document.body.append(this.dialog);
  }

  open() {
    const story = this.feed.story(this.feed.firstVisible);
    if (!story) return;
    this.post = story.i;
    this.image.alt = story.a;
    this.all.href = facesPage(this.post);
    this.show('vk');
    this.dialog.showModal();
  }

  /** @param {string} skin */
  show(skin) {
    this.dialog.setAttribute('aria-busy', 'true');
    this.image.src = skinImage(this.post, skin, this.feed.theme);
    for (const tab of this.tabs) tab.setAttribute('aria-pressed', String(tab.dataset.skin === skin));
  }
}

/**
 * Adds a button that shows the post at the reader's position in other skins, if the server can draw them.
 * @param {import('./feed.js').Feed} feed
 */
export function addSkins(feed) {
  if (!isOffered('faces')) return;
  /** @type {SkinDialog | null} */
  let dialog = null;
  const button = make('button', '', feed.index.words.faces);
  button.type = 'button';
  button.id = 'faces';
  button.onclick = () => {
    dialog ??= new SkinDialog(feed);
    the('settings', HTMLDetailsElement).open = false;
    dialog.open();
  };
  the('controls').append(button);
}
