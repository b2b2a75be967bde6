// The measuring tool of a compared feed's page, for ?review with boxes shown. For the box under the pointer it shows
// the size, the distances to its surroundings in points, the design tokens, and a text's contrast.

import { make, the } from '../common/elements.js';
import { contrastOf, ratioText } from '../review/contrast.js';
import { redLines } from '../review/red-lines.js';
import { points } from '../review/writing.js';
import { thePage } from './page.js';

/** @typedef {import('../review/types.js').Box} Box */

/**
 * The look of a box. `row-2` has the look of every `row`, and a counter that of every other counter.
 * @param {Record<string, import('./types.js').Look>} looks
 * @param {string} path
 */
function lookOf(looks, path) {
  const names = path.split('/').map((name) => name.replace(/(-\d+)+$/, ''));
  const starred = names.map((_, at) => names.map((name, place) => place === at ? '*' : name).join('/')).reverse();
  const found = [path, names.join('/'), ...starred].find((each) => looks[each]);
  return found === undefined ? null : looks[found];
}

/**
 * Converts a box of the page to the form used by the review.
 * @param {import('./feed.js').Feed} feed
 * @param {import('./types.js').Box} box
 * @returns {Box}
 */
function reviewed(feed, [path, x, y, width, height]) {
  const look = lookOf(self.feedproof.looks || {}, path);
  const colour = look?.[1][feed.index.themes.indexOf(feed.theme)];
  const style = look && {
    tokens: look[0], ...colour ? { color: colour } : {}, ...look[2] ? { size: look[2], weight: look[3] || 400 } : {},
    ...look[4] === 1 ? { isIcon: 1 } : {}, ...look[4] === 2 ? { isPicture: 1 } : {},
  };
  return /** @type {Box} */ ([path, [x, y, width, height], null, null, null, [], style]);
}

/**
 * The smallest box around a point.
 * @param {Array<Box>} boxes
 * @param {number} x
 * @param {number} y
 */
function boxAt(boxes, x, y) {
  const area = (/** @type {Box} */ box) => (box[1] ? box[1][2] * box[1][3] : Infinity);
  return boxes.filter(([, frame]) => frame && x >= frame[0] && y >= frame[1]
    && x <= frame[0] + frame[2] && y <= frame[1] + frame[3]).sort((a, b) => area(a) - area(b))[0] || null;
}

/**
 * @param {HTMLElement} element
 * @param {import('../review/types.js').Frame} frame
 */
function placed(element, frame) {
  const [left, top, width, height] = frame.map((each) => each + 'px');
  Object.assign(element.style, { left, top, width, height });
  return element;
}

/**
 * @param {Array<Box>} boxes
 * @param {Box} box
 */
function linesOf(boxes, box) {
  const [path, frame, , , , , style] = box;
  if (!frame) return [];
  const contrast = contrastOf(boxes, box);
  const tokens = style?.tokens || [];
  const label = make('p', frame[1] + frame[3] > 60 ? 'above' : '', make('b', '', path.slice(path.lastIndexOf('/') + 1)),
    ' ' + points(frame[2]) + ' × ' + points(frame[3]),
    ...tokens.length ? [make('br'), make('code', '', tokens.map((token) => '{' + token + '}').join(' '))] : [],
    ...contrast ? [make('br'),
      make('b', contrast.nearest ? 'fails' : '', (contrast.nearest ? '✕ ' : '✓ ') + ratioText(contrast.ratio)),
      contrast.nearest ? ', ' + contrast.needed + ' : 1 is needed; nearest passing color: ' + contrast.nearest : ''] : []);
  Object.assign(label.style, { left: frame[0] + 'px', top: (label.className ? frame[1] : frame[1] + frame[3]) + 'px' });
  return [placed(make('i', 'outline'), frame),
    ...redLines(boxes, box).map(({ isDown, text, frame: line }) =>
      placed(make('i', 'distance ' + (isDown ? 'down' : 'across'), make('span', '', text)), line)),
    label];
}

/** @param {import('./page.js').Page} page */
function measureBoxes(page) {
  const column = the('feed');
  const layer = make('div', 'measured');
  layer.setAttribute('aria-hidden', 'true');
  column.addEventListener('pointermove', ({ target, clientX, clientY }) => {
    const { feed, cards } = page;
    const card = feed.hasBoxes && target instanceof Element
      && [...cards.mounted.values()].find((each) => each.element.contains(target));
    const known = card && feed.boxes(card.post);
    if (!card || !known) {
      layer.remove();
      return;
    }
    const corner = card.element.getBoundingClientRect();
    const boxes = (known[card.state === 'expanded' ? 0 : 1] || known[0]).map((box) => reviewed(feed, box));
    const box = boxAt(boxes, clientX - corner.left, clientY - corner.top);
    layer.replaceChildren(...box ? linesOf(boxes, box) : []);
    card.layer.append(layer);
  });
  column.addEventListener('pointerleave', () => layer.remove());
}

const page = thePage();
page.ready('measures', () => measureBoxes(page));
