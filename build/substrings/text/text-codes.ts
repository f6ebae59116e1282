/**
 * The codes of a text: in memory that all threads share or, if the text is too long, in a scratch file.
 *
 * Elsewhere: the positions and the alphabet of the text (suffix-text), listing the suffixes of a part (memory/lists).
 */
import { choose } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type ScratchFolder, Spool } from '../../work/index.js';
import { LOOK_AHEAD, type SuffixText, type TermRange } from './suffix-text.js';

/** Consecutive terms with their codes, for a thread. */
export interface TextPart extends TermRange {
  /** At least the codes of the terms, and LOOK_AHEAD more. */
  readonly codes: Uint8Array;
  /** Position of the first code in the text. */
  readonly start: number;
}

/** The arguments of `encode` that are the same for all its terms. */
export interface Encoding {
  /** Shared memory for the codes of all terms; undefined if `encode` must return the codes. */
  readonly shared: Uint8Array | undefined;
  /** Byte → code. */
  readonly codeOf: Uint8Array;
  /** Start of the first term's codes in `shared`. The code 0 follows each term. */
  readonly start: number;
}

/** Encodes concatenated terms. @returns the codes, or undefined if they were written to shared memory */
export function encode(bytes: Uint8Array, lengths: Uint32Array, encoding: Encoding): Uint8Array | undefined {
  const { shared, codeOf } = encoding;
  const codes = shared ?? new Uint8Array(bytes.length + lengths.length);
  let byteIndex = 0;
  let codeIndex = shared === undefined ? 0 : encoding.start;
  for (let term = 0; term < lengths.length; term += 1) {
    const termEnd = byteIndex + lengths[term]!;
    for (; byteIndex < termEnd; byteIndex += 1, codeIndex += 1) codes[codeIndex] = codeOf[bytes[byteIndex]!]!;
    codeIndex += 1;
  }
  return shared === undefined ? codes : undefined;
}

/** The codes of one text. */
export class TextCodes {
  /** All codes, in shared memory; undefined if they are in a file. */
  readonly shared: Uint8Array | undefined;
  readonly #starts: Uint32Array;
  readonly #codeOf = new Uint8Array(256);
  readonly #spool: Spool;

  /**
   * @param text          its codes are written afterwards
   * @param sharedMaximum maximum number of codes in memory
   */
  constructor(text: SuffixText, scratch: ScratchFolder, sharedMaximum: number) {
    const byteLength = text.starts.at(-1)! + LOOK_AHEAD;
    const isShared = choose('substring.codes', byteLength <= sharedMaximum ? 'memory' : 'file') === 'memory';
    this.shared = isShared ? new Uint8Array(new SharedArrayBuffer(byteLength)) : undefined;
    this.#starts = text.starts;
    for (const [code, byte] of text.alphabet.entries()) this.#codeOf[byte] = code;
    this.#spool = new Spool(scratch);
  }

  /** @returns the arguments to encode consecutive terms, of which `first` is the first one */
  encodingFrom(first: number): Encoding {
    return { shared: this.shared, codeOf: this.#codeOf, start: this.#starts[first]! };
  }

  /** Appends the result of `encode`. Call for consecutive ranges of terms. @param codes undefined if they are in shared memory */
  async add(codes: Uint8Array | undefined): Promise<void> {
    if (codes !== undefined) await this.#spool.write(codes);
  }

  /** @returns the terms with their codes, in shared memory or in a new buffer */
  async readPart({ from, to }: TermRange): Promise<TextPart> {
    if (this.shared !== undefined) return { from, to, codes: this.shared, start: 0 };
    const start = this.#starts[from]!;
    const end = this.#starts[to]!;
    if (end > this.#spool.byteLength) throw new InvariantError('a text was read before it was written completely');
    // The LOOK_AHEAD codes after the last term do not affect the order.
    const codes = new Uint8Array(end - start + LOOK_AHEAD);
    await this.#spool.read(start, codes.subarray(0, end - start));
    return { from, to, codes, start };
  }

  /** Frees the disk space. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}
