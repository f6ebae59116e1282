/**
 * All terms of a field as one text, each followed by an end mark, in an alphabet of the bytes that occur.
 *
 * A byte is replaced by its rank among the occurring bytes (its *code*), so that tables over the alphabet are small; the
 * order is the same. Code 0 ends a term. Buffers are in shared memory, because several threads sort the suffixes.
 * Elsewhere: the codes (text-codes).
 */
import { threshold } from '../../../src/content/choices/index.js';
import { firstIndexWithin } from '../../../src/format/index.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';

/** Codes that sorting reads beyond a position without checking the end of the text. */
export const LOOK_AHEAD = DEPTH_MAXIMUM + 16;

/** A text without its codes: positions of the terms, and the alphabet. */
export interface SuffixText {
  /** Term → position of its first code, with one more entry for the end. The code 0 follows each term. */
  readonly starts: Uint32Array;
  /** Term → number of docs of all preceding terms. */
  readonly docStarts: Uint32Array;
  /** Whether a term is in several docs or in none. A term without docs belongs to another column that shares the tree. */
  readonly isRepeating: boolean;
  /** Code → byte, ascending; the first is 0. */
  readonly alphabet: Uint8Array;
  /** Code → 1 if it begins a character; 0 if it continues one or ends a term. */
  readonly begins: Uint8Array;
}

/**
 * The selected suffixes of a part: the gap of each to the previous one, one byte each (SELECTION_GAP_MAXIMUM); undefined for all
 * suffixes.
 */
export type Selection = Uint8Array | undefined;

const newSharedU32 = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4));

/** @returns the same array if its memory is shared, otherwise a copy in shared memory */
function toShared(values: Uint32Array): Uint32Array {
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const copy = newSharedU32(values.length);
  copy.set(values);
  return copy;
}

/**
 * Describes a text, without its codes. A NUL in a term counts as its end: no suffix begins with NUL, and all suffixes that
 * continue with NUL share one bucket.
 *
 * @param lengths        byte lengths of the terms, piece by piece; terms are distinct
 * @param docStartsInput see SuffixText.docStarts, with one more entry for all docs; not copied if its memory is shared
 * @param occurs         byte → 1 if a term contains it
 * @throws RangeError if the text exceeds 4 GiB
 * Memory: 4 bytes per term.
 */
export async function newSuffixText(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  docStartsInput: Uint32Array,
  occurs: Uint8Array,
): Promise<SuffixText> {
  const docStarts = toShared(docStartsInput);
  const terms = docStarts.length - 1;
  const starts = newSharedU32(terms + 1);
  let term = 0;
  let length = 0;
  for await (const piece of lengths) {
    for (const byteLength of piece) {
      starts[term] = length;
      term += 1;
      length += byteLength + 1;
      if (length + LOOK_AHEAD >= 2 ** 32) {
        throw new RangeError('the distinct values of one field have more than 4 GiB');
      }
    }
  }
  starts[terms] = length;
  const alphabet = Uint8Array.from(occurs.keys()).filter((byte) => byte === 0 || occurs[byte] === 1);
  return {
    starts,
    docStarts,
    isRepeating: docStarts.some((start, term) => start !== term),
    alphabet,
    begins: Uint8Array.from(alphabet, (byte) => (byte !== 0 && (byte & 0xc0) !== 0x80 ? 1 : 0)),
  };
}

/** Consecutive terms: `[from, to)`. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
}

/** Minimum number of codes of a part. */
const partMinimum = 2 ** 14;
/** Parts per thread: several, so that threads end at about the same time. */
const partsPerThread = 4;

/**
 * Divides a text into parts for the threads.
 *
 * @param partMaximum approximate maximum of codes in a part; a part has at least one term
 * @returns the terms, in ranges of similar length
 */
export function divideText({ starts }: SuffixText, threads: number, partMaximum: number): TermRange[] {
  const terms = starts.length - 1;
  const partLength = Math.min(
    partMaximum,
    Math.max(threshold('substring.part', partMinimum), Math.ceil(starts[terms]! / threads / partsPerThread)),
  );
  const ranges: TermRange[] = [];
  for (let from = 0; from < terms; ) {
    const to = firstIndexWithin(from + 1, terms, (term) => starts[term]! >= starts[from]! + partLength);
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
