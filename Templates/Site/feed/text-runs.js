/**
 * A run of text with the number of its link, or -1. A break marks where the export broke a line. Its text is the space
 * at that place, the text's own line break, or empty inside a word.
 * @typedef {[text: string, link: number, isBreak?: boolean]} Run
 */

/**
 * Splits a text into runs at the export's line breaks and at the ends of links.
 * @param {string} text
 * @param {Array<import('./types.js').Link | null>} links null for a link without a target
 * @param {Array<number>} lines starts and ends in UTF-16 code units
 * @returns {Array<Run>}
 */
export function textRuns(text, links, lines) {
  /** @type {Array<Run>} */
  const runs = [];
  for (let line = 0; line < lines.length; line += 2) {
    let from = lines[line];
    const next = lines[line + 2];
    const isLast = next === undefined;
    // Between two words, the space is the break.
    const hasBlank = !isLast && next === lines[line + 1] && next > from && text[next - 1] === ' ';
    const end = lines[line + 1] - (hasBlank ? 1 : 0);
    links.forEach((link, number) => {
      if (!link || link[1] <= from || link[0] >= end) return;
      const start = Math.max(from, link[0]);
      if (start > from) runs.push([text.slice(from, start), -1]);
      from = Math.min(end, link[1]);
      runs.push([text.slice(start, from), number]);
    });
    if (from < end) runs.push([text.slice(from, end), -1]);
    if (isLast) break;
    const passed = text.slice(end, next);
    const around = links.findIndex((link) => link && link[0] < end && link[1] > next);
    runs.push([passed.includes('\n') ? '\n' : passed && ' ', around, true]);
  }
  return runs;
}
