// Texts about a film: at a moment, and along the timeline.

import { points } from './writing.js';

/**
 * @typedef {import('./film-types.js').FilmRecord} FilmRecord
 * @typedef {import('./film-types.js').FilmFrame} FilmFrame
 * @typedef {{text: string, isWrong: boolean}} Telling
 * @typedef {{frame: number, kind: 'event' | 'different' | 'jump', text: string}} Mark
 */

/** Distances in points that are too small to see. */
const least = 0.5;

/**
 * The precision of texts about films.
 * @param {number} value
 */
export function tenths(value) { return Math.round(value * 10) / 10; }

/** @param {number} value "0.43" */
export function seconds(value) { return value.toFixed(2); }

/** @param {import('./film-types.js').FilmJump} jump */
function jumpWords(jump) {
  const way = points(tenths(Math.abs(jump.distance))) + ' pt ' + (jump.distance < 0 ? 'up' : 'down');
  return jump.item + ' jumps ' + way + ' (' + jump.cause + ')';
}

/** @param {import('./film-types.js').FilmPushedEnd} end */
function pushedWords(end) {
  return 'The last message ' + end.item + ' is pushed ' + points(tenths(end.distance)) + ' pt off the screen (' + end.cause + ')';
}

/**
 * Faults with their times, as text.
 * @param {FilmRecord} record
 * @returns {Array<{time: number, text: string}>}
 */
function faultsOf({ judgement }) {
  return [...judgement.jumps.map((each) => ({ time: each.time, text: jumpWords(each) })),
    ...(judgement.pushedEnds || []).map((each) => ({ time: each.time, text: pushedWords(each) }))];
}

/**
 * A frame shows everything that happened up to its time.
 * @param {FilmRecord} record
 * @param {number} time
 */
export function frameAt(record, time) {
  return Math.max(0, Math.min(record.frames.length - 1, Math.ceil(time * record.rate - 1e-6)));
}

/**
 * The distance of the anchor from its position in the reference, positive downward. Null if it wasn't on the screen.
 * @param {FilmFrame} frame
 * @param {FilmFrame} before the same moment in the reference
 */
export function distance(frame, before) {
  const { anchor } = frame;
  const was = anchor && before.items.find((each) => each.item === anchor.item);
  return was ? anchor.y - (anchor.edge === 'top' ? was.top : was.bottom) : null;
}

/**
 * @param {FilmFrame} frame
 * @param {FilmFrame} before
 * @returns {string} empty if the anchor is at the same position
 */
function difference(frame, before) {
  if (!frame.anchor) return before.anchor ? before.anchor.item + ' is no longer on the screen' : '';
  const by = distance(frame, before);
  if (by === null) {
    const other = before.anchor && before.anchor.item !== frame.anchor.item ? before.anchor.item : '';
    return other && 'The reader sees ' + frame.anchor.item + ' instead of ' + other;
  }
  if (Math.abs(by) <= least) return '';
  const way = points(tenths(Math.abs(by))) + ' pt ' + (by > 0 ? 'lower' : 'higher');
  return frame.anchor.item + ' is ' + way + ' than approved';
}

/**
 * Jumps visible in a frame.
 * @param {FilmRecord} record
 * @param {number} number
 */
export function jumpsAt(record, number) {
  return record.judgement.jumps.filter((jump) => frameAt(record, jump.time) === number);
}

/**
 * Faults visible in a frame.
 * @param {FilmRecord} record
 * @param {number} number
 */
function faultsAt(record, number) {
  return faultsOf(record).filter((fault) => frameAt(record, fault.time) === number);
}

/**
 * All texts about a moment, most important first.
 * @param {FilmRecord} actual
 * @param {FilmRecord | null} expected
 * @param {number} number
 * @returns {Array<Telling>}
 */
export function tellings(actual, expected, number) {
  const frame = actual.frames[Math.min(number, actual.frames.length - 1)];
  const before = expected && expected.frames[Math.min(number, expected.frames.length - 1)];
  /** @type {Array<Telling>} */
  const told = faultsAt(actual, number).map(({ text }) => ({ text, isWrong: true }));
  const differs = before ? difference(frame, before) : '';
  if (differs) told.push({ text: differs, isWrong: true });
  if (frame.blank) told.push({ text: points(tenths(frame.blank)) + ' pt of the screen are blank', isWrong: true });
  if (expected) {
    told.push(...faultsAt(expected, number).map(({ text }) => ({ text: 'Approved: ' + text, isWrong: false })));
  }
  const missing = [frame, before].map((each) => (each && each.placeholders) || 0);
  if (missing[0] || missing[1]) {
    const where = expected && missing[0] !== missing[1] ? ', instead of ' + missing[1] : '';
    const have = missing[0] === 1 ? ' photo is' : ' photos are';
    told.push({ text: missing[0] + have + ' not loaded yet' + where, isWrong: false });
  }
  if (number >= actual.frames.length) told.push({ text: 'This film has ended', isWrong: false });
  return told;
}

/**
 * The most recent event.
 * @param {FilmRecord} record
 * @param {number} number
 */
export function happening(record, number) {
  const past = record.events.filter((event) => frameAt(record, event.time) <= number);
  const last = past[past.length - 1];
  if (!last) return '';
  const texts = past.filter((each) => each.time === last.time).map((each) => each.text);
  return seconds(last.time) + ' s: ' + texts.join(', ');
}

/**
 * Points of interest on the timeline, in order. Each stretch of differing frames counts once, at its start.
 * @param {FilmRecord} actual
 * @param {FilmRecord | null} expected
 * @returns {Array<Mark>}
 */
export function marksOf(actual, expected) {
  /** @type {Array<Mark>} */
  const marks = actual.events.map((event) => ({ frame: frameAt(actual, event.time), kind: 'event', text: event.text }));
  for (const { time, text } of faultsOf(actual)) marks.push({ frame: frameAt(actual, time), kind: 'jump', text });
  for (const [from] of stretches(actual, expected)) {
    const text = expected && difference(actual.frames[from], expected.frames[Math.min(from, expected.frames.length - 1)]);
    marks.push({ frame: from, kind: 'different', text: text || '' });
  }
  const rank = { jump: 0, different: 1, event: 2 };
  return marks.sort((one, other) => one.frame - other.frame || rank[one.kind] - rank[other.kind]);
}

/**
 * Ranges of frames in which the anchor's position differs from the reference.
 * @param {FilmRecord} actual
 * @param {FilmRecord | null} expected
 * @returns {Array<[from: number, to: number]>}
 */
export function stretches(actual, expected) {
  if (!expected) return [];
  /** @type {Array<[from: number, to: number]>} */
  const found = [];
  actual.frames.forEach((frame, number) => {
    if (!difference(frame, expected.frames[Math.min(number, expected.frames.length - 1)])) return;
    const last = found[found.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  });
  return found;
}
