// The numbers of a box: its frames on both sides and the differences.

import { make } from '../common/elements.js';
import { drawnName, referenceName } from './cases.js';
import { contrastOf, ratioText } from './contrast.js';
import { keyOf } from './views.js';
import { points, signed } from './writing.js';

export function inspector() {
  const advice = 'Point at a box, or move between the boxes with Tab (view ' + keyOf('boxes') + ').';
  const section = make('section', 'part', make('h2', '', 'Box'), make('div', 'inspected', make('p', 'dim', advice)));
  section.classList.add('inspector');
  return section;
}

/**
 * @param {import('./types.js').Box} box
 * @param {import('./types.js').Case} one
 * @param {Array<import('./types.js').Box>} boxes
 */
export function numbersOf(box, one, boxes) {
  const [path, drawn, reference, baseline, before, changes, style] = box;
  const head = make('tr', '', make('td'), ...['x', 'y', 'width', 'height', 'base'].map((name) => headCell(name, 'col')));
  const rows = make('tbody', '', numbersRow(referenceName(one), reference, before, points),
    numbersRow(drawnName(one), drawn, baseline, points));
  if (drawn && reference) {
    const row = numbersRow('Delta', drawn.map((value, side) => value - reference[side]),
      baseline !== null && before !== null ? baseline - before : null, signed);
    row.className = 'delta';
    rows.append(row);
  }
  return [make('p', 'path', path), make('table', 'numbers', make('thead', '', head), rows),
    make('ul', 'reasons', ...changes.map((change) => make('li', change[1] ? '' : 'follows', change[0]))),
    ...style?.tokens?.length ? [make('p', 'tokens', ...style.tokens.map((token) => make('code', '', '{' + token + '}')))] : [],
    ...contrastLines(contrastOf(boxes, box))];
}

/** @param {import('./contrast.js').Contrast | null} contrast */
function contrastLines(contrast) {
  if (!contrast) return [];
  const { ratio, needed, text, ground, nearest } = contrast;
  const passes = ratio >= needed;
  const swatch = make('i', 'swatch');
  swatch.style.background = nearest;
  return [make('p', 'contrast', make('b', passes ? 'passes' : 'fails', (passes ? '✓ ' : '✕ ') + ratioText(ratio)),
    ' ' + text + ' on ' + ground + (passes ? '' : '; ' + needed + ' : 1 is needed. ')),
  ...nearest ? [make('p', '', 'Nearest passing color: ', swatch, ' ', make('code', '', nearest))] : []];
}

/**
 * @param {string} name
 * @param {string} scope
 */
function headCell(name, scope) {
  const cell = make('th', '', name);
  cell.setAttribute('scope', scope);
  return cell;
}

/**
 * @param {string} name
 * @param {Array<number> | null} frame
 * @param {number | null} base
 * @param {(value: number) => string} write
 */
function numbersRow(name, frame, base, write) {
  const values = frame ? [...frame, base] : [null, null, null, null, null];
  return make('tr', '', headCell(name, 'row'), ...values.map((value) => {
    const text = value === null ? '–' : write(value);
    return make('td', write === signed && text !== '0' && text !== '–' ? 'differs' : '', text);
  }));
}
