// Facts about a case's pixels.

import { grouped } from './writing.js';

/** @param {import('./types.js').Detail} found */
export function pixelLines({ pixels, actual, expected }) {
  if (!pixels && !(actual && expected)) return null;
  const lines = [];
  if (actual && expected && (actual[1] !== expected[1] || actual[2] !== expected[2])) {
    lines.push('Drawn ' + actual[1] + ' × ' + actual[2] + ', reference ' + expected[1] + ' × ' + expected[2] + ' pixels.');
  }
  if (pixels) {
    const [differing, compared, limit] = [pixels.differing, pixels.compared, pixels.limit].map(grouped);
    lines.push(differing + ' of ' + compared + ' pixels differ; ' + limit + ' are tolerated.');
    if (pixels.antialiased) lines.push(grouped(pixels.antialiased) + ' more differ only in anti-aliasing.');
    const names = [...new Set(pixels.regions.flatMap((region) => region[5].slice(0, 1)))];
    const rest = names.length > 6 ? ' and ' + (names.length - 6) + ' more' : '';
    if (names.length) lines.push('They are in ' + names.slice(0, 6).join(', ') + rest + '.');
  }
  return lines.length ? lines : ['Pixels were not compared.'];
}
