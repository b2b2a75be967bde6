// Data in pieces: loaded when somebody needs one, forgotten when others are needed more.

/**
 * @typedef {Object} Chunk
 * @property {any} data null until it comes
 * @property {Array<(data: any) => void>} waiting
 */

export class Chunks {
  /**
   * @param {Record<string, number>} kept how many chunks of each kind are kept
   * @param {(name: string, failed: () => void) => void} load
   * @param {() => void} changed called when something has to be asked for again
   */
  constructor(kept, load, changed) {
    this.kept = kept;
    this.load = load;
    this.changed = changed;
    /**
     * By kind and key, the least recently used first.
     * @type {Map<string, Chunk>}
     */
    this.entries = new Map();
  }

  /**
   * A chunk's data, when it is there; else loads it.
   * @template Data
   * @param {string} kind
   * @param {string | number} key
   * @param {(data: Data) => void} [then] called once the data comes, not when it is there already
   * @returns {Data | null}
   */
  get(kind, key, then) {
    const name = kind + '/' + key;
    let entry = this.entries.get(name);
    if (!entry) {
      entry = { data: null, waiting: [] };
      // Whoever still needs what did not come asks again when the page is next brought up to date.
      this.load(name, () => {
        this.entries.delete(name);
        this.changed();
      });
    }
    this.entries.delete(name);
    this.entries.set(name, entry);
    if (!entry.data && then && !entry.waiting.includes(then)) entry.waiting.push(then);
    return entry.data;
  }

  /**
   * What the data files call.
   * @param {string} kind
   * @param {string} key
   * @param {unknown} data
   */
  receive(kind, key, data) {
    const entry = this.entries.get(kind + '/' + key);
    if (!entry) return;
    entry.data = data;
    for (const then of entry.waiting.splice(0)) then(data);
    this.forget(kind);
  }

  /** @param {string} kind */
  forget(kind) {
    let surplus = -this.kept[kind];
    for (const name of this.entries.keys()) if (name.startsWith(kind + '/')) surplus += 1;
    for (const [name, entry] of this.entries) {
      if (surplus <= 0) return;
      if (!name.startsWith(kind + '/') || !entry.data) continue;
      this.entries.delete(name);
      surplus -= 1;
    }
  }
}
