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
  const { counts, sizes } = measureEntries(columns, places, stems, keepsPlaces);
  /** Stem → index of its next byte. */
  const nextBytes = new Float64Array(stems);
  let byteLength = 0;
  for (let stem = 0; stem < stems; stem += 1) {
    nextBytes[stem] = byteLength;
    byteLength += sizes[stem]!;
  }
  const bytes = new Uint8Array(byteLength);
  for (let stem = 0; stem < stems; stem += 1) nextBytes[stem] = writeVarint(bytes, nextBytes[stem]!, counts[stem]!);
  writeEntries(columns, places, keepsPlaces, bytes, nextBytes);
  return { bytes, sizes };
}

/** @returns number of entries and byte length of each stem, in the order of the stems */
function measureEntries(
  columns: EntryColumns,
  stemPlaces: Uint32Array,
  stems: number,
  keepsPlaces: readonly boolean[],
): { readonly counts: Uint32Array; readonly sizes: Uint32Array } {
  const counts = new Uint32Array(stems);
  const sizes = new Uint32Array(stems);
  const lastDocs = new Uint32Array(stems);
  const fields = keepsPlaces.length;
  let nextPlace = 0;
  for (let entry = 0; entry < columns.stems.length; entry += 1) {
    const stem = stemPlaces[columns.stems[entry]!]! - 1;
    const doc = columns.docs[entry]!;
    let size = varintLength(doc - lastDocs[stem]!) + varintLength(fieldAndFrequency(columns, entry, fields));
    lastDocs[stem] = doc;
    if (keepsPlaces[columns.fields[entry]!]!) {
      const placesEnd = nextPlace + columns.frequencies[entry]!;
      for (let last = -1; nextPlace < placesEnd; nextPlace += 1) {
        size += varintLength(columns.places[nextPlace]! - last - 1);
        last = columns.places[nextPlace]!;
      }
    }
    counts[stem]! += 1;
    sizes[stem]! += size;
  }
  for (let stem = 0; stem < stems; stem += 1) sizes[stem]! += varintLength(counts[stem]!);
  return { counts, sizes };
}

/** @param nextBytes stem → index of its first entry in `bytes`; afterwards, the end of its entries */
function writeEntries(
  columns: EntryColumns,
  stemPlaces: Uint32Array,
  keepsPlaces: readonly boolean[],
  bytes: Uint8Array,
  nextBytes: Float64Array,
): void {
  const lastDocs = new Uint32Array(nextBytes.length);
  const fields = keepsPlaces.length;
  let nextPlace = 0;
  for (let entry = 0; entry < columns.stems.length; entry += 1) {
    const stem = stemPlaces[columns.stems[entry]!]! - 1;
    const doc = columns.docs[entry]!;
    let end = writeVarint(bytes, nextBytes[stem]!, doc - lastDocs[stem]!);
    end = writeVarint(bytes, end, fieldAndFrequency(columns, entry, fields));
    lastDocs[stem] = doc;
    if (keepsPlaces[columns.fields[entry]!]!) {
      const placesEnd = nextPlace + columns.frequencies[entry]!;
      for (let last = -1; nextPlace < placesEnd; nextPlace += 1) {
        end = writeVarint(bytes, end, columns.places[nextPlace]! - last - 1);
        last = columns.places[nextPlace]!;
      }
    }
    nextBytes[stem] = end;
  }
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
