/**
 * Looking for a pattern in many texts by kernels, whose addresses a dictionary knows: texts that lie by themselves, or an
 * attribute of rendered items.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { kernelsIn, SEARCH_SLACK, UNSURE } from '../../kernels/index.js';
import type { Scratch } from './scratch.js';

/** Tests one term. */
export type Holds = (term: TermId) => boolean;

/** Of a longer pattern only so many bytes are looked for, and what holds them is looked at again: a place is compared no further. */
const comparedMaximum = 64;

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
 * @param whole the pattern as it stands in the texts, at least one byte
 * @returns the terms that hold it, in their order; undefined where not all of it lies in the memory of compiled loops
 * Cost: O(bytes of the texts / 16).
 */
export function siftTexts(
  indexes: Uint32Array,
  whole: Uint8Array,
  scratch: Scratch,
  { chunks, attribute, locate, containing }: Sifted,
): Uint32Array | undefined {
  if (indexes.length === 0) return indexes;
  if (scratch.memory === undefined || chunks.some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  // Its end has the least in common with the beginning, which the texts were chosen by.
  const isLong = whole.byteLength > comparedMaximum;
  // A pattern longer than the memory before a text would end before address 0, which the kernel takes for a high one.
  const isPart = choose('substring.compared', isLong ? 'end' : 'whole', isLong ? ['end'] : undefined) === 'end';
  const pattern = isPart ? whole.subarray(Math.max(0, whole.byteLength - comparedMaximum)) : whole;
  const addresses = scratch.list(indexes.length * (attribute === undefined ? 2 : 1));
  const found = scratch.list(indexes.length);
  const text = scratch.list(Math.ceil((pattern.byteLength + SEARCH_SLACK) / 4));
  if ([addresses, found, text].some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
  new Uint8Array(text.buffer, text.byteOffset, pattern.byteLength).set(pattern);
  locate(indexes, addresses);
  const { searchTexts, searchRecords } = kernelsIn(scratch.memory);
  const [start, end] = [addresses.byteOffset, addresses.byteOffset + addresses.byteLength];
  const [patternAt, length] = [text.byteOffset, pattern.byteLength];
  const count =
    attribute === undefined
      ? searchTexts(start, end, patternAt, length, found.byteOffset)
      : searchRecords(
          start,
          end,
          attribute.place,
          attribute.behind,
          attribute.lead,
          patternAt,
          length,
          found.byteOffset,
        );
  return taken(indexes, found.subarray(0, count), isPart, containing);
}

/** The terms at the places, of which those are looked at again that are in doubt: all, where a part was looked for. */
function taken(indexes: Uint32Array, places: Uint32Array, isPart: boolean, containing: () => Holds): Uint32Array {
  const out = new Uint32Array(places.length);
  let holds: Holds | undefined;
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i]!;
    const index = indexes[place & ~UNSURE]!;
    if (isPart || place >= UNSURE) {
      holds ??= containing();
      if (!holds(termId(index))) continue;
    }
    out[count] = index;
    count += 1;
  }
  return out.subarray(0, count);
}
