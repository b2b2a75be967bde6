// Boxes over an image, and measurements between them.

import { make } from '../common/elements.js';
import { boxLabel, deltaOf, isReplaced, kindOf, parentOf } from './box-facts.js';
import { button, place } from './elements.js';
import { contrastOf, ratioText } from './contrast.js';
import { redLines } from './red-lines.js';
import { points } from './writing.js';

/**
 * Adds a button for each box. Pointing at it or focusing it shows measurements.
 * @param {HTMLElement} canvas
 * @param {import('./types.js').Detail} found
 * @param {boolean} isReference whether to use the reference's frames
 * @param {(number: number) => void} inspect
 */
export function addBoxes(canvas, found, isReference, inspect) {
  const { boxes, masks } = found;
  const layer = make('div', 'frames');
  const measured = make('div', 'measures');
  measured.setAttribute('aria-hidden', 'true');
  boxes.forEach((box, number) => {
    const frame = isReference ? box[2] || box[1] : box[1] || box[2];
    if (!frame) return;
    const mask = masks.find((each) => !each[2] && (box[0] === each[0] || box[0].endsWith('/' + each[0])));
    const isOther = isReplaced(box);
    const element = button('box ' + kindOf(box) + (mask ? ' masked' : ''), isOther ? otherPicture() : '',
      () => inspect(number));
    element.setAttribute('aria-label', boxLabel(box)
      + (mask ? '; its pixels are not compared: ' + mask[1] : ''));
    element.dataset.box = String(number);
    const show = () => {
      inspect(number);
      measured.replaceChildren(...measureElements(boxes, box));
    };
    const hide = () => measured.replaceChildren();
    element.addEventListener('pointerenter', show);
    element.addEventListener('focus', show);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('blur', hide);
    layer.append(place(element, frame));
  });
  canvas.append(...masks.flatMap((each) => each[2] ? [place(make('i', 'masked-region'), each[2])] : []), layer, measured);
}

function otherPicture() { return make('span', 'other-picture', 'different image'); }

/**
 * Marks over an image without interaction: changed boxes, and boxes that only moved.
 * @param {HTMLElement} canvas
 * @param {import('./types.js').Detail} found
 * @param {boolean} isReference whether to use the reference's frames
 */
export function addMarks(canvas, found, isReference) {
  const layer = make('div', 'marks');
  layer.setAttribute('aria-hidden', 'true');
  for (const box of found.boxes) {
    const frame = isReference ? box[2] : box[1];
    const kind = frame && box[0].includes('/') && !isCarried(found.boxes, box) ? markOf(box, found.boxes) : 'same';
    if (!frame || kind === 'same') continue;
    layer.append(place(make('i', 'changed ' + kind, isReplaced(box) ? otherPicture() : null), frame));
  }
  canvas.append(layer);
}

/**
 * Boxes that only moved get another mark, even if their surroundings don't explain the distance.
 * @param {import('./types.js').Box} box
 * @param {Array<import('./types.js').Box>} boxes
 */
function markOf(box, boxes) {
  const kind = kindOf(box);
  const own = (/** @type {import('./types.js').Box} */ each) => each[5].filter((change) => change[1] && change[2] !== 'moved');
  return kind === 'own' && !own(box).length && boxes.some((each) => own(each).length) ? 'moved' : kind;
}

/**
 * Whether it moved together with its parent. Only the outermost box is marked.
 * @param {Array<import('./types.js').Box>} boxes
 * @param {import('./types.js').Box} box
 */
function isCarried(boxes, box) {
  const parent = parentOf(boxes, box);
  return kindOf(box) === 'moved' && parent !== null && parent[0].includes('/') && kindOf(parent) === 'moved';
}

/**
 * The frames of both sides and the distances to the surroundings, in points.
 * @param {Array<import('./types.js').Box>} boxes
 * @param {import('./types.js').Box} box
 */
export function measureElements(boxes, box) {
  const [path, drawn, reference] = box;
  const own = drawn || reference;
  const elements = [];
  if (reference) elements.push(place(make('i', 'ghost'), reference));
  if (drawn) elements.push(place(make('i', 'outline'), drawn));
  for (const { frame, isDown, text, isOther } of redLines(boxes, box)) {
    const name = 'distance ' + (isDown ? 'down' : 'across') + (isOther ? ' other' : '');
    elements.push(place(make('i', name, make('span', '', text)), frame));
  }
  if (!own) return elements;
  const [delta, contrast] = [deltaOf(box), contrastOf(boxes, box)];
  const label = place(make('p', 'box-label', make('b', '', path.slice(path.lastIndexOf('/') + 1)),
    ' ' + points(own[2]) + ' × ' + points(own[3]), delta ? make('em', '', delta) : null,
    contrast ? make('em', contrast.nearest ? 'fails' : 'passes', ratioText(contrast.ratio)) : null), own);
  label.style.width = 'max-content';
  label.style.height = 'auto';
  if (own[1] < 30) label.classList.add('below');
  return [...elements, label];
}
