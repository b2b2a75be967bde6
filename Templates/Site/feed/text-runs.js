/**
 * A text in the lines that the export broke it into, cut where links begin and end.
 * @param {string} text
 * @param {Array<import('./types.js').Link | null>} links null for one that leads nowhere
 * @param {Array<number>} lines starts and ends, in UTF-16
 * @returns {Array<[text: string, link: number]>} with the number of the link, or -1; a line break between lines
 */
export function textRuns(text, links, lines) {
  /** @type {Array<[string, number]>} */
  const runs = [];
  for (let line = 0; line < lines.length; line += 2) {
    if (line) runs.push(['\n', -1]);
    let from = lines[line];
    const end = lines[line + 1];
    links.forEach((link, number) => {
      if (!link || link[1] <= from || link[0] >= end) return;
      const start = Math.max(from, link[0]);
      if (start > from) runs.push([text.slice(from, start), -1]);
      from = Math.min(end, link[1]);
      runs.push([text.slice(start, from), number]);
    });
    if (from < end) runs.push([text.slice(from, end), -1]);
  }
  return runs;
}
