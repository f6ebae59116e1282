/**
 * Where a suffix goes, by its first codes: a table over two of them, and further ones only below nodes that are large.
 */

/**
 * Tables one behind the other, shared by all threads. Per two codes (code · width + code): 0 for nowhere, a destination
 * plus 1, or the negated number of a further table.
 */
export type RouteTables = Int32Array;

export class Routes {
  readonly #tables: Int32Array[];
  readonly #size: number;
  readonly #width: number;

  /** @param width how many codes there are */
  constructor(width: number) {
    this.#width = width;
    this.#size = width * width;
    this.#tables = [new Int32Array(this.#size)];
  }

  /** @returns what was sent where, for as many threads as there are */
  shared(): RouteTables {
    const tables = new Int32Array(
      new SharedArrayBuffer(this.#tables.length * this.#size * Int32Array.BYTES_PER_ELEMENT),
    );
    for (const [index, table] of this.#tables.entries()) tables.set(table, index * this.#size);
    return tables;
  }

  /**
   * Sends the suffixes that begin with the prefix and go on with one of the pairs `[from, to)` to a destination.
   *
   * @param prefix an even number of codes
   */
  send(prefix: Uint8Array, from: number, to: number, destination: number): void {
    this.#tableOf(prefix).fill(destination + 1, from, to);
  }

  #tableOf(prefix: Uint8Array): Int32Array {
    let table = this.#tables[0]!;
    for (let i = 0; i < prefix.length; i += 2) {
      const pair = prefix[i]! * this.#width + prefix[i + 1]!;
      if (table[pair]! >= 0) {
        table[pair] = -this.#tables.length;
        this.#tables.push(new Int32Array(this.#size));
      }
      table = this.#tables[-table[pair]!]!;
    }
    return table;
  }
}
