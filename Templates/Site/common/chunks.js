// Data in chunks, loaded on demand. The least recently used chunks are dropped.

/**
 * @typedef {Object} Chunk
 * @property {any} data null until loaded
 * @property {Array<(data: any) => void>} waiting
 */

export class Chunks {
  /**
   * @param {Record<string, number>} kept the number of chunks to keep of each kind
   * @param {(name: string, failed: () => void) => void} load
   * @param {() => void} changed called when a failed chunk must be requested again
   */
  constructor(kept, load, changed) {
    this.kept = kept;
    this.load = load;
    this.changed = changed;
    /**
     * By kind and key, least recently used first.
     * @type {Map<string, Chunk>}
     */
    this.entries = new Map();
  }

  /**
   * Returns a chunk's data if it is loaded, else loads it.
   * @template Data
   * @param {string} kind
   * @param {string | number} key
   * @param {(data: Data) => void} [then] called when the data arrives; not if it is already loaded
   * @returns {Data | null}
   */
  get(kind, key, then) {
    const name = kind + '/' + key;
    let entry = this.entries.get(name);
    if (!entry) {
      entry = { data: null, waiting: [] };
      // Code that still needs a failed chunk requests it again on the next update of the page.
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
   * Called by the data files.
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
