// Views that overlay two images.

import { make } from '../common/elements.js';
import { drawnName, referenceName } from './cases.js';
import { addMorph } from './aligned-views.js';
import { button } from './elements.js';
import { sizeNote } from './writing.js';

/**
 * @typedef {import('./types.js').KeptPicture} KeptPicture
 * @typedef {import('./needs.js').Shown} Shown
 * @typedef {import('./views.js').Scene} Scene
 */

/**
 * A view of two images, the reference below the current one.
 * @param {(scene: Scene, shown: Shown, actual: KeptPicture, expected: KeptPicture) => void} draw
 * @returns {(scene: Scene, shown: Shown) => void}
 */
export function withBoth(draw) {
  return (scene, shown) => { if (shown.actual && shown.expected) draw(scene, shown, shown.actual, shown.expected); };
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {string} title
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
function drawStack({ stage }, { one }, title, actual, expected) {
  const canvas = stage.addPane(title, sizeNote(actual));
  const below = stage.addPicture(canvas, expected, 'Reference image of ' + one.id);
  const above = stage.addPicture(canvas, actual, 'Actual image of ' + one.id);
  return { canvas, below, above };
}

/**
 * A slider for the view, from 0 to 1.
 * @param {Scene} scene
 * @param {string} label
 * @param {'swipe' | 'onion' | 'diff'} name the property of the look that it sets
 * @param {(share: number) => void} apply
 */
export function addSlider(scene, label, name, apply) {
  const { look } = scene;
  const input = make('input');
  Object.assign(input, { type: 'range', min: '0', max: '100', id: 'slider' });
  input.oninput = () => {
    look[name] = Number(input.value) / 100;
    apply(look[name]);
  };
  scene.adjust.append(make('label', 'slider', make('span', '', label), input));
  scene.apply = () => {
    input.value = String(Math.round(look[name] * 100));
    apply(look[name]);
  };
  scene.apply();
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
export function drawSwipe(scene, shown, actual, expected) {
  const { canvas, above, below } = drawStack(scene, shown, 'Reference left, drawn right', actual, expected);
  const handle = make('div', 'handle');
  canvas.append(handle);
  addSlider(scene, 'Divider', 'swipe', (share) => {
    // The line is at the border between both images.
    const at = 'calc(' + share + ' * var(--p) * ' + scene.stage.extent.width + ')';
    handle.style.left = at;
    above.style.clipPath = 'inset(0 0 0 ' + at + ')';
    below.style.clipPath = 'polygon(0 0, ' + at + ' 0, ' + at + ' 100%, 0 100%)';
  });
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (now) => {
      const box = canvas.getBoundingClientRect();
      scene.look.swipe = Math.min(1, Math.max(0, (now.clientX - box.left) / box.width));
      scene.apply?.();
    };
    handle.onpointerup = () => { handle.onpointermove = null; };
  });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
export function drawOnion(scene, shown, actual, expected) {
  const title = shown.one.hasAges ? 'After over before' : 'Drawn over reference';
  const { canvas, above } = drawStack(scene, shown, title, actual, expected);
  const morph = addMorph(scene, shown, canvas, actual, expected, () => scene.apply?.());
  addSlider(scene, drawnName(shown.one), 'onion', (share) => {
    above.style.opacity = String(share);
    if (morph?.isOn) morph.show(share);
  });
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 * @param {KeptPicture} actual
 * @param {KeptPicture} expected
 */
export function drawBlink(scene, shown, actual, expected) {
  const { look } = scene;
  const { canvas, above, below } = drawStack(scene, shown, '', actual, expected);
  const morph = addMorph(scene, shown, canvas, actual, expected, () => scene.apply?.());
  const title = scene.stage.title;
  const apply = () => {
    above.style.visibility = look.isReference ? 'hidden' : 'visible';
    below.style.visibility = look.isReference ? 'visible' : 'hidden';
    if (morph?.isOn) morph.goTo(look.isReference ? 0 : 1);
    title?.replaceChildren(make('b', '', look.isReference ? referenceName(shown.one) : drawnName(shown.one)),
      ' ' + sizeNote(look.isReference ? expected : actual));
  };
  const box = make('input');
  box.type = 'checkbox';
  box.id = 'blinks';
  box.checked = look.blinks && !scene.isCalm;
  const run = () => {
    clearInterval(scene.blinking);
    // Less than three flashes per second, as WCAG 2.3.1 requires.
    if (box.checked) scene.blinking = setInterval(() => { look.isReference = !look.isReference; apply(); }, 700);
  };
  box.onchange = () => {
    look.blinks = box.checked;
    run();
  };
  scene.adjust.append(make('label', 'check', box, ' Blink'), button('quiet', 'Flip', scene.flip));
  scene.apply = apply;
  apply();
  run();
}
