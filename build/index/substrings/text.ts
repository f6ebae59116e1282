/**
 * All terms of a field in one array, each followed by an end mark, in an alphabet of the bytes that occur.
 *
 * A byte is replaced by its rank among those that occur (its *code*), so tables over the alphabet are small; the order
 * stays. Code 0 is the end of a term. The buffers are shared: threads sort parts of the same suffixes.
 */
import type { GrowingRecords } from '../../../src/format/index.js';
import { firstIndexWithin } from '../../../src/termdict/index.js';
import type { RunsOut } from '../postings.js';
import { encode } from '../terms.js';

/** Sorting looks so many codes beyond a position without asking where the text ends. */
export const LOOK_AHEAD = 16;

export interface SuffixText {
  /** The terms' codes, each term followed by 0, and LOOK_AHEAD more zeros. */
  readonly codes: Uint8Array;
  /** Where each term begins, and the end. */
  readonly starts: Uint32Array;
  /** The docs of each term. */
  readonly runs: RunsOut;
  /** The first doc of each term. */
  readonly firstDocs: Uint32Array;
  /** Whether some term is in more than one doc. */
  readonly isRepeating: boolean;
  /** Code → byte, ascending; the first is 0. */
  readonly alphabet: Uint8Array;
  /** Code → 1 where a character begins with it, 0 where it is the end or continues one. */
  readonly begins: Uint8Array;
}

const shared = {
  u8: (length: number) => new Uint8Array(new SharedArrayBuffer(length)),
  u32: (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4)),
};

function inShared(values: Uint32Array): Uint32Array {
  const copy = shared.u32(values.length);
  copy.set(values);
  return copy;
}

/**
 * A text whose codes are still to be written. A NUL in a term counts as an end: no suffix begins with it, and what
 * continues with it shares one bucket.
 *
 * @param lengths of the terms, which are distinct, in bytes
 * @param runs the docs of each
 * @param occurs byte → 1 where a term has it
 * @throws RangeError beyond 4 GiB
 */
export function newSuffixText(lengths: Uint32Array, runs: RunsOut, occurs: Uint8Array): SuffixText {
  const terms = lengths.length;
  const starts = shared.u32(terms + 1);
  let length = 0;
  for (const [term, byteLength] of lengths.entries()) {
    starts[term] = length;
    length += byteLength + 1;
    if (length + LOOK_AHEAD >= 2 ** 32) {
      throw new RangeError('the distinct values of one field have more than 4 GiB');
    }
  }
  starts[terms] = length;
  const alphabet = Uint8Array.from(occurs.keys()).filter((byte) => byte === 0 || occurs[byte] === 1);
  const firstDocs = shared.u32(terms);
  for (let term = 0; term < terms; term += 1) firstDocs[term] = runs.docs[runs.starts[term]!]!;
  return {
    codes: shared.u8(length + LOOK_AHEAD),
    starts,
    firstDocs,
    runs: { docs: inShared(runs.docs), starts: inShared(runs.starts) },
    isRepeating: (runs.starts[terms] ?? 0) > terms,
    alphabet,
    begins: Uint8Array.from(alphabet, (byte) => (byte !== 0 && (byte & 0xc0) !== 0x80 ? 1 : 0)),
  };
}

/** @returns byte → code */
export function codesOf({ alphabet }: SuffixText): Uint8Array {
  const codeOf = new Uint8Array(256);
  for (const [code, byte] of alphabet.entries()) codeOf[byte] = code;
  return codeOf;
}

/** @returns the whole text of terms that are in memory. Cost: two passes over them. */
export function suffixText(terms: GrowingRecords, runs: RunsOut): SuffixText {
  const views = Array.from({ length: terms.count }, (_, term) => terms.view(term));
  const occurs = new Uint8Array(256);
  for (const view of views) for (const byte of view) occurs[byte] = 1;
  const lengths = Uint32Array.from(views, (view) => view.byteLength);
  const text = newSuffixText(lengths, runs, occurs);
  encode(Buffer.concat(views), lengths, { codes: text.codes, codeOf: codesOf(text), at: 0 });
  return text;
}

/** A part of the terms is not cut further where it has fewer codes than this. */
const partMinimum = 2 ** 16;
/** Nor may it have many more than this, but where one term has. */
const partMaximum = 2 ** 24;

/** @returns the terms as ranges `[from, to)` of about the same length, for each thread some */
export function partsOf({ starts }: SuffixText, threads: number): [from: number, to: number][] {
  const terms = starts.length - 1;
  const length = starts[terms]!;
  const wanted = Math.min(partMaximum, Math.max(partMinimum, Math.ceil(length / threads)));
  const parts: [number, number][] = [];
  for (let from = 0; from < terms; ) {
    const to = firstIndexWithin(from + 1, terms, (term) => starts[term]! >= starts[from]! + wanted);
    parts.push([from, to]);
    from = to;
  }
  return parts;
}
