/**
 * The codes of a text: in memory that all threads share or, if they are too many, in a scratch file from which parts are
 * read.
 */
import { choose } from '../../../src/content/choices/index.js';
import { InvariantError } from '../../../src/content/errors/index.js';
import { type ScratchFolder, Spool } from '../../work/index.js';
import { LOOK_AHEAD, type SuffixText, type TermRange } from './suffix-text.js';

/** Consecutive terms with their codes, for a thread. */
export interface TextPart extends TermRange {
  /** At least the codes of the terms, and LOOK_AHEAD more. */
  readonly codes: Uint8Array;
  /** The position in the text that the first code has. */
  readonly start: number;
}

/** What a thread needs to make codes of the bytes of terms. */
export interface Encoding {
  /** Shared memory for the codes of all terms; undefined if `encode` must return the codes. */
  readonly shared: Uint8Array | undefined;
  /** Byte → code. */
  readonly codeOf: Uint8Array;
  /** Place of the first term's codes in `shared`. The code 0 follows each term. */
  readonly at: number;
}

/** Encodes concatenated terms. @returns the codes, or undefined if they were written to shared memory */
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
  constructor(text: SuffixText, scratch: ScratchFolder, sharedMaximum: number) {
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

  /** Appends codes that a thread has returned; call it for ranges of terms in order. @param codes undefined if they are shared */
  async add(codes: Uint8Array | undefined): Promise<void> {
    if (codes !== undefined) await this.#spool.write(codes);
  }

  /** @returns the terms with their codes, which are shared, or in a buffer of their own */
  async part({ from, to }: TermRange): Promise<TextPart> {
    if (this.shared !== undefined) return { from, to, codes: this.shared, start: 0 };
    const [start, end] = [this.#starts[from]!, this.#starts[to]!];
    if (end > this.#spool.byteLength) throw new InvariantError('a text was read before it was written completely');
    // Codes after the last term do not affect the order.
    const codes = new Uint8Array(end - start + LOOK_AHEAD);
    await this.#spool.read(start, codes.subarray(0, end - start));
    return { from, to, codes, start };
  }

  /** Gives the bytes back to the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}
