// The requirements of views, with a message if they aren't met. An empty result means that the view can be drawn.

/**
 * @typedef {Object} Shown a case with its available images
 * @property {import('./types.js').Case} one
 * @property {import('./types.js').Detail} detail
 * @property {import('./types.js').KeptPicture | null} actual
 * @property {import('./types.js').KeptPicture | null} expected
 */

/** @param {Shown} shown */
export function needsBoth({ one, actual, expected }) {
  if (actual && expected) return '';
  if (one.verdict === 'identical') return 'Both images are identical.';
  if (one.isDesign) return 'There is no pair of images for it.';
  if (actual) return one.verdict === 'new' ? 'There is no reference yet.' : 'The reference image was not stored.';
  return 'There is no actual image.';
}

/** @param {Shown} shown */
export function needsFilm({ one, detail }) {
  if (typeof detail.film === 'number') return '';
  if (one.verdict === 'identical') return 'No frame differs. feedproof film shows them.';
  return one.verdict === 'obsolete' ? 'The film no longer exists.' : 'The film could not be played.';
}

/** @param {Shown} shown */
export function needsDifference(shown) {
  const { pixels } = shown.detail;
  if (pixels && pixels.path && shown.actual) return '';
  if (shown.one.verdict === 'identical' || (pixels && !pixels.differing && !pixels.antialiased)) return 'No pixel differs.';
  return needsBoth(shown) || 'Pixels were not compared.';
}

/** @param {Shown} shown */
export function needsBoxes(shown) { return shown.detail.boxes.length ? '' : 'No boxes were stored for this case.'; }
