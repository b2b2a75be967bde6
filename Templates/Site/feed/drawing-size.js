/**
 * Sets the size of an image, in CSS pixels.
 * @param {HTMLImageElement | SVGSVGElement} picture
 * @param {number} width
 * @param {number} height
 */
export function sized(picture, width, height) {
  if (picture instanceof HTMLImageElement) Object.assign(picture, { width, height });
  else Object.assign(picture.style, { width: width + 'px', height: height + 'px' });
}
