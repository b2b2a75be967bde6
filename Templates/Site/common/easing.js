// Easing of animations.

/**
 * The progress of an animation, slow at both ends like CSS's ease-in-out.
 * @param {number} share elapsed time from 0 to 1
 */
export function eased(share) {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  // A cubic Bézier curve from 0 to 1 with control points (0.42, 0) and (0.58, 1). Its time coordinate only increases.
  let low = 0;
  let high = 1;
  for (let round = 0; round < 54; round += 1) {
    const middle = (low + high) / 2;
    const time = ((1 - 3 * 0.58 + 3 * 0.42) * middle + 3 * 0.58 - 6 * 0.42) * middle * middle + 3 * 0.42 * middle;
    if (time < share) low = middle; else high = middle;
  }
  const s = (low + high) / 2;
  return (3 - 2 * s) * s * s;
}
