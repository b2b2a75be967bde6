// Shows problems of templates, tokens, options or the feed over the last valid page.

import { make } from '../common/elements.js';

/** @type {Record<string, Partial<CSSStyleDeclaration>>} */
const looks = {
  box: {
    position: 'fixed', left: '0', right: '0', bottom: '0', zIndex: '1000', maxHeight: '60vh', overflow: 'auto',
    padding: '12px 16px', background: 'var(--night)', color: 'var(--on-dark)', font: '14px/1.45 var(--mono)',
    borderTop: '3px solid var(--difference)', boxShadow: 'var(--shadow-large)', overflowWrap: 'anywhere',
  },
  place: { color: 'var(--fails-on-dark)', fontWeight: '700' },
  hint: { color: 'var(--gray-4)' },
  problem: { margin: '0 0 8px' },
};

/**
 * The place of a problem in the notation of compilers and editors.
 * @param {import('./news.js').Problem} problem
 */
function problemPlace({ file, line, column, path }) {
  const lines = [file, line, column].filter((part) => part !== undefined).join(':');
  return path ? (lines ? lines + ': ' : '') + path : lines;
}

export class Overlay {
  constructor() {
    this.element = styled('div', 'box');
    this.element.id = 'problems';
    this.element.setAttribute('role', 'alert');
    this.element.hidden = true;
    this.shown = '[]';
    document.body.append(this.element);
  }

  /** @param {Array<import('./news.js').Problem>} problems empty hides the overlay */
  show(problems) {
    const text = JSON.stringify(problems);
    // The same problems arrive repeatedly. Keep the elements for screen readers and text selection.
    if (text === this.shown) return;
    this.shown = text;
    this.element.hidden = !problems.length;
    this.element.replaceChildren(...problems.map((problem) => {
      const place = problemPlace(problem);
      return styled(
        'p', 'problem', place ? styled('span', 'place', place) : null, place ? ' ' : null,
        problem.message, ' [' + problem.code + ']',
        problem.hint ? make('br', '') : null, problem.hint ? styled('span', 'hint', 'hint: ' + problem.hint) : null);
    }));
    // Content below the overlay can still be scrolled into view.
    document.body.style.paddingBottom = problems.length ? Math.ceil(this.element.getBoundingClientRect().height) + 'px' : '';
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} look
 * @param {...(string | Node | null)} content
 */
function styled(tag, look, ...content) {
  const element = make(tag, '', ...content);
  // Set styles as properties: the page's policy forbids inline styles in markup.
  Object.assign(element.style, looks[look]);
  return element;
}
