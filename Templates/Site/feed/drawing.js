// Draws a card in the browser as SVG, from the shapes, texts and images in the export's list. Nothing is measured, and
// strings never become markup. A drawing is a list of nodes. Each node is a list that begins with its kind. Colors,
// outlines and styles are indices into a table. A paint is the index of a color, or a gradient. A color with several
// values has one per theme.

const namespace = 'http://www.w3.org/2000/svg';

/** The kinds of nodes. */
const [box, ellipse, path, line, words, photo, emoji, group, moved, blurred, wordsFromRight] =
  Array.from({ length: 11 }, (_, at) => at);

/**
 * @typedef {Array<any>} Node
 *
 * @typedef {Object} Look the context of a drawing
 * @property {Array<string>} table
 * @property {number} theme
 * @property {() => string} name returns a new name each time
 * @property {(number: number) => string} photo the address of a photo
 * @property {(name: string) => string} emoji the address of a glyph's image
 */

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Array<SVGElement>} [inside]
 * @returns {SVGElement}
 */
function svg(tag, attributes, inside = []) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside);
  return element;
}

/**
 * @param {Array<Node>} nodes
 * @param {Look} look
 */
export function drawn(nodes, look) {
  const drawing = /** @type {SVGSVGElement} */ (svg('svg', { class: 'drawing' }, nodes.map((node) => element(node, look))));
  return drawing;
}

/** @param {number} number @param {Look} look */
function colour(number, { table, theme }) {
  const colours = table[number].split(' ');
  return colours[theme] ?? colours[0];
}

/**
 * @param {Node} node
 * @param {Look} look
 * @returns {SVGElement}
 */
function element(node, look) {
  const [kind] = node;
  switch (kind) {
    case box: case ellipse: case path: return painted(shape(node, look), 'fill', node[1], look);
    case line: return stroke(node, look);
    case words: case wordsFromRight: return text(node, look);
    case photo: return picture(node, look);
    case emoji: {
      const [, name, x, y, width, height] = node;
      return svg('image', { href: look.emoji(look.table[name]), x, y, width, height });
    }
    case group: {
      const [, clip, opacity, inside] = node;
      const content = svg('g', opacity < 1 ? { opacity } : {}, drawnNodes(inside, look));
      return clip ? clipped(content, clip, look) : content;
    }
    case moved: return svg('g', { transform: 'translate(' + node[1] + ' ' + node[2] + ')' }, drawnNodes(node[3], look));
    case blurred: {
      const [, deviation, x, y, width, height, inside] = node;
      const id = look.name();
      const blur = svg('feGaussianBlur', { stdDeviation: deviation });
      const area = { id, filterUnits: 'userSpaceOnUse', 'color-interpolation-filters': 'sRGB', x, y, width, height };
      return svg('g', {}, [svg('filter', area, [blur]), svg('g', { filter: 'url(#' + id + ')' }, drawnNodes(inside, look))]);
    }
    default: return svg('g', {});
  }
}

/** @param {Array<Node>} nodes @param {Look} look */
function drawnNodes(nodes, look) { return nodes.map((node) => element(node, look)); }

/**
 * A node's shape, without its paint.
 * @param {Node} node
 * @param {Look} look
 */
function shape([kind, , ...at], { table }) {
  if (kind === box) {
    const [x, y, width, height, rx = 0] = at;
    return svg('rect', rx ? { x, y, width, height, rx } : { x, y, width, height });
  }
  if (kind === ellipse) return svg('ellipse', { cx: at[0], cy: at[1], rx: at[2], ry: at[3] });
  const [d, x, y] = at;
  return svg('path', {
    d: table[d], transform: 'translate(' + x + ' ' + y + ')', 'fill-rule': 'evenodd', 'clip-rule': 'evenodd',
  });
}

/**
 * @param {SVGElement} content
 * @param {Node} clip
 * @param {Look} look
 */
function clipped(content, clip, look) {
  const id = look.name();
  content.setAttribute('clip-path', 'url(#' + id + ')');
  return svg('g', {}, [svg('clipPath', { id }, [shape(clip, look)]), content]);
}

/**
 * @param {SVGElement} element
 * @param {'fill' | 'stroke'} role
 * @param {number | Array<any>} paint
 * @param {Look} look
 */
function painted(element, role, paint, look) {
  if (typeof paint === 'number') {
    element.setAttribute(role, colour(paint, look));
    return element;
  }
  const [places, ...stops] = paint;
  const id = look.name();
  const [a, b, c, d] = places;
  const gradient = places.length > 4
    ? svg('radialGradient', {
      id, gradientUnits: 'userSpaceOnUse', cx: 0, cy: 0, r: 1, gradientTransform: 'matrix(' + places.join(' ') + ')',
    })
    : svg('linearGradient', { id, gradientUnits: 'userSpaceOnUse', x1: a, y1: b, x2: c, y2: d });
  for (let at = 0; at < stops.length; at += 2) {
    gradient.append(svg('stop', { offset: stops[at], 'stop-color': colour(stops[at + 1], look) }));
  }
  element.setAttribute(role, 'url(#' + id + ')');
  return svg('g', {}, [gradient, element]);
}

/** @param {Node} node @param {Look} look */
function stroke([, paint, d, x, y, width, dashes], look) {
  const [cap, ...lengths] = dashes === undefined ? ['round'] : look.table[dashes].split(' ');
  const element = svg('path', {
    d: look.table[d], transform: 'translate(' + x + ' ' + y + ')', fill: 'none', 'stroke-width': width, 'stroke-linecap': cap,
  });
  if (lengths.length) {
    element.setAttribute('stroke-dasharray', lengths.join(' '));
    element.setAttribute('stroke-miterlimit', '10');
  } else element.setAttribute('stroke-linejoin', 'round');
  return painted(element, 'stroke', paint, look);
}

/** @param {Node} node @param {Look} look */
function text([kind, fill, style, x, y, said], look) {
  const [face, size, spacing] = look.table[style].split(' ');
  const element = svg('text', { x, y, fill: colour(fill, look), 'font-family': familyOf(face), 'font-size': size });
  if (spacing) element.setAttribute('letter-spacing', spacing);
  if (kind === wordsFromRight) element.setAttribute('class', 'rtl');
  element.textContent = said;
  return element;
}

/** @param {string} face the index in the font lock */
function familyOf(face) { return 'feedproof-' + face + ', Inter, sans-serif'; }

/**
 * Shows the placeholder until the photo has loaded.
 * @param {Node} node
 * @param {Look} look
 */
function picture([, number, x, y, width, height, place], look) {
  const before = element(place, look);
  const image = svg('image', { href: look.photo(number), x, y, width, height, preserveAspectRatio: 'none' });
  image.addEventListener('load', () => before.remove(), { once: true });
  return svg('g', {}, [before, place[0] === box && place.length < 7 ? image : clipped(image, place, look)]);
}

/**
 * The addresses of a drawing's photos.
 * @param {SVGElement} drawing
 */
export function photosIn(drawing) {
  return [...drawing.querySelectorAll('image')].map((image) => String(image.getAttribute('href')));
}
