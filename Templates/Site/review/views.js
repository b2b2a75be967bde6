// The views of a case, in the order of their tabs and keys.

import { make, the } from '../common/elements.js';
import { drawAligned } from './aligned-views.js';
import { addBoxes, addMarks } from './boxes.js';
import { drawnName, referenceName } from './cases.js';
import { button, toggle } from './elements.js';
import { needsBoth, needsBoxes, needsDifference, needsFilm } from './needs.js';
import { FilmPlayer } from './film-player.js';
import { addMasking } from './masking.js';
import { addSlider, drawBlink, drawOnion, drawSwipe, withBoth } from './pair-views.js';
import { drawScreen } from './screen-view.js';
import { counted, grouped, sizeNote } from './writing.js';

/**
 * @typedef {import('./types.js').KeptPicture} KeptPicture
 * @typedef {import('./needs.js').Shown} Shown
 *
 * @typedef {Object} Look settings shared by the views
 * @property {number} swipe a share of the width
 * @property {number} onion the opacity
 * @property {number} diff the opacity of the difference
 * @property {boolean} isReference whether the reference is displayed
 * @property {boolean} blinks
 * @property {boolean} isPlain whether the difference includes pixels of moved boxes
 * @property {boolean} morphs whether flipping morphs the images box by box
 * @property {boolean} hasMarks whether changes are marked over the images
 * @property {number | null} frame of a film; null starts at the first fault
 * @property {number} speed of a film; 1 is real time
 *
 * @typedef {Object} Scene the context of a view
 * @property {import('./stage.js').Stage} stage
 * @property {HTMLElement} adjust the element for the view's own controls
 * @property {Look} look
 * @property {boolean} isCalm whether the reader prefers reduced motion
 * @property {() => void} flip
 * @property {() => void} redraw draws the view again
 * @property {(box: number) => void} inspect
 * @property {(() => void) | null} apply applies the current look without drawing the view again
 * @property {number} blinking a timer; 0 for none
 * @property {import('./cases.js').Cases} cases
 * @property {(() => void) | null} leave called when the view is replaced
 * @property {Record<string, (isFar: boolean) => void> | null} keys keyboard shortcuts of this view only
 * @property {((seconds: number) => void) | null} goToTime of a film
 * @property {((part: string, identifier: string) => void) | null} pin stores a pair; null without a server
 *
 * @typedef {Object} ViewKind
 * @property {string} name
 * @property {string} label
 * @property {(shown: Shown) => string} needs the reason why it can't be drawn
 * @property {(scene: Scene, shown: Shown) => boolean | void} draw returns false if data is still loading
 */

/** @type {Array<ViewKind>} */
export const cardViews = [
  { name: 'side', label: 'Side by side', needs: () => '', draw: drawSides },
  { name: 'swipe', label: 'Swipe', needs: needsBoth, draw: withBoth(drawSwipe) },
  { name: 'onion', label: 'Onion skin', needs: needsBoth, draw: withBoth(drawOnion) },
  { name: 'blink', label: 'Blink', needs: needsBoth, draw: withBoth(drawBlink) },
  { name: 'diff', label: 'Difference', needs: needsDifference, draw: drawDifference },
  { name: 'boxes', label: 'Boxes', needs: needsBoxes, draw: drawBoxes },
];

/**
 * Films also have storyboards.
 * @type {Array<ViewKind>}
 */
export const filmViews = [
  { name: 'film', label: 'Film', needs: needsFilm, draw: drawFilm },
  { name: 'side', label: 'Storyboards', needs: () => '', draw: drawSides },
  { name: 'blink', label: 'Blink', needs: needsBoth, draw: withBoth(drawBlink) },
];

/**
 * For screens of an app, elements come first, and pixels aren't compared.
 * @type {Array<ViewKind>}
 */
export const screenViews = [
  { name: 'screen', label: 'Screen', needs: needsBoxes, draw: drawScreen },
  ...cardViews.filter((each) => each.name !== 'diff'),
];

/** @param {import('./types.js').Case} one */
export function viewsOf(one) { return one.film ? filmViews : one.isScreen ? screenViews : cardViews; }

/**
 * The key that opens a view.
 * @param {string} name
 */
