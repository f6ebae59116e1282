/**
 * Writes and reads the entries of a batch, stem by stem, as varints of seven bits per byte; most take one byte:
 *
 *     count of entries │ doc gap │ (frequency − 1) · fields + field │ first place, gaps between places │ next entry …
 *
 * Places are written only for fields with positions. Entries are ordered by doc, then by field.
 */
import { type DocId, docId } from '../../../src/content/model/index.js';
import { GrowingU32, VarintCursor, varintLength, writeVarint } from '../../../src/format/index.js';

/** A stem in a field of a doc. */
export interface Entry {
  /** Doc of the batch, from 0. */
  doc: DocId;
  field: number;
  /** Number of occurrences, at least one. */
  frequency: number;
}

/** Entries as columns, ordered by doc, then by field. */
export interface EntryColumns {
  /** Entry → stem. */
  readonly stems: Uint32Array;
  readonly docs: Uint32Array;
  readonly fields: Uint32Array;
  readonly frequencies: Uint32Array;
  /** The places of entries in fields with positions, concatenated; an entry has `frequency` places, ascending. */
  readonly places: Uint32Array;
}

/**
 * Encodes entries, ordered by stem.
 *
 * @param places      stem → its place in the order, plus 1
 * @param keepsPlaces field → whether the index stores the positions of its words
 * @returns the entries of all stems, in order, and the byte length of each stem's entries
 * Cost: O(entries): one pass to compute the byte lengths, and one to write.
 */
export function encodeEntries(
  columns: EntryColumns,
  places: Uint32Array,
  stems: number,
  keepsPlaces: readonly boolean[],
): { readonly bytes: Uint8Array; readonly sizes: Uint32Array } {
  const counts = new Uint32Array(stems);
  const sizes = new Uint32Array(stems);
  const lastDocs = new Uint32Array(stems);
  const fields = keepsPlaces.length;
  let from = 0;
  for (let entry = 0; entry < columns.stems.length; entry += 1) {
    const place = places[columns.stems[entry]!]! - 1;
    const doc = columns.docs[entry]!;
    counts[place]! += 1;
    sizes[place]! += varintLength(doc - lastDocs[place]!) + varintLength(fieldAndFrequency(columns, entry, fields));
    lastDocs[place] = doc;
    if (!keepsPlaces[columns.fields[entry]!]!) continue;
    const to = from + columns.frequencies[entry]!;
    for (let last = -1; from < to; from += 1) {
      sizes[place]! += varintLength(columns.places[from]! - last - 1);
      last = columns.places[from]!;
    }
  }
  const next = new Float64Array(stems);
  let byteLength = 0;
  for (let place = 0; place < stems; place += 1) {
    next[place] = byteLength;
    sizes[place]! += varintLength(counts[place]!);
    byteLength += sizes[place]!;
  }
  const bytes = new Uint8Array(byteLength);
  for (let place = 0; place < stems; place += 1) next[place] = writeVarint(bytes, next[place]!, counts[place]!);
  lastDocs.fill(0);
  from = 0;
  for (let entry = 0; entry < columns.stems.length; entry += 1) {
    const place = places[columns.stems[entry]!]! - 1;
    const doc = columns.docs[entry]!;
    const afterDoc = writeVarint(bytes, next[place]!, doc - lastDocs[place]!);
    next[place] = writeVarint(bytes, afterDoc, fieldAndFrequency(columns, entry, fields));
    lastDocs[place] = doc;
    if (!keepsPlaces[columns.fields[entry]!]!) continue;
    const to = from + columns.frequencies[entry]!;
    for (let last = -1; from < to; from += 1) {
      next[place] = writeVarint(bytes, next[place]!, columns.places[from]! - last - 1);
      last = columns.places[from]!;
    }
  }
  return { bytes, sizes };
}

/** @returns field and frequency as one number, which may have more than 32 bits */
const fieldAndFrequency = ({ fields: fieldOf, frequencies }: EntryColumns, entry: number, fields: number): number =>
  (frequencies[entry]! - 1) * fields + fieldOf[entry]!;

/** Reads entries, stem by stem. */
export class EntryReader {
  readonly entry: Entry = { doc: docId(0), field: 0, frequency: 0 };
  /** The places of the entries read so far, concatenated, for fields with positions. A caller may empty it. */
  readonly places = new GrowingU32();
  readonly #bytes: Uint8Array;
  readonly #keepsPlaces: readonly boolean[];
  readonly #cursor = new VarintCursor();

  /** @param keepsPlaces field → whether the index stores the positions of its words */
  constructor(bytes: Uint8Array, keepsPlaces: readonly boolean[]) {
    this.#bytes = bytes;
    this.#keepsPlaces = keepsPlaces;
  }

  /** Moves to the start of a stem's entries. @returns their number */
  begin(at: number): number {
    this.#cursor.at = at;
    const count = this.#cursor.varint(this.#bytes);
    this.entry.doc = docId(0);
    return count;
  }

  /** Reads the next entry into `entry`, and adds its places to `places`. */
  next(): void {
    const { entry } = this;
    entry.doc = docId(entry.doc + this.#cursor.varint(this.#bytes));
    const value = this.#cursor.varint(this.#bytes);
    const fields = this.#keepsPlaces.length;
    entry.field = value % fields;
    entry.frequency = 1 + (value - entry.field) / fields;
    if (!this.#keepsPlaces[entry.field]!) return;
    let place = -1;
    for (let remaining = entry.frequency; remaining > 0; remaining -= 1) {
      place += this.#cursor.varint(this.#bytes) + 1;
      this.places.push(place);
    }
  }

  /** Place after the last entry read. */
  get end(): number {
    return this.#cursor.at;
  }
}
