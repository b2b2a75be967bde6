// Zoom factors relative to the design's size: at 1, a point is a CSS pixel.

const steps = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/**
 * @typedef {{width: number, height: number, scale: number}} Extent the size of an image in pixels, and its pixels per
 * point
 */

/**
 * The next zoom step.
 * @param {number} now
 * @param {number} direction
 */
export function zoomAfter(now, direction) {
  return direction > 0 ? steps.find((each) => each > now + 0.001) : [...steps].reverse().find((each) => each < now - 0.001);
}

/**
 * The zoom that fits the images, at most 1.
 * @param {Extent} extent
 * @param {number} width the available space
 * @param {number} height
 */
export function fittingZoom(extent, width, height) {
  return Math.max(0.005, Math.min(1, width * extent.scale / extent.width, height * extent.scale / extent.height));
}

/**
 * The zoom at which the shorter side fits, at most 1: a long image is read by scrolling.
 * @param {Extent} extent
 * @param {number} width the available space
 * @param {number} height
 */
export function readingZoom(extent, width, height) {
  return Math.min(1, Math.max(width * extent.scale / extent.width, height * extent.scale / extent.height));
}
