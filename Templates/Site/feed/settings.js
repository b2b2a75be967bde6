// Default settings and settings from the address.

/**
 * The design's own width if it was exported and fits, else the widest that fits.
 * @param {Array<[screen: number, card: number]>} widths
 * @param {number} room of the window
 */
export function fittingWidth(widths, room) {
  const screens = widths.map((pair) => pair[0]);
  const fitting = screens.filter((screen) => screen <= room);
  if (!fitting.length) return Math.min(...screens);
  return room > 600 && fitting.includes(375) ? 375 : Math.max(...fitting);
}

/** The maximum number of lanes that still reads as a feed. */
const lanesAtMost = 4;

/**
 * The number of lanes that fit.
 * @param {number} room of the window
 * @param {number} card of a card
 * @param {number} gap between and next to the lanes
 */
export function lanesWithin(room, card, gap) {
  return Math.min(lanesAtMost, Math.max(1, Math.floor((room - gap) / (card + gap))));
}

/**
 * @param {Array<string>} themes the exported themes
 * @param {string | null} chosen
 * @param {boolean} isDark whether the system's theme is dark
 * @param {boolean} [hasContrast] whether the system asks for more contrast
 */
export function fittingTheme(themes, chosen, isDark, hasContrast = false) {
  const own = isDark ? 'dark' : 'light';
  const wanted = chosen ? [chosen] : [...(hasContrast ? ['high-contrast-' + own, 'high-contrast'] : []), own];
  return wanted.find((theme) => themes.includes(theme)) ?? themes[0];
}

/**
 * The width in the address if it was exported, else 0.
 * @param {Array<[screen: number, card: number]>} widths
 * @param {string | null} asked
 */
export function askedWidth(widths, asked) {
  return widths.some((pair) => String(pair[0]) === asked) ? Number(asked) : 0;
}

/**
 * A 32-bit FNV-1a hash selects the file of an id. With linear hashing, an additional file takes ids from one other file
 * only.
 * @param {string} id ASCII
 * @param {number} buckets
 */
export function bucketOf(id, buckets) {
  let hash = 2166136261;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619) >>> 0;
  let size = 1;
  while (size < buckets) size *= 2;
  return hash % size < buckets ? hash % size : hash % (size / 2);
}
