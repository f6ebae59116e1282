/**
 * All terms of a field as one text, each followed by an end mark, in an alphabet of the bytes that occur.
 *
 * A byte is replaced by its rank among those that occur (its *code*), so tables over the alphabet are small; the order
 * stays. Code 0 is the end of a term. The buffers are shared: threads sort parts of the same suffixes. Elsewhere: the
 * codes themselves (codes).
 */
import { firstIndexWithin } from '../../../src/format/index.js';
import { DEPTH_MAXIMUM, FIRST_DOCS_KEPT, type FirstDocsKept } from '../../../src/index/termdict/index.js';
import type { RunsOut } from '../../sorting/index.js';

/** Sorting looks so many codes beyond a position without asking where the text ends. */
export const LOOK_AHEAD = DEPTH_MAXIMUM + 16;

export interface SuffixText {
  /** Where each term's codes begin, and the end; behind each term is one more, which is 0. */
  readonly starts: Uint32Array;
  /** The docs of each term. */
  readonly runs: RunsOut;
  /** The first doc of each term, `NO_DOC` where it has none. */
  readonly firstDocs: Uint32Array;
  /** Bit per term: whether its first doc is one of the low ones, below `lowEnd`. */
  readonly lowTerms: Uint8Array;
  readonly lowEnd: number;
  /** Which first docs are kept of substrings. */
  readonly kept: FirstDocsKept;
  /** Whether some term is in several docs, or in none: of a tree that columns share, another one has it. */
  readonly isRepeating: boolean;
  /** Code → byte, ascending; the first is 0. */
  readonly alphabet: Uint8Array;
  /** Code → 1 where a character begins with it, 0 where it is the end or continues one. */
  readonly begins: Uint8Array;
}

/**
 * One doc of so many is a low one: the first docs of a node are among these soon, and then a bit, which the processor's
 * cache has, tells of nearly every term that its first doc is not one of them.
 */
const lowShare = 32;

/** More than any doc. */
export const NO_DOC = 2 ** 32 - 1;

const sharedU32 = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4));

/** @returns the same array where its memory is shared, else a copy */
function inShared(values: Uint32Array): Uint32Array {
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
 * @param given the docs of each; not copied where they are in shared memory
 * @param occurs byte → 1 where a term has it
 * @throws RangeError beyond 4 GiB
 * Memory: 4 bytes and a bit a term, and 4 more where some term is in several docs or in none.
 */
export async function newSuffixText(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  given: RunsOut,
  occurs: Uint8Array,
  kept: FirstDocsKept = FIRST_DOCS_KEPT,
): Promise<SuffixText> {
  const runs = { docs: inShared(given.docs), starts: inShared(given.starts) };
  const terms = runs.starts.length - 1;
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
  const isRepeating = runs.starts.some((start, term) => start !== term);
  const firstDocs = isRepeating ? firstDocsOf(runs) : runs.docs.subarray(0, terms);
  const lowEnd = Math.ceil(runs.docs.length / lowShare);
  return {
    starts,
    firstDocs,
    lowTerms: lowTermsOf(firstDocs, lowEnd),
    lowEnd,
    runs,
    kept,
    isRepeating,
    alphabet,
    begins: Uint8Array.from(alphabet, (byte) => (byte !== 0 && (byte & 0xc0) !== 0x80 ? 1 : 0)),
  };
}

function lowTermsOf(firstDocs: Uint32Array, lowEnd: number): Uint8Array {
  const bits = new Uint8Array(new SharedArrayBuffer(Math.ceil(firstDocs.length / 8)));
  for (let term = 0; term < firstDocs.length; term += 1) {
    if (firstDocs[term]! < lowEnd) bits[term >>> 3]! |= 1 << (term & 7);
  }
  return bits;
}

function firstDocsOf({ docs, starts }: RunsOut): Uint32Array {
  const firstDocs = sharedU32(starts.length - 1);
  for (let term = 0; term < firstDocs.length; term += 1) {
    const start = starts[term]!;
    firstDocs[term] = start < starts[term + 1]! ? docs[start]! : NO_DOC;
  }
  return firstDocs;
}

/** @returns byte → code */
export function codesOf({ alphabet }: SuffixText): Uint8Array {
  const codeOf = new Uint8Array(256);
  for (const [code, byte] of alphabet.entries()) codeOf[byte] = code;
  return codeOf;
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
 * @param range whose terms
 * @param partMaximum nor may it have many more than this, but where one term has
 * @returns the terms as ranges of about the same length, for each thread some
 */
export function partsOf(
  { starts }: SuffixText,
  { from, to }: TermRange,
  threads: number,
  partMaximum: number,
): TermRange[] {
  const length = starts[to]! - starts[from]!;
  return cut(
    starts,
    from,
    to,
    Math.min(partMaximum, Math.max(partMinimum, Math.ceil(length / threads / partsOfThread))),
  );
}

/**
 * @param byteLength that a range may have; more only where one term has
 * @returns the terms as ranges of about the same length
 */
export function stretchesOf({ starts }: SuffixText, byteLength: number): TermRange[] {
  const terms = starts.length - 1;
  const count = Math.ceil(starts[terms]! / Math.max(1, byteLength));
  return cut(starts, 0, terms, Math.ceil(starts[terms]! / count));
}

function cut(starts: Uint32Array, from: number, to: number, wanted: number): TermRange[] {
  const ranges: TermRange[] = [];
  for (let first = from; first < to; ) {
    const behind = firstIndexWithin(first + 1, to, (term) => starts[term]! >= starts[first]! + wanted);
    ranges.push({ from: first, to: behind });
    first = behind;
  }
  return ranges;
}