export function keyOf(name) { return String(cardViews.findIndex((each) => each.name === name) + 1); }

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawSides(scene, { one, detail, actual, expected }) {
  const { stage, look } = scene;
  /**
   * @param {string} name
   * @param {KeptPicture | null} picture
   * @param {string} whyNone
   * @param {boolean} isReference
   */
  const addSide = (name, picture, whyNone, isReference) => {
    const canvas = stage.addPane(name, picture ? sizeNote(picture) : '');
    if (!picture) {
      canvas.replaceWith(make('p', 'absent', whyNone));
      return;
    }
    const layer = stage.addPicture(canvas, picture, name + ' picture of ' + one.id);
    layer.onerror = () => fallBack(one);
    if (!one.film) addMarks(canvas, detail, isReference);
    // Images without boxes have regions of differing pixels, at the same place of both sides if their sizes are equal.
    const isOfBoth = !isReference || (actual && expected && actual[1] === expected[1] && actual[2] === expected[2]);
    if (one.hasAges && detail.pixels && isOfBoth) {
      stage.addRegions(canvas, detail.pixels.regions, (region) => counted(region[4], 'pixel'));
    }
    if (one.hasAges && !one.isDesign && !isReference && actual) addMasking(scene, canvas, one, detail);
  };
  const isSame = one.verdict === 'identical';
  const same = one.isDesign ? 'Before and after: the same image' : 'Baseline and actual: the same bytes';
  const none = one.isDesign ? 'There is no image of it' : one.verdict === 'new' ? 'No reference yet'
    : 'This image was not stored';
  addSide(isSame ? same : referenceName(one), expected, none, true);
  if (!isSame) {
    const absent = one.verdict === 'obsolete' ? 'The card no longer exists' : 'Not drawn';
    addSide(drawnName(one), actual, one.isDesign ? none : absent, false);
  }
  if (!stage.element.querySelector('.changed, .region')) return;
  const { element, flip } = toggle('Marks', 'm', look.hasMarks, (isOn) => {
    look.hasMarks = isOn;
    stage.element.classList.toggle('unmarked', !isOn);
  });
  scene.adjust.append(element);
  scene.keys = { ...scene.keys, m: flip };
}

/**
 * The image of an identical case is the baseline's, outside of this folder, and may be unavailable.
 * @param {import('./types.js').Case} one
 */
function fallBack(one) {
  if (one.verdict !== 'identical') return;
  the('status').textContent = 'The baseline image is not in this folder. The card matches its baseline.';
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawFilm(scene, { one, detail: { film } }) {
  const data = film === null || film === undefined ? null : scene.cases.films(film);
  if (!data) {
    scene.stage.element.append(make('p', 'absent', 'Loading the film …'));
    return false;
  }
  const { width, height, scale } = data[2].screen;
  scene.stage.extent = { width: width * scale, height: height * scale, scale };
  new FilmPlayer(scene, data, one.id);
  return true;
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawDifference(scene, shown) {
  const { one, actual, expected, detail: { pixels, boxes } } = shown;
  const { stage, look } = scene;
  if (!pixels || !pixels.path || !actual) return;
  if (expected && boxes.some((box) => box[1] && box[2])) {
    const { element, flip } = toggle('All pixels', 'p', look.isPlain, (isOn) => {
      if (look.isPlain === isOn) return;
      look.isPlain = isOn;
      scene.redraw();
    });
    scene.adjust.append(element);
    scene.keys = { p: flip };
    if (!look.isPlain) {
      const glow = drawAligned(scene, shown, actual, expected);
      addSlider(scene, 'Overlay', 'diff', (share) => { glow.style.opacity = String(share); });
      return;
    }
  }
  const canvas = stage.addPane('Difference', counted(pixels.differing, 'pixel') + ' of ' + grouped(pixels.compared)
    + (pixels.antialiased ? ', ' + grouped(pixels.antialiased) + ' more in anti-aliasing' : ''));
  stage.addPicture(canvas, actual, 'Actual image of ' + one.id);
  const [, width, height] = expected || actual;
  const above = stage.addPicture(canvas, [pixels.path, width, height], 'Differing pixels of ' + one.id + ' in red');
  above.addEventListener('load', () => stage.size(above, above.naturalWidth, above.naturalHeight));
  stage.addRegions(canvas, pixels.regions, (region) =>
    counted(region[4], 'pixel') + (region[5].length ? ' in ' + region[5].join(', ') : ''));
  addSlider(scene, 'Overlay', 'diff', (share) => { above.style.opacity = String(share); });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawBoxes(scene, { one, actual, expected, detail }) {
  const isReference = (scene.look.isReference && Boolean(expected)) || !actual;
  const picture = isReference ? expected : actual;
  const title = isReference ? referenceName(one) : drawnName(one);
  const canvas = scene.stage.addPane(title, counted(detail.boxes.length, 'box'));
  if (picture) scene.stage.addPicture(canvas, picture, title + ' picture of ' + one.id);
  addBoxes(canvas, detail, isReference, scene.inspect);
  const other = isReference ? drawnName(one) : one.isDesign ? 'before' : 'reference';
  if (actual && expected) scene.adjust.append(button('quiet', 'Show ' + other.toLowerCase(), scene.flip));
  if (!one.isDesign && !one.isScreen) addMasking(scene, canvas, one, detail);
}
