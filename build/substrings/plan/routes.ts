/**
 * Route tables: the first codes of a suffix -> its destination. One table covers two codes; longer prefixes have tables of their own.
 *
 * Elsewhere: reading the tables (memory/loops).
 */

/**
 * Concatenated tables, shared by all threads, of one entry per pair of codes (code · width + code): 0 for no
 * destination, a destination plus 1, or the negated number of a further table:
 *
 *     table 0 ┌ −1 │ 0 │ 3 │ … ┐   pair 0 → table 1, by the next two codes
 *     table 1 ┌  1 │ 2 │ 2 │ … ┐   pair 1 → destination 1
 */
export type RouteTables = Int32Array;

/** Collects routes, and copies them into tables. */
export class Routes {
  readonly #tables: Int32Array[];
  readonly #size: number;
  readonly #width: number;

  /** @param width number of codes in the alphabet */
  constructor(width: number) {
    this.#width = width;
    this.#size = width * width;
    this.#tables = [new Int32Array(this.#size)];
  }

  /** @returns a copy of all tables in shared memory */
  shared(): RouteTables {
    const tables = new Int32Array(
      new SharedArrayBuffer(this.#tables.length * this.#size * Int32Array.BYTES_PER_ELEMENT),
    );
    for (const [index, table] of this.#tables.entries()) tables.set(table, index * this.#size);
    return tables;
  }

  /**
   * Sends the suffixes that begin with the prefix and continue with one of the pairs `[from, to)` to a destination.
   *
   * @param prefix an even number of codes
   */
  send(prefix: Uint8Array, from: number, to: number, destination: number): void {
    this.#openTable(prefix).fill(destination + 1, from, to);
  }

  /** @returns the table for the codes after the prefix; created if it is missing */
  #openTable(prefix: Uint8Array): Int32Array {
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
