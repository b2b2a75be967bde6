// Creates and finds elements. Strings become text, never markup.

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
 * The element of the page with an id.
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

/** Whether the page's text runs from right to left. */
export function isBackward() { return document.dir === 'rtl'; }

/**
 * Reverses a horizontal step on right-to-left pages.
 * @param {number} step
 */
export function alongLine(step) { return isBackward() ? -step : step; }
