// Elements. Words come in as text, never as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [name] the class
 * @param {...(string | Node | null)} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, name, ...content) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  for (const each of content) if (each !== null) element.append(each);
  return element;
}

/**
 * The page's element of that id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function the(id, kind = /** @type {any} */ (HTMLElement)) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError('no ' + kind.name + ' #' + id);
  return element;
}

/** Whether the page's lines run from right to left. */
export function isBackward() { return document.dir === 'rtl'; }

/**
 * A step along the line, to the right or to the left.
 * @param {number} step
 */
export function alongLine(step) { return isBackward() ? -step : step; }
