// Plays the reference and the current film side by side with a common slider.

import { make, the } from '../common/elements.js';
import { button } from './elements.js';
import { FilmSide } from './film-frames.js';
import { FilmPane } from './film-pane.js';
import { distance, happening, marksOf, seconds, stretches, tellings } from './film-words.js';
import { grouped } from './writing.js';

/**
 * @typedef {import('./film-types.js').FilmData} FilmData
 * @typedef {import('./views.js').Scene} Scene
 */

export class FilmPlayer {
  /**
   * @param {Scene} scene
   * @param {FilmData} data
   * @param {string} id of the case
   */
  constructor(scene, [pictures, approved, actual, expected], id) {
    this.look = scene.look;
    this.actual = actual;
    this.expected = expected;
    this.last = Math.max(actual.frames.length, expected ? expected.frames.length : 0) - 1;
    this.marks = marksOf(actual, expected);
    this.panes = [];
    if (expected) {
      const canvas = scene.stage.addPane('Approved', lengthNote(expected));
      this.panes.push(new FilmPane(canvas, new FilmSide(expected, [approved, pictures]), 'Approved film ' + id));
    }
    const canvas = scene.stage.addPane('Film', lengthNote(actual));
    this.panes.push(new FilmPane(canvas, new FilmSide(actual, [pictures]), 'Film ' + id));
    this.slider = make('input', 'film-slider');
    this.time = make('span', 'film-time');
    this.words = make('ul', 'film-words');
    this.playButton = button('', 'Play', () => this.toggle());
    /** The animation frame of a running film, 0 for none. */
    this.running = 0;
    scene.leave = () => this.leave();
    scene.keys = {
      ' ': () => this.toggle(),
      ArrowLeft: (isFar) => this.step(isFar ? -10 : -1), ArrowRight: (isFar) => this.step(isFar ? 10 : 1),
      Home: () => this.go(0), End: () => this.go(this.last), '[': () => this.goToMark(-1), ']': () => this.goToMark(1),
    };
    // Reasons contain rounded times.
    scene.goToTime = (time) => this.go(Math.round(time * actual.rate));
    this.addControls();
    this.show(this.look.frame ?? this.firstOfInterest);
  }

  /** The first jump, else the first difference from the approved film, else the beginning. */
  get firstOfInterest() {
    const first = (/** @type {string} */ kind) => this.marks.find((mark) => mark.kind === kind);
    return (first('jump') || first('different') || { frame: 0 }).frame;
  }

  addControls() {
    const bar = the('player');
    Object.assign(this.slider, { type: 'range', min: '0', max: String(this.last), step: '1', id: 'film-slider' });
    this.slider.setAttribute('aria-label', 'Frame');
    this.slider.oninput = () => this.go(Number(this.slider.value));
    /** @type {(text: string, label: string, key: string, action: () => void) => HTMLElement} */
    const small = (text, label, key, action) => {
      const element = button('quiet square', text, action);
      element.setAttribute('aria-label', label);
      element.setAttribute('aria-keyshortcuts', key);
      element.title = label;
      return element;
    };
    const speed = make('select', '', ...[1, 0.5, 0.25, 0.1].map((each) => {
      const option = make('option', '', each === 1 ? 'Real time' : '1/' + 1 / each);
      option.value = String(each);
      return option;
    }));
    speed.value = String(this.look.speed);
    speed.setAttribute('aria-label', 'Speed');
    speed.onchange = () => {
      this.look.speed = Number(speed.value);
      // The part already played had the previous speed.
      if (!this.running) return;
      this.stop();
      this.play();
    };
    this.playButton.setAttribute('aria-keyshortcuts', 'Space');
    const buttons = make('div', 'film-buttons', small('⇤', 'Mark before', '[', () => this.goToMark(-1)),
      small('‹', 'Frame before', 'ArrowLeft', () => this.step(-1)), this.playButton,
      small('›', 'Next frame', 'ArrowRight', () => this.step(1)), small('⇥', 'Next mark', ']', () => this.goToMark(1)),
      make('span', 'select', speed), this.time);
    const track = make('div', 'film-track', this.slider, this.ticks());
    bar.replaceChildren(track, buttons, this.words);
    bar.hidden = false;
  }

