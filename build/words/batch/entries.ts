/**
 * The entries of a batch, stem by stem, as varints of seven bits per byte; most take one byte:
 *
 *     count of entries │ doc gap │ (frequency − 1) · fields + field │ first place, gaps between places │ next entry …
 *
 * Places are written only for fields that keep positions. Entries are ordered by doc, then by field.
 */
import { type DocId, docId } from '../../../src/content/model/index.js';
import { GrowingU32, VarintCursor, varintLength, writeVarint } from '../../../src/format/index.js';

/** A stem in a field of a doc. */
export interface Entry {
  /** Of the batch. */
  doc: DocId;
  field: number;
  /** How often it stands there, at least once. */
  frequency: number;
}

/** Entries in the order in which they were found: by doc, then by field. */
export interface FoundEntries {
  /** Entry → stem. */
  readonly stems: Uint32Array;
  readonly docs: Uint32Array;
  readonly fields: Uint32Array;
  readonly frequencies: Uint32Array;
  /** Of entries in fields that keep places so many each, ascending, one entry's behind the other's. */
  readonly places: Uint32Array;
}

/**
 * @param places stem → its place in the order, plus 1
 * @param keepsPlaces field → whether it keeps where words stand
 * @returns the entries of each stem, in order, and how many bytes each stem's take
 * Cost: O(entries): one pass to find out where each stem's begin, and one to write them there.
 */
export function entryBytes(
  found: FoundEntries,
  places: Uint32Array,
  stems: number,
  keepsPlaces: readonly boolean[],
): { readonly bytes: Uint8Array; readonly sizes: Uint32Array } {
  const counts = new Uint32Array(stems);
  const sizes = new Uint32Array(stems);
  const lastDocs = new Uint32Array(stems);
  const fields = keepsPlaces.length;
  let from = 0;
  for (let entry = 0; entry < found.stems.length; entry += 1) {
    const place = places[found.stems[entry]!]! - 1;
    const doc = found.docs[entry]!;
    counts[place]! += 1;
    sizes[place]! += varintLength(doc - lastDocs[place]!) + varintLength(fieldAndFrequency(found, entry, fields));
    lastDocs[place] = doc;
    if (!keepsPlaces[found.fields[entry]!]!) continue;
    const to = from + found.frequencies[entry]!;
    for (let last = -1; from < to; from += 1) {
      sizes[place]! += varintLength(found.places[from]! - last - 1);
      last = found.places[from]!;
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
  for (let entry = 0; entry < found.stems.length; entry += 1) {
    const place = places[found.stems[entry]!]! - 1;
    const doc = found.docs[entry]!;
    const afterDoc = writeVarint(bytes, next[place]!, doc - lastDocs[place]!);
    next[place] = writeVarint(bytes, afterDoc, fieldAndFrequency(found, entry, fields));
    lastDocs[place] = doc;
    if (!keepsPlaces[found.fields[entry]!]!) continue;
    const to = from + found.frequencies[entry]!;
    for (let last = -1; from < to; from += 1) {
      next[place] = writeVarint(bytes, next[place]!, found.places[from]! - last - 1);
      last = found.places[from]!;
    }
  }
  return { bytes, sizes };
}

/** What is written of an entry beside its doc. It may have more than 32 bits. */
const fieldAndFrequency = ({ fields: fieldOf, frequencies }: FoundEntries, entry: number, fields: number): number =>
  (frequencies[entry]! - 1) * fields + fieldOf[entry]!;

/** Reads the entries of one stem after the other. */
export class EntryReader {
  readonly entry: Entry = { doc: docId(0), field: 0, frequency: 0 };
  /** Where the entries read so far stand, one's behind the other's, of fields that keep it; whoever wants to may empty it. */
  readonly places = new GrowingU32();
  readonly #bytes: Uint8Array;
  readonly #keepsPlaces: readonly boolean[];
  readonly #cursor = new VarintCursor();

  /** @param keepsPlaces field → whether it keeps where words stand */
  constructor(bytes: Uint8Array, keepsPlaces: readonly boolean[]) {
    this.#bytes = bytes;
    this.#keepsPlaces = keepsPlaces;
  }

  /** Goes to where a stem begins. @returns how many entries it has */
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
    for (let left = entry.frequency; left > 0; left -= 1) {
      place += this.#cursor.varint(this.#bytes) + 1;
      this.places.push(place);
    }
  }

  /** Where what has been read ends. */
  get end(): number {
    return this.#cursor.at;
  }
}
