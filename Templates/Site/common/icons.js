// The page's icons: lines on a grid of 24 by 24.

const namespace = 'http://www.w3.org/2000/svg';

/** Lines by name. */
const lines = Object.freeze({
  close: 'm7 7 10 10M17 7 7 17',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  next: 'm10 6 6 6-6 6',
  outside: 'M14 4h6v6M20 4l-9 9M17 14v5H5V7h5',
  pencil: 'm5 19 1-4L16 5l3 3L9 18zM13.5 7.5l3 3',
  previous: 'm14 6-6 6 6 6',
  size: 'M4 9V4h5M20 15v5h-5M4 4l6 6M20 20l-6-6',
});

/**
 * @param {keyof lines} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const element = document.createElementNS(namespace, 'svg');
  const line = document.createElementNS(namespace, 'path');
  element.setAttribute('class', 'icon');
  element.setAttribute('viewBox', '0 0 24 24');
  element.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', lines[name]);
  element.append(line);
  return element;
}
