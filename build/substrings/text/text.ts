/**
 * All terms of a field as one text, each followed by an end mark, in an alphabet of the bytes that occur.
 *
 * A byte is replaced by its rank among those that occur (its *code*), so tables over the alphabet are small; the order
 * stays. Code 0 is the end of a term. The buffers are shared: threads sort parts of the same suffixes.
 */

import { choose, threshold } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { firstIndexWithin } from '../../../src/format/index.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { type Scratch, Spool } from '../../work/index.js';

/** Sorting looks so many codes beyond a position without asking where the text ends. */
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
 * @param given how many docs the terms before each have, and all; not copied where that is in shared memory
 * @param occurs byte → 1 where a term has it
 * @throws RangeError beyond 4 GiB
 * Memory: 4 bytes a term.
 */
export async function newSuffixText(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  given: Uint32Array,
  occurs: Uint8Array,
): Promise<SuffixText> {
  const docStarts = inShared(given);
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
  const wanted = Math.min(
    partMaximum,
    Math.max(threshold('substring.part', partMinimum), Math.ceil(starts[terms]! / threads / partsOfThread)),
  );
  const ranges: TermRange[] = [];
  for (let from = 0; from < terms; ) {
    const to = firstIndexWithin(from + 1, terms, (term) => starts[term]! >= starts[from]! + wanted);
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

// The codes of a text: in memory that all threads share, or, where they are too many for that, in a scratch file from
// which parts of it are brought into memory.

/** Neighbouring terms with their codes, for a thread to look at. */
export interface TextPart extends TermRange {
  /** At least theirs, and LOOK_AHEAD behind. */
  readonly codes: Uint8Array;
  /** The position in the text that the first code has. */
  readonly start: number;
}

/** What a thread needs to make codes of the bytes of terms. */
export interface Encoding {
  /** Where codes are written, shared by all ranges; undefined where they are given back. */
  readonly shared: Uint8Array | undefined;
  /** Byte → code. */
  readonly codeOf: Uint8Array;
  /** Where the first term's codes begin in the shared ones; each is followed by the code 0. */
  readonly at: number;
}

/** Writes the codes of terms that lie one behind the other. @returns them, where they are not shared */
export function encode(bytes: Uint8Array, lengths: Uint32Array, encoding: Encoding): Uint8Array | undefined {
  const { shared, codeOf } = encoding;
  const codes = shared ?? new Uint8Array(bytes.length + lengths.length);
  let from = 0;
  let to = shared === undefined ? 0 : encoding.at;
  for (let term = 0; term < lengths.length; term += 1) {
    for (const end = from + lengths[term]!; from < end; from += 1, to += 1) codes[to] = codeOf[bytes[from]!]!;
    to += 1;
  }
  return shared === undefined ? codes : undefined;
}

export class TextCodes {
  /** All of them, shared; undefined where they are in a file. */
  readonly shared: Uint8Array | undefined;
  readonly #starts: Uint32Array;
  readonly #codeOf = new Uint8Array(256);
  readonly #spool: Spool;

  /**
   * @param text whose codes are still to be written
   * @param sharedMaximum how many bytes are kept in memory
   */
  constructor(text: SuffixText, scratch: Scratch, sharedMaximum: number) {
    const byteLength = text.starts.at(-1)! + LOOK_AHEAD;
    const isShared = choose('substring.codes', byteLength <= sharedMaximum ? 'memory' : 'file') === 'memory';
    this.shared = isShared ? new Uint8Array(new SharedArrayBuffer(byteLength)) : undefined;
    this.#starts = text.starts;
    for (const [code, byte] of text.alphabet.entries()) this.#codeOf[byte] = code;
    this.#spool = new Spool(scratch);
  }

  /** What a thread needs to encode the terms from `first` on. */
  encoding(first: number): Encoding {
    return { shared: this.shared, codeOf: this.#codeOf, at: this.#starts[first]! };
  }

  /** Appends what a thread has encoded, where it is not written yet. Ranges of terms come in order. */
  async add(codes: Uint8Array | undefined): Promise<void> {
    if (codes !== undefined) await this.#spool.write(codes);
  }

  /** @returns the terms with their codes, which are shared, or in a buffer of their own */
  async part({ from, to }: TermRange): Promise<TextPart> {
    if (this.shared !== undefined) return { from, to, codes: this.shared, start: 0 };
    const [start, end] = [this.#starts[from]!, this.#starts[to]!];
    if (end > this.#spool.byteLength) throw new InvariantError('a text was read before all of it was written');
    // Behind the last term nothing decides any more.
    const codes = new Uint8Array(end - start + LOOK_AHEAD);
    await this.#spool.read(start, codes.subarray(0, end - start));
    return { from, to, codes, start };
  }

  /** Gives the bytes back to the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

// Going through the suffixes of a part of a text, some at a time: all of them, or those whose positions were noted before
// as the gaps between them.

/** Which suffixes of a part: the gaps between their positions, a byte each; undefined for all. */
export type Selection = Uint8Array | undefined;
/** As a gap: no suffix, only as many positions. */
export const SELECTED_MAXIMUM = 0xff;

/** Arrays for as many suffixes as are at hand at once: where each begins among the part's codes, and its term. */
export interface SuffixBlock {
  readonly positions: Uint32Array;
  readonly terms: Uint32Array;
}

export class SuffixReader {
  readonly #block: SuffixBlock;
  readonly #text: SuffixText;
  readonly #part: TextPart;
  readonly #selection: Selection;
  /** Behind the last code of the part's terms. */
  readonly #end: number;
  #position: number;
  #term: number;
  /** How many bytes of the selection are read. */
  #at = 0;

  constructor(block: SuffixBlock, text: SuffixText, part: TextPart, selection: Selection) {
    this.#block = block;
    this.#text = text;
    this.#part = part;
    this.#selection = selection;
    this.#term = part.from;
    this.#position = text.starts[part.from]! - part.start;
    this.#end = text.starts[part.to]! - part.start;
  }

  /** Goes on to the next suffixes. @returns how many are at hand; 0 behind the last. Cost: O(codes passed). */
  next(): number {
    return this.#selection === undefined ? this.#nextOfAll() : this.#nextOf(this.#selection);
  }

  #nextOfAll(): number {
    const { positions, terms } = this.#block;
    const { starts, begins } = this.#text;
    const { codes, start } = this.#part;
    const end = this.#end;
    let count = 0;
    let position = this.#position;
    let term = this.#term;
    let termEnd = starts[term + 1]! - start;
    for (; position < end && count < positions.length; position += 1) {
      if (position === termEnd) {
        term += 1;
        termEnd = starts[term + 1]! - start;
      }
      // Written over where no character begins here.
      positions[count] = position;
      terms[count] = term;
      count += begins[codes[position]!]!;
    }
    this.#position = position;
    this.#term = term;
    return count;
  }

  #nextOf(selection: Uint8Array): number {
    const { positions, terms } = this.#block;
    const { starts } = this.#text;
    const { start } = this.#part;
    let at = this.#at;
    let position = this.#position;
    let term = this.#term;
    let termEnd = starts[term + 1]! - start;
    let count = 0;
    for (; at < selection.length && count < positions.length; at += 1) {
      const gap = selection[at]!;
      position += gap;
      if (gap === SELECTED_MAXIMUM) continue;
      while (termEnd <= position) {
        term += 1;
        termEnd = starts[term + 1]! - start;
      }
      positions[count] = position;
      terms[count] = term;
      count += 1;
    }
    this.#at = at;
    this.#position = position;
    this.#term = term;
    return count;
  }
}
