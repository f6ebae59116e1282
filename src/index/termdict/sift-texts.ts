/**
 * Runs a compiled loop (search-routine) over texts whose addresses a dictionary knows, and takes what it has found.
 */
import { type SearchTexts, searchRoutinesIn, UNSURE } from './search-routine.js';

/** Room for what a compiled loop reads and writes: an arena. */
export interface Scratch {
  readonly memory: WebAssembly.Memory | undefined;
  list(length: number): Uint32Array;
  isHome(buffer: ArrayBufferLike): boolean;
}

/** Tests one term. */
export type Holds = (index: number) => boolean;

/** Which attribute of a record the text is. */
export interface Attribute {
  readonly place: number;
  /** How many attributes stand behind it. */
  readonly behind: number;
  /** Bytes of it before the text. */
  readonly lead: number;
}

/** What a dictionary says of the texts that are looked at. */
export interface Sifted {
  /** Whatever the texts lie in. */
  readonly chunks: readonly Uint8Array[];
  /** Undefined where texts lie by themselves. */
  readonly attribute: Attribute | undefined;
  /** Writes the addresses of the terms' records; of texts by themselves, start and end of each. */
  readonly locate: (indexes: Uint32Array, addresses: Uint32Array) => void;
  /** Makes the test of one term, for those that a backslash before what was found leaves in doubt. */
  readonly containing: () => Holds;
}

/**
 * @param pattern as it stands in the texts, at least one byte
 * @returns the terms that hold it, in their order; undefined where not all of it lies in the memory of compiled loops
 * Cost: O(bytes of the texts / 16).
 */
export function siftTexts(
  indexes: Uint32Array,
  pattern: Uint8Array,
  scratch: Scratch,
  { chunks, attribute, locate, containing }: Sifted,
): Uint32Array | undefined {
  if (indexes.length === 0) return indexes;
  if (scratch.memory === undefined || chunks.some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  const { records, texts } = searchRoutinesIn(scratch.memory);
  const search: SearchTexts = attribute === undefined ? texts : records;
  const addresses = scratch.list(indexes.length * (attribute === undefined ? 2 : 1));
  const found = scratch.list(indexes.length);
  // The loop reads sixteen bytes from the last of the pattern on.
  const text = scratch.list(Math.ceil(pattern.byteLength / 4) + 4);
  if ([addresses, found, text].some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  new Uint8Array(text.buffer, text.byteOffset, pattern.byteLength).set(pattern);
  locate(indexes, addresses);
  const { place, behind, lead } = attribute ?? { place: 0, behind: 0, lead: 0 };
  const [start, end] = [addresses.byteOffset, addresses.byteOffset + addresses.byteLength];
  const foundEnd = search(start, end, place, behind, lead, text.byteOffset, pattern.byteLength, found.byteOffset);
  return taken(indexes, found.subarray(0, (foundEnd - found.byteOffset) / 4), containing);
}

/** The terms at the places, of which those are looked at again that are in doubt. */
function taken(indexes: Uint32Array, places: Uint32Array, containing: () => Holds): Uint32Array {
  const out = new Uint32Array(places.length);
  let holds: Holds | undefined;
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i]!;
    const index = indexes[place & ~UNSURE]!;
    if (place >= UNSURE) {
      holds ??= containing();
      if (!holds(index)) continue;
    }
    out[count] = index;
    count += 1;
  }
  return out.subarray(0, count);
}
