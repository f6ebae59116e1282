/**
 * All terms of a field as one text, each followed by an end mark, in an alphabet of the bytes that occur.
 *
 * A byte is replaced by its rank among the occurring bytes (its *code*), so that tables over the alphabet are small; the
 * order is the same. Code 0 ends a term. Buffers are shared: threads sort parts of the same suffixes.
 */
import { threshold } from '../../../src/content/choices/index.js';
import { firstIndexWithin } from '../../../src/format/index.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';

/** Codes that sorting reads beyond a position without checking the end of the text. */
export const LOOK_AHEAD = DEPTH_MAXIMUM + 16;

export interface SuffixText {
  /** Where each term's codes begin, and the end; behind each term is one more, which is 0. */
  readonly starts: Uint32Array;
  /** By term: so many docs the terms before it have. */
  readonly docStarts: Uint32Array;
  /** Whether some term is in several docs, or in none: of a tree that columns share, another one has it. */
  readonly isRepeating: boolean;
  /** Code → byte, ascending; the first is 0. */
  readonly alphabet: Uint8Array;
  /** Code → 1 where a character begins with it, 0 where it is the end or continues one. */
  readonly begins: Uint8Array;
}

const sharedU32 = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4));

/** @returns the same array where its memory is shared, else a copy */
function toShared(values: Uint32Array): Uint32Array {
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const copy = sharedU32(values.length);
  copy.set(values);
  return copy;
}

/**
 * What is known of a text but its codes. A NUL in a term counts as an end: no suffix begins with it, and what
 * continues with it shares one bucket.
 *
 * @param lengths of the terms, which are distinct, in bytes, piece by piece
 * @param docStartsInput how many docs the terms before each have, and all; not copied where that is in shared memory
 * @param occurs byte → 1 where a term has it
 * @throws RangeError beyond 4 GiB
 * Memory: 4 bytes a term.
 */
export async function newSuffixText(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  docStartsInput: Uint32Array,
  occurs: Uint8Array,
): Promise<SuffixText> {
  const docStarts = toShared(docStartsInput);
  const terms = docStarts.length - 1;
  const starts = sharedU32(terms + 1);
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

/** Neighbouring terms: `[from, to)`. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the terms is not cut further where it has fewer codes than this. */
const partMinimum = 2 ** 14;
/** So that threads end at about the same time. */
const partsOfThread = 4;

/**
 * @param partMaximum a part may not have many more codes than this, but where one term has
 * @returns the terms as ranges of about the same length, for each thread some
 */
export function partsOf({ starts }: SuffixText, threads: number, partMaximum: number): TermRange[] {
  const terms = starts.length - 1;
  const partLength = Math.min(
    partMaximum,
    Math.max(threshold('substring.part', partMinimum), Math.ceil(starts[terms]! / threads / partsOfThread)),
  );
  const ranges: TermRange[] = [];
  for (let from = 0; from < terms; ) {
    const to = firstIndexWithin(from + 1, terms, (term) => starts[term]! >= starts[from]! + partLength);
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
