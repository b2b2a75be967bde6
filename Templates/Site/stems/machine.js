// The virtual machine for Snowball programs: a word, a cursor, and the basic commands.

/**
 * The word being processed.
 * @typedef {Object} Word
 * @property {string} text
 * @property {number} cursor
 * @property {number} start the limit of the cursor toward the word's beginning
 * @property {number} end
 * @property {number} from the start of the slice that `delete` and `<-` change
 * @property {number} to
 *
 * @typedef {() => boolean} Command
 * @typedef {() => number} Value
 * @typedef {{strings: Map<string, Slice>, lengths: Array<number>, found: Slice | undefined}} Among
 * @typedef {{when: Command | null, then: Command}} Slice the command after one of the strings, and a condition
 */

/** Commands created in backward mode look before the cursor and move it toward the word's beginning. */
export class Machine {
  constructor() {
    /** @type {Word} */
    this.word = { text: '', cursor: 0, start: 0, end: 0, from: 0, to: 0 };
    /** Letters of each grouping. @type {Map<string, Set<string>>} */
    this.groupings = new Map();
    /** @type {Map<string, Command>} */
    this.routines = new Map();
    /** Called routines, including undefined ones. @type {Set<string>} */
    this.called = new Set(['stem']);
    /** Integers, and booleans as 0 and 1. @type {Map<string, number>} */
    this.numbers = new Map();
    this.isBackward = false;
  }

  /** @param {string} text */
  stem(text) {
    const { length } = text;
    Object.assign(this.word, { text, cursor: 0, start: 0, end: length, from: 0, to: length });
    for (const name of this.numbers.keys()) this.numbers.set(name, 0);
    this.routines.get('stem')?.();
    return this.word.text;
  }

  /** @param {string} name @returns {Command} calls a routine, which may be defined later */
  routine(name) {
    this.called.add(name);
    return () => /** @type {Command} */ (this.routines.get(name))();
  }

  /**
   * Creates commands in backward mode.
   * @template Made
   * @param {() => Made} make
   */
  backward(make) {
    const { isBackward } = this;
    this.isBackward = true;
    const made = make();
    this.isBackward = isBackward;
    return made;
  }

  /**
   * Saves and restores the cursor around a command. Backward, the position is relative to the end, because deletions
   * happen after the cursor.
   */
  keeper() {
    const { word, isBackward } = this;
    return () => {
      const kept = isBackward ? word.end - word.cursor : word.cursor;
      return () => { word.cursor = isBackward ? word.end - kept : kept; };
    };
  }

  /** @param {Command} inner @returns {Command} */
  repeating(inner) {
    const keep = this.keeper();
    return () => {
      for (;;) {
        const back = keep();
        if (inner()) continue;
        back();
        return true;
      }
    };
  }

  /** @param {Value} count @param {Command} inner @param {boolean} isMore whether to go on @returns {Command} */
  times(count, inner, isMore) {
    const more = isMore ? this.repeating(inner) : () => true;
    return () => {
      for (let left = count(); left > 0; left -= 1) if (!inner()) return false;
      return more();
    };
  }

  /** @param {Command} first @param {Command} second @param {boolean} isOr false for `and` @returns {Command} */
  either(first, second, isOr) {
    const keep = this.keeper();
    return () => {
      const back = keep();
      if (first() === isOr) return isOr;
      back();
      return second();
    };
  }

  /** @param {string} how `do`, `try`, `test`, `not`, `fail` @param {Command} inner @returns {Command} */
  trying(how, inner) {
    const keep = this.keeper();
    return () => {
      const back = keep();
      const isDone = inner();
      if (how !== 'try' || !isDone) back();
      return how === 'test' ? isDone : how === 'not' ? !isDone : how !== 'fail';
    };
  }

  /** @param {Command} inner tried at one position after another @param {boolean} isPast @returns {Command} */
  seeking(inner, isPast) {
    const keep = this.keeper();
    const step = this.hop(() => 1);
    return () => {
      for (;;) {
        const back = keep();
        const isThere = inner();
        if (!isThere || !isPast) back();
        if (isThere) return true;
        if (!step()) return false;
      }
    };
  }

  /** @param {Value} value the new position; fails if the cursor is past it @returns {Command} */
  going(value) {
    const { word, isBackward } = this;
    return () => {
      const mark = value();
      if (isBackward ? word.cursor < mark : word.cursor > mark) return false;
      word.cursor = mark;
      return true;
    };
  }

  /** @param {Command} inner made backward @returns {Command} */
  fromEnd(inner) {
    const { word } = this;
    return () => {
      const { start } = word;
      word.start = word.cursor;
      word.cursor = word.end;
      const isDone = inner();
      word.cursor = word.start;
      word.start = start;
      return isDone;
    };
  }

  /** @param {Command} place moves to the limit for the other command @param {Command} inner @returns {Command} */
  limited(place, inner) {
    const { word, isBackward } = this;
    const keep = this.keeper();
    return () => {
      const back = keep();
      if (!place()) return false;
      const { start, end, cursor } = word;
      if (isBackward) word.start = cursor;
      else word.end = cursor;
      back();
      const isDone = inner();
      // The text beyond the limit has kept its length.
      if (isBackward) word.start = start;
      else word.end += end - cursor;
      return isDone;
    };
  }

  /** @param {Value} count @returns {Command} */
  hop(count) {
    const { word, isBackward } = this;
    return () => {
      const next = word.cursor + (isBackward ? -count() : count());
      if (next < word.start || next > word.end) return false;
      word.cursor = next;
      return true;
    };
  }

  /** @param {string} name of a grouping @param {boolean} isIn @returns {Command} */
  letter(name, isIn) {
    const { word, isBackward } = this;
    const letters = /** @type {Set<string>} */ (this.groupings.get(name));
    return () => {
      const at = isBackward ? word.cursor - 1 : word.cursor;
      if (at < word.start && isBackward || at >= word.end || letters.has(word.text[at]) !== isIn) return false;
      word.cursor += isBackward ? -1 : 1;
      return true;
    };
  }

  /** @param {string} wanted @returns {Command} */
  literal(wanted) {
    const { word, isBackward } = this;
    return () => {
      const from = isBackward ? word.cursor - wanted.length : word.cursor;
      if (from < word.start && isBackward || from + wanted.length > word.end) return false;
      if (!word.text.startsWith(wanted, from)) return false;
      word.cursor += isBackward ? -wanted.length : wanted.length;
      return true;
    };
  }

  /** @param {string} other @returns {Command} replaces the slice */
  replacing(other) {
    const { word } = this;
    return () => {
      const { text, from, to } = word;
      word.text = text.slice(0, from) + other + text.slice(to);
      const grown = other.length - (to - from);
      word.end += grown;
      if (word.cursor >= to) word.cursor += grown;
      else if (word.cursor > from) word.cursor = from;
      word.to = from + other.length;
      return true;
    };
  }

  /** @param {Among} among @returns {Command} searches for the longest matching string */
  longest(among) {
    const { word, isBackward } = this;
    return () => {
      const { cursor } = word;
      for (const length of among.lengths) {
        const from = isBackward ? cursor - length : cursor;
        if (from < word.start || from + length > word.end) continue;
        const found = among.strings.get(word.text.slice(from, from + length));
        if (!found) continue;
        const reached = isBackward ? from : from + length;
        word.cursor = reached;
        if (found.when && !found.when()) continue;
        word.cursor = reached;
        among.found = found;
        return true;
      }
      word.cursor = cursor;
      return false;
    };
  }
}
