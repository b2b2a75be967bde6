// What a case's page tells, each thing once: a cause under "Why", a box's change under "What changed", pixels under "Pixels".

/**
 * Reasons that nothing else on the page tells, and titles of causes that none of them tells.
 * @param {import('./types.js').Detail} found
 * @param {Array<string>} titles of the case's causes
 */
export function reasonsOnce({ reasons, boxes, pixels }, titles) {
  const changed = boxes.filter((box) => box[5].length).map((box) => box[0]);
  // "card/text: “… [+ more]”, +2 lines": the lines are told of the box.
  const written = reasons.map((reason) => titles.find((title) => reason.startsWith(title + ', ')) || reason);
  const told = written.filter((reason) => titles.includes(reason) || !(
    changed.some((path) => reason.startsWith(path + ': ') || reason.startsWith(path + ' is '))
    || (pixels && /^\d+ pixels? differ/.test(reason))));
  // Where all else is told below, the first still says why the case is here.
  const same = boxes.length ? 'the same picture and the same boxes' : 'the same picture';
  const kept = [...told, ...written, same].slice(0, told.length || 1);
  return { told: kept, rest: titles.filter((title) => !kept.includes(title)) };
}

/**
 * A box's changes without what a cause has told of it.
 * @param {import('./types.js').Box} box
 * @param {Array<string>} titles of the case's causes
 */
export function changesOnce([, , , , , changes], titles) {
  return changes.filter(([text, , kind]) => kind === 'picture' || !titles.some((title) => title.endsWith(': ' + text)))
    .map((change) => change[0]).join(', ');
}
