// What the page shows before anybody chose something, and what the address asks for.

/**
 * The design's own width where it was exported and fits, else the widest that does.
 * @param {Array<[screen: number, card: number]>} widths
 * @param {number} room the window's
 */
export function fittingWidth(widths, room) {
  const screens = widths.map((pair) => pair[0]);
  const fitting = screens.filter((screen) => screen <= room);
  if (!fitting.length) return Math.min(...screens);
  return room > 600 && fitting.includes(375) ? 375 : Math.max(...fitting);
}

/** More lanes than this are not read as a feed any more. */
const lanesAtMost = 4;

/**
 * How many lanes of cards there is room for.
 * @param {number} room the window's
 * @param {number} card a card's width
 * @param {number} gap between and beside them
 */
export function lanesWithin(room, card, gap) {
  return Math.min(lanesAtMost, Math.max(1, Math.floor((room - gap) / (card + gap))));
}

/**
 * @param {Array<string>} themes that were exported
 * @param {string | null} chosen
 * @param {boolean} isDark the system's
 * @param {boolean} [hasContrast] whether the system asks for more of it
 */
export function fittingTheme(themes, chosen, isDark, hasContrast = false) {
  const own = isDark ? 'dark' : 'light';
  const wanted = chosen ? [chosen] : [...(hasContrast ? ['high-contrast-' + own, 'high-contrast'] : []), own];
  return wanted.find((theme) => themes.includes(theme)) ?? themes[0];
}

/**
 * The width that an address asks for, where it was exported; else 0.
 * @param {Array<[screen: number, card: number]>} widths
 * @param {string | null} asked
 */
export function askedWidth(widths, asked) {
  return widths.some((pair) => String(pair[0]) === asked) ? Number(asked) : 0;
}

/**
 * FNV-1a of 32 bits says in which file an id is, and a file more takes ids of one other alone (linear hashing).
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
