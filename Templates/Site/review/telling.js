// Avoids repetition on a case's page: causes are under "Why", changes of boxes under "What changed", pixels under
// "Pixels".

/**
 * Reasons that appear nowhere else on the page, and titles of causes that none of them contains.
 * @param {import('./types.js').Detail} found
 * @param {Array<string>} titles of the case's causes
 */
export function reasonsOnce({ reasons, boxes, pixels }, titles) {
  const changed = boxes.filter((box) => box[5].length).map((box) => box[0]);
  // In "card/text: “… [+ more]”, +2 lines", the number of lines is listed with the box.
  const written = reasons.map((reason) => titles.find((title) => reason.startsWith(title + ', ')) || reason);
  const told = written.filter((reason) => titles.includes(reason) || !(
    changed.some((path) => reason.startsWith(path + ': ') || reason.startsWith(path + ' is '))
    || (pixels && /^\d+ pixels? differ/.test(reason))));
  // If everything is listed elsewhere, keep the first reason.
  const same = boxes.length ? 'the same image and the same boxes' : 'the same image';
  const kept = [...told, ...written, same].slice(0, told.length || 1);
  return { told: kept, rest: titles.filter((title) => !kept.includes(title)) };
}

/**
 * The changes of a box without those in the titles of causes.
 * @param {import('./types.js').Box} box
 * @param {Array<string>} titles of the case's causes
 */
export function changesOnce([, , , , , changes], titles) {
  return changes.filter(([text, , kind]) => kind === 'picture' || !titles.some((title) => title.endsWith(': ' + text)))
    .map((change) => change[0]).join(', ');
}
