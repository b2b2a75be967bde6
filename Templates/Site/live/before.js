// Keeps content from before the last change until its replacement has loaded.

/**
 * Shows images of the previous snapshot until their replacements have loaded.
 * @param {import('../feed/pictures.js').Pictures} pictures
 * @param {Map<string, HTMLImageElement | SVGSVGElement>} before by name
 */
export function showBefore(pictures, before) {
  const own = pictures.get.bind(pictures);
  pictures.get = (post, state) => {
    const name = pictures.name(post, state);
    const image = own(post, state);
    if (image) before.delete(name);
    return image || before.get(name) || null;
  };
}

/**
 * Called by data files. A file requested before a change may arrive after it, and its replacement after that. Cards
 * made from the older file are then created again.
 * @param {import('../common/chunks.js').Chunks} chunks
 * @param {() => void} again
 * @returns {import('../common/chunks.js').Chunks['receive']}
 */
export function receiving(chunks, again) {
  return (kind, key, data) => {
    const isSecond = Boolean(chunks.entries.get(kind + '/' + key)?.data);
    chunks.receive(kind, key, data);
    if (isSecond) again();
  };
}
