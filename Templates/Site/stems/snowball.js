// A compiler for Snowball (https://snowballstem.org/compiler/snowman.html), a language for stemming algorithms. Each
// command of a program becomes a function that moves a cursor over a word and returns whether it succeeded.

import { Machine } from './machine.js';
import { tokensOf } from './tokens.js';

/** @typedef {import('./machine.js').Command} Command */
/** @typedef {import('./machine.js').Among} Among */
/** @typedef {import('./machine.js').Slice} Slice */

class Program extends Machine {
  /** @param {string} source */
  constructor(source) {
    super();
    this.tokens = tokensOf(source);
    this.at = 0;
    /** @type {Map<string, string>} */
    this.letters = new Map();
    /** The strings of a `substring` whose `among` hasn't followed yet. @type {Among | null} */
    this.among = null;
    this.declarations();
    for (const name of this.called) if (!this.routines.has(name)) throw new SyntaxError('no command ' + name);
  }

  next() {
    if (this.at === this.tokens.length) throw new SyntaxError('a program ends too early');
    return this.tokens[this.at++];
  }

  /** @param {string} wanted */
  take(wanted) {
    const isThere = this.tokens[this.at] === wanted;
    if (isThere) this.at += 1;
    return isThere;
  }

  /** @param {string} wanted */
  expect(wanted) {
    if (!this.take(wanted)) throw new SyntaxError('no ' + wanted + ' before ' + this.tokens[this.at]);
  }

  /** Names or strings up to the closing bracket. */
  list() {
    this.expect('(');
    const names = [];
    while (!this.take(')')) names.push(this.next());
    return names;
  }

  declarations() {
    while (this.at < this.tokens.length && !this.take(')')) {
      const word = this.next();
      if (word === 'backwardmode') {
        this.expect('(');
        this.backward(() => this.declarations());
      } else if (word === 'stringdef') this.letters.set(this.next(), this.string(this.next()));
      else if (word === 'define') this.define(this.next());
      else if (word === 'stringescapes') this.at += 2;
      else {
        const names = this.list();
        if (word === 'integers' || word === 'booleans') for (const name of names) this.numbers.set(name, 0);
      }
    }
  }

  /** @param {string} name */
  define(name) {
    if (this.take('as')) {
      this.routines.set(name, this.command());
      return;
    }
    const letters = this.letterSet();
    for (;;) {
      if (this.take('+')) for (const letter of this.letterSet()) letters.add(letter);
      else if (this.take('-')) for (const letter of this.letterSet()) letters.delete(letter);
      else break;
    }
    this.groupings.set(name, letters);
  }

  letterSet() {
    const word = this.next();
    return new Set(word[0] === "'" ? this.string(word) : this.groupings.get(word));
  }

