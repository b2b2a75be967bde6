// The photo viewer, loaded when the first photo is opened.

import { alongLine, make } from '../common/elements.js';
import { icon } from '../common/icons.js';
import { isOffered, originalPhoto } from '../common/offers.js';
import { outward } from '../common/outward.js';
import { sized } from './drawing-size.js';
import { thePage } from './page.js';
import { fittingScale, photosOf } from './photo-list.js';
import { Zoom } from './photo-zoom.js';
import { pictureFile } from './picture-file.js';

/** Space for the toolbar over a photo, and next to the photo. */
const barHeight = 56;

/** @param {Parameters<typeof icon>[0]} name of the icon @param {string} label @param {'a' | 'button'} [tag] */
function control(name, label, tag = 'button') {
  const element = make(tag, '', icon(name));
  element.title = label;
  element.setAttribute('aria-label', label);
  return element;
}

class Lightbox {
  /** @param {import('./page.js').Page} page */
  constructor({ feed, cards }) {
    const { words } = feed.index;
    this.feed = feed;
    this.cards = cards;
    /** @type {Array<import('./photo-list.js').Shown>} */
    this.photos = [];
    this.at = 0;
    /** The card's image from which photos are cut, as it was when the viewer was opened. */
    this.from = { id: '', cardWidth: 0, variant: { width: 0, theme: '', state: '' } };
    /** The element that opened the viewer, and how to find it if the card has been created again. */
    this.opener = { element: document.body, post: -1, kind: '', number: 0 };
    this.count = make('p', 'count');
    this.count.setAttribute('role', 'status');
    this.note = make('p', 'note');
    this.size = /** @type {HTMLButtonElement} */ (control('size', words.originalSize));
    this.save = /** @type {HTMLAnchorElement} */ (control('download', words.saveImage, 'a'));
    this.original = /** @type {HTMLAnchorElement} */ (control('outside', words.original, 'a'));
    this.close = control('close', words.close);
    this.previous = control('previous', words.previous);
    this.next = control('next', words.next);
    this.previous.className = 'previous';
    this.next.className = 'next';
    this.stage = make('div', 'whole');
    this.zoom = new Zoom(this.stage, { changed: () => this.showSize(), swiped: (step) => this.turn(alongLine(step)) });
    const bar = make('div', 'head', this.count, this.note, this.size, this.save, this.original, this.close);
    this.dialog = make('dialog', '', bar, this.stage, this.previous, this.next);
    this.dialog.id = 'lightbox';
    this.dialog.setAttribute('aria-label', words.carousel);
    document.body.append(this.dialog);
    this.listen();
  }

  listen() {
    this.close.onclick = () => this.dialog.close();
    this.previous.onclick = () => this.turn(-1);
    this.next.onclick = () => this.turn(1);
    this.size.onclick = () => this.resize();
    // A click next to the photo closes the viewer.
    this.stage.onclick = ({ target }) => {
      if (this.zoom.wasMoved) return;
      if (target === this.stage) this.dialog.close();
      else if (!this.size.hidden) this.resize();
    };
    this.dialog.onkeydown = (event) => {
      // With Ctrl the key belongs to the browser.
      if (!event.ctrlKey && !event.metaKey && this.zoom.key(event.key)) return;
      const last = this.photos.length - 1;
      const step = {
        ArrowLeft: alongLine(-1), ArrowRight: alongLine(1), Home: -this.at, End: last - this.at,
      }[event.key];
      // The arrow keys scroll a photo that is larger than the window.
      if (step === undefined || (!this.zoom.isWhole && event.key.startsWith('Arrow'))) return;
      event.preventDefault();
      this.turn(step);
    };
    this.dialog.onclose = () => this.giveBack();
    addEventListener('resize', () => { if (this.dialog.open) this.show(); });
  }

  /**
   * Opens one of a post's photos.
   * @param {{post: number, element: HTMLElement, page: number}} asked the element that shows it, and the page of a
   *   carousel
   */
  open({ post, element, page }) {
    const { feed } = this;
    const [story, layout, card] = [feed.story(post), feed.layout(post), this.cards.mounted.get(post)];
    if (!story || !layout || !card) return;
    const places = (layout[card.state === 'expanded' ? 0 : 1] || layout[0])[0];
    this.photos = photosOf(story, places);
    if (isOffered('originals')) {
      for (const photo of this.photos) photo.original ??= originalPhoto(story.i, photo.part, photo.page);
    }
    // Elements and parts are in the same order.
    const kind = element.matches('.pages') ? 'pages' : 'photo';
    const number = [...card.layer.querySelectorAll('.' + kind)].indexOf(element);
    const parts = [...new Set(this.photos.filter(({ part }) => story.p[part][0] === kind).map(({ part }) => part))];
    const start = this.photos.findIndex((photo) => photo.part === parts[number] && photo.page === page);
    if (start < 0) return;
    this.opener = { element, post, kind, number };
    this.original.hidden = !story.u;
    if (story.u) outward(this.original, story.u);
    this.from = {
      id: story.i, cardWidth: feed.cardWidth, variant: { width: feed.width, theme: feed.theme, state: feed.stateOf(post) },
    };
    this.at = start;
    this.dialog.showModal();
    this.show();
    this.close.focus();
  }

