// Snowball stemmers for the languages of a page, loaded on the first search for a word in their script.

/** The maximum wait for them, in milliseconds. */
const patience = 1000;
/** Words in one script. Cyrillic is limited to the letters of Russian. */
const scripts = Object.freeze({
  ar: /^[\p{scx=Arabic}\p{M}]+$/u, ru: /^[\u0430-\u044f\u0451\u0301\u0306\u0308]+$/iu, other: /^[\p{scx=Latin}\p{M}]+$/u,
});

export class Stemmers {
  /**
   * @param {Array<string>} languages in the order of their files
   * @param {(number: number, then: () => void) => any} load loads a file: 0 is the interpreter, 1 the first language's
   *   program
   */
  constructor(languages, load) {
    this.languages = languages;
    this.load = load;
    /** @type {Map<string, (word: string) => string>} */
    this.known = new Map();
    this.waiting = 0;
    /** Whether they failed to load in time. */
    this.isLate = false;
    /** Checks whether they have loaded. */
    this.look = () => {};
    this.arrived = () => this.look();
  }

  /**
   * Adds the forms of its words to a query.
   * @param {import('./search-query.js').Query} query
   * @param {() => void} then called when they have loaded, or time is up
   */
  addTo(query, then) {
    clearTimeout(this.waiting);
    const go = () => {
      const forms = query.typed.map((word) => this.formsOf(word));
      if (!this.isLate && forms.includes(undefined)) return false;
      clearTimeout(this.waiting);
      this.look = () => {};
      query.forms = forms.map((each) => each ?? null);
      then();
      return true;
    };
    this.look = go;
    if (go()) return;
    this.waiting = setTimeout(() => {
      this.isLate = true;
      go();
    }, patience);
  }

  /**
   * @param {string} word
   * @returns {import('../stems/word-forms.js').WordForms | null | undefined} null for a word without other forms,
   *   undefined while programs load
   */
  formsOf(word) {
    const languages = word.length < 3 ? [] : this.languages.filter((language) =>
      (language === 'ar' || language === 'ru' ? scripts[language] : scripts.other).test(word));
    if (!languages.length) return null;
    // Request all files before checking any.
    /** @type {typeof import('../stems/main.js').parts | null} */
    const parts = this.load(0, this.arrived);
    const programs = languages.map((language) => this.load(this.languages.indexOf(language) + 1, this.arrived));
    if (!parts || programs.some((each) => !each)) return undefined;
    return new parts.WordForms(word, languages.map((language, at) => ({
      language, stem: this.stemmer(language, () => parts.stemmerOf(programs[at][0])),
    })));
  }

  /** @param {string} language @param {() => (word: string) => string} make */
  stemmer(language, make) {
    const stem = this.known.get(language) ?? make();
    this.known.set(language, stem);
    return stem;
  }
}
