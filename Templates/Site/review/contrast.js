// The contrast of a text with its background by WCAG 2.2, and the nearest color that passes.

/**
 * @typedef {import('./types.js').Box} Box
 * @typedef {[red: number, green: number, blue: number]} Colour sRGB channels from 0 to 1
 *
 * @typedef {Object} Contrast
 * @property {number} ratio from 1 to 21
 * @property {number} needed
 * @property {string} text the text color
 * @property {string} ground the background color
 * @property {string} nearest the nearest text color that passes; empty if the current one does
 */

/**
 * Parses "#2C2D2E". Null for colors that aren't opaque.
 * @param {string | undefined} text
 * @returns {Colour | null}
 */
export function colourOf(text) {
  const found = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:ff)?$/i.exec(text || '');
  if (!found) return null;
  const [red, green, blue] = found.slice(1, 4).map((part) => parseInt(part, 16) / 255);
  return [red, green, blue];
}

/** @param {Array<number>} colour */
function hexOf(colour) {
  const bytes = colour.map((each) => Math.round(Math.min(1, Math.max(0, each)) * 255));
  return '#' + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('').toUpperCase();
}

/** @param {number} value */
function linear(value) { return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; }

/** @param {number} value */
function encoded(value) { return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055; }

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * @param {Colour} one
 * @param {Colour} other
 */
export function ratioOf(one, other) {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * The minimum contrast. Large text needs less: 24 CSS pixels, or 18.66 in bold.
 * @param {number} size in points
 * @param {number} weight
 */
export function neededFor(size, weight) { return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5; }

/**
 * The nearest passing color on the way to black or white. It keeps the hue.
 * @param {Colour} colour
 * @param {Colour} ground
 * @param {number} needed
 */
export function nearestPassing(colour, ground, needed) {
  const passing = [0, 1].flatMap((end) => {
    const at = (/** @type {number} */ share) => /** @type {Colour} */ (colour.map((each) => {
      const light = linear(each);
      return Math.round(encoded(light + (end - light) * share) * 255) / 255;
    }));
    if (ratioOf(at(1), ground) < needed) return [];
    let [short, far] = [0, 1];
    for (let step = 0; step < 24; step += 1) {
      const middle = (short + far) / 2;
      if (ratioOf(at(middle), ground) >= needed) far = middle;
      else short = middle;
    }
    return [at(far)];
  });
  const away = (/** @type {Colour} */ other) => Math.hypot(...other.map((each, at) => each - colour[at]));
  const found = passing.sort((a, b) => away(a) - away(b));
  return found.length ? hexOf(found[0]) : '';
}

/**
 * Null if the colors are unknown, or an image is behind the text.
 * @param {Array<Box>} boxes in drawing order
 * @param {Box} box
 * @returns {Contrast | null}
 */
export function contrastOf(boxes, box) {
  const [, own, , , , , style] = box;
  const text = colourOf(style?.color);
  if (!own || !text || !style?.size) return null;
  const below = boxes.slice(0, boxes.indexOf(box)).reverse();
  const behind = below.find(([, frame, , , , , its]) => frame && its && !its.size && !its.isIcon
    && (its.color || its.isPicture) && frame[0] <= own[0] && frame[1] <= own[1]
    && frame[0] + frame[2] >= own[0] + own[2] && frame[1] + frame[3] >= own[1] + own[3]);
  const ground = colourOf(behind?.[6]?.color);
  if (!ground || behind?.[6]?.isPicture) return null;
  const [ratio, needed] = [ratioOf(text, ground), neededFor(style.size, style.weight || 400)];
  const nearest = ratio >= needed ? '' : nearestPassing(text, ground, needed);
  return { ratio, needed, text: hexOf(text), ground: hexOf(ground), nearest };
}

/**
 * "3.54 : 1". Truncated instead of rounded: 4.499 does not pass.
 * @param {number} ratio
 */
export function ratioText(ratio) { return String(Math.floor(ratio * 100) / 100) + ' : 1'; }