  /** @param {string} quoted */
  string(quoted) {
    return quoted.slice(1, -1).replace(/\{([^}]*)\}/g, (_, name) => {
      const code = /^U\+([0-9A-Fa-f]+)$/.exec(name);
      return code ? String.fromCodePoint(parseInt(code[1], 16)) : this.letters.get(name) ?? name;
    });
  }

  /** Consecutive commands up to the closing bracket. */
  commands() {
    /** @type {Array<Command>} */
    const all = [];
    while (!this.take(')')) {
      let one = this.command();
      for (;;) {
        const isOr = this.take('or');
        if (!isOr && !this.take('and')) break;
        one = this.either(one, this.command(), isOr);
      }
      all.push(one);
    }
    return all.length === 1 ? all[0] : () => all.every((each) => each());
  }

  /** @returns {Command} */
  command() {
    const { word, isBackward } = this;
    const name = this.next();
    if (name === '(') return this.commands();
    if (name[0] === "'") return this.literal(this.string(name));
    if (name === '$') return this.arithmetic();
    if (name === 'among') return this.choice();
    if (name === 'substring') return this.substring();
    if (name === '<-') return this.replacing(this.string(this.next()));
    switch (name) {
      case 'true': case 'false': return () => name === 'true';
      case 'delete': return this.replacing('');
      case '[': case ']':
        // In backward mode, a slice begins at its end.
        if ((name === '[') === isBackward) return () => { word.to = word.cursor; return true; };
        return () => { word.from = word.cursor; return true; };
      case 'next': return this.hop(() => 1);
      case 'hop': return this.hop(this.value());
      case 'non':
        this.expect('-');
        return this.letter(this.next(), false);
      case 'setmark': {
        const mark = this.next();
        return () => { this.numbers.set(mark, word.cursor); return true; };
      }
      case 'set': case 'unset': {
        const flag = this.next();
        return () => { this.numbers.set(flag, Number(name === 'set')); return true; };
      }
      case 'tomark': case 'atmark': {
        const value = this.value();
        return name === 'atmark' ? () => word.cursor === value() : this.going(value);
      }
      case 'atlimit': return () => word.cursor === (isBackward ? word.start : word.end);
      case 'tolimit': return () => { word.cursor = isBackward ? word.start : word.end; return true; };
      case 'setlimit': {
        const place = this.command();
        this.expect('for');
        return this.limited(place, this.command());
      }
      case 'backwards': return this.fromEnd(this.backward(() => this.command()));
      case 'loop': case 'atleast': {
        const count = this.value();
        return this.times(count, this.command(), name === 'atleast');
      }
      case 'repeat': return this.repeating(this.command());
      case 'goto': case 'gopast': return this.seeking(this.command(), name === 'gopast');
      case 'do': case 'try': case 'test': case 'not': case 'fail': return this.trying(name, this.command());
    }
    if (this.groupings.has(name)) return this.letter(name, true);
    if (this.numbers.has(name)) return () => this.numbers.get(name) === 1;
    return this.routine(name);
  }

  /** @returns {Command} searches for the strings of the next `among` */
  substring() {
    this.among = { strings: new Map(), lengths: [], found: undefined };
    return this.longest(this.among);
  }

  /** @returns {Command} */
  choice() {
    const look = this.among ? () => true : this.substring();
    const among = /** @type {Among} */ (this.among);
    this.among = null;
    this.expect('(');
    /** Strings whose command follows. @type {Array<Slice>} */
    let open = [];
    while (!this.take(')')) {
      if (this.take('(')) {
        const then = this.commands();
        for (const each of open) each.then = then;
        open = [];
        continue;
      }
      const text = this.string(this.next());
      const isNamed = /^[A-Za-z]/.test(this.tokens[this.at]);
      /** @type {Slice} */
      const slice = { when: isNamed ? this.routine(this.next()) : null, then: () => true };
      among.strings.set(text, slice);
      open.push(slice);
    }
    among.lengths = [...new Set([...among.strings.keys()].map((text) => text.length))].sort((a, b) => b - a);
    return () => look() && /** @type {Slice} */ (among.found).then();
  }

  /** `$p1 = limit`, `$p1 <= cursor`, `$(len > 3)` @returns {Command} */
  arithmetic() {
    const isTest = this.take('(');
    const name = isTest ? '' : this.tokens[this.at];
    const left = this.value();
    const operator = this.next();
    const right = this.value();
    if (isTest) this.expect(')');
    switch (operator) {
      case '=': return () => { this.numbers.set(name, right()); return true; };
      case '<': return () => left() < right();
      case '<=': return () => left() <= right();
      case '>': return () => left() > right();
      case '>=': return () => left() >= right();
      default: throw new SyntaxError(operator);
    }
  }

  /** @returns {import('./machine.js').Value} */
  value() {
    const { word } = this;
    const name = this.next();
    if (name === 'cursor') return () => word.cursor;
    if (name === 'limit') return this.isBackward ? () => word.start : () => word.end;
    if (name === 'len') return () => word.text.length;
    if (/^\d/.test(name)) return () => Number(name);
    return () => this.numbers.get(name) ?? NaN;
  }
}

/**
 * Compiles a program into a function that stems words.
 * @param {string} source
 * @returns {(word: string) => string}
 */
export function stemmerOf(source) {
  const program = new Program(source);
  return (word) => program.stem(word);
}
