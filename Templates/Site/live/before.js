// What was there before the last change, for as long as nothing newer is.

/**
 * Shows pictures of the edition before until their successors are whole, and never after that.
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
 * What data files call. One that was asked for before a change may come after it, and its successor after that: then
 * cards that were made of it are made again.
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
