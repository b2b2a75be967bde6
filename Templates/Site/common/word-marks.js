// Highlights search words in the text layer over a card's image. The browser paints the highlights; the text is not
// modified.

import { foundRanges } from './folding.js';

/**
 * @param {Element | undefined} element a card; undefined removes the highlights
 * @param {Array<import('./folding.js').Sought>} words
 */
export function markWords(element, words) {
  const marks = CSS.highlights;
  if (!marks) return;
  const texts = element ? [...element.querySelectorAll('.text:not(.row .text)')] : [];
  marks.set('found', new Highlight(...texts.flatMap((text) =>
    foundRanges(text.textContent ?? '', words).map(([start, end]) => rangeIn(text, start, end)))));
}

/**
 * @param {Element} element
 * @param {number} start relative to the element's text
 * @param {number} end
 */
function rangeIn(element, start, end) {
  const range = new Range();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = (node.textContent ?? '').length;
    if (start >= passed && start < passed + length) range.setStart(node, start - passed);
    if (end > passed && end <= passed + length) range.setEnd(node, end - passed);
    passed += length;
  }
  return range;
}