  /** Restores the focus. The browser does it if the element still exists; else its replacement gets the focus. */
  giveBack() {
    const { element, post, kind, number } = this.opener;
    const card = this.cards.mounted.get(post);
    if (element.isConnected || !card) return;
    const same = card.layer.querySelectorAll('.' + kind)[number];
    const next = same?.querySelector('.strip') ?? same;
    (next instanceof HTMLElement ? next : card.element).focus({ preventScroll: true });
  }

  /** @param {number} step */
  turn(step) {
    const next = Math.min(this.photos.length - 1, Math.max(0, this.at + step));
    if (next === this.at) return;
    this.at = next;
    this.show();
  }

  /** Switches between the fitted size and the photo's own pixels. */
  resize() {
    this.zoom.to(this.zoom.isWhole ? this.zoom.ownFactor : 1);
  }

  /** A photo that fits at its own size has only one size. */
  showSize() {
    this.size.hidden = this.photos[this.at].original === null || (this.zoom.isWhole && this.zoom.ownFactor < 1.02);
    this.size.setAttribute('aria-pressed', String(!this.zoom.isWhole));
  }

  show() {
    const { photos, at, dialog } = this;
    const photo = photos[at];
    const several = photos.length > 1;
    this.count.textContent = several ? at + 1 + ' / ' + photos.length : '';
    this.previous.hidden = !several || at === 0;
    this.next.hidden = !several || at === photos.length - 1;
    if (!dialog.contains(document.activeElement)) this.close.focus();
    this.note.textContent = photo.original === null ? this.feed.index.words.asDrawn : '';
    this.save.hidden = photo.original === null;
    this.zoom.show(null);
    this.showSize();
    if (photo.original === null) this.stage.replaceChildren(this.cut(photo));
    else this.showOriginal(photo, photo.original);
    const ahead = photos[at + 1]?.original;
    if (ahead) new Image().src = ahead;
  }

  /** @param {import('./photo-list.js').Shown} photo @param {string} file */
  showOriginal(photo, file) {
    const image = new Image();
    image.alt = photo.description;
    // Dragging moves the photo in the stage and must not start a drag-and-drop.
    image.draggable = false;
    image.src = file;
    this.save.href = file;
    this.save.download = '';
    this.stage.replaceChildren(image);
    this.zoom.show(image);
    image.onload = () => this.showSize();
    // The file may be missing from the feed's folder by now.
    image.onerror = () => {
      photo.original = null;
      if (this.photos[this.at] === photo) this.show();
    };
  }

  /**
   * The part of the card's image that shows the photo.
   * @param {import('./photo-list.js').Shown} photo
   */
  cut(photo) {
    const { feed: { index }, from: { id, cardWidth, variant } } = this;
    const [x, y, ownWidth, ownHeight] = photo.frame;
    const scale = Math.max(...index.scales);
    const state = photo.state ?? variant.state;
    const factor = fittingScale(ownWidth, ownHeight, innerWidth, innerHeight - barHeight, Math.max(1, scale / devicePixelRatio));
    const drawing = this.feed.drawings?.make(this.opener.post, state, variant.theme);
    if (drawing) {
      drawing.setAttribute('viewBox', [x, y, ownWidth, ownHeight].join(' '));
      sized(drawing, Math.floor(ownWidth * factor), Math.floor(ownHeight * factor));
      drawing.setAttribute('role', 'img');
      drawing.setAttribute('aria-label', photo.description);
      return drawing;
    }
    const image = new Image();
    image.alt = photo.description;
    image.width = Math.round((photo.state ? ownWidth : cardWidth) * factor);
    image.src = pictureFile(index.picture, id, { ...variant, scale, state });
    image.style.marginLeft = -x * factor + 'px';
    image.style.marginTop = -y * factor + 'px';
    const cut = make('div', 'cut', image);
    cut.style.width = Math.floor(ownWidth * factor) + 'px';
    cut.style.height = Math.floor(ownHeight * factor) + 'px';
    return cut;
  }
}

const page = thePage();
const lightbox = new Lightbox(page);
page.ready('photos', (asked) => lightbox.open(asked));