  /** Marks below the slider: events, differences and jumps. */
  ticks() {
    const ticks = make('div', 'film-ticks');
    ticks.setAttribute('aria-hidden', 'true');
    const share = (/** @type {number} */ frame) => (this.last ? frame / this.last * 100 : 0) + '%';
    const add = (/** @type {string} */ kind, /** @type {number} */ frame, /** @type {string} */ text) => {
      const tick = make('i', kind);
      tick.style.left = share(frame);
      tick.title = text;
      ticks.append(tick);
      return tick;
    };
    for (const [from, to] of stretches(this.actual, this.expected)) add('stretch', from, '').style.width = share(to - from);
    for (const mark of this.marks) {
      if (mark.kind !== 'different') add(mark.kind, mark.frame, seconds(mark.frame / this.actual.rate) + ' s: ' + mark.text);
    }
    return ticks;
  }

  /** @param {number} frame */
  show(frame) {
    const number = Math.max(0, Math.min(this.last, frame));
    this.look.frame = number;
    const { actual, expected } = this;
    const now = actual.frames[Math.min(number, actual.frames.length - 1)];
    const before = expected && expected.frames[Math.min(number, expected.frames.length - 1)];
    const by = before ? distance(now, before) : null;
    const was = by !== null && now.anchor ? now.anchor.y - by : null;
    this.panes.forEach((pane, place) => pane.show(number, place === this.panes.length - 1 ? was : null));
    const time = seconds(number / actual.rate) + ' s';
    this.time.textContent = time + ' · frame ' + grouped(number + 1) + ' of ' + grouped(this.last + 1);
    const told = tellings(actual, expected, number);
    const event = happening(actual, number);
    const lines = told.map((each) => make('li', each.isWrong ? 'wrong' : '', each.text));
    if (!told.length) lines.push(make('li', 'good', expected ? 'As approved' : 'No jumps'));
    if (event) lines.push(make('li', 'dim', event));
    this.words.replaceChildren(...lines);
    this.slider.value = String(number);
    this.slider.setAttribute('aria-valuetext', [time, ...told.map((each) => each.text)].join(', '));
  }

  /** @param {number} frame */
  go(frame) {
    this.stop();
    this.show(frame);
  }

  /** @param {number} by */
  step(by) { this.go((this.look.frame || 0) + by); }

  /** @param {number} direction */
  goToMark(direction) {
    const now = this.look.frame || 0;
    const frames = this.marks.map((mark) => mark.frame);
    const next = direction > 0 ? frames.find((frame) => frame > now) : frames.reverse().find((frame) => frame < now);
    this.go(next ?? (direction > 0 ? this.last : 0));
  }

  toggle() {
    if (this.running) this.stop();
    else this.play();
  }

  play() {
    const from = (this.look.frame || 0) >= this.last ? 0 : this.look.frame || 0;
    const start = performance.now();
    const tick = (/** @type {number} */ now) => {
      const frame = from + Math.floor(Math.max(0, now - start) / 1000 * this.actual.rate * this.look.speed);
      this.show(frame);
      if (frame >= this.last) this.stop();
      else this.running = requestAnimationFrame(tick);
    };
    this.running = requestAnimationFrame(tick);
    this.playButton.textContent = 'Pause';
  }

  stop() {
    cancelAnimationFrame(this.running);
    this.running = 0;
    this.playButton.textContent = 'Play';
  }

  leave() {
    this.stop();
    the('player').hidden = true;
    the('player').replaceChildren();
  }
}

/** @param {import('./film-types.js').FilmRecord} record */
function lengthNote(record) {
  return seconds((record.frames.length - 1) / record.rate) + ' s, ' + record.screen.width + ' × ' + record.screen.height + ' pt';
}
