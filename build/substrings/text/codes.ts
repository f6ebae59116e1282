/**
 * The codes of a text: in memory that all threads share, or, where they are too many for that, in a scratch file from
 * which ranges of terms are brought into memory.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Scratch, Spool } from '../../work/index.js';
import type { Encoding } from './encoding.js';
import { codesOf, LOOK_AHEAD, type SuffixText } from './text.js';

/** Neighbouring terms with their codes, for a thread to look at. */
export interface TextPart {
  /** The terms: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** At least theirs, and LOOK_AHEAD behind. */
  readonly codes: Uint8Array;
  /** The position in the text that the first code has. */
  readonly start: number;
}

/** Codes in memory that all threads share. */
export interface ResidentCodes {
  /** Those of neighbouring terms, and LOOK_AHEAD bytes behind. */
  readonly codes: Uint8Array;
  /** The position in the text that the first one has. */
  readonly start: number;
}

export class TextCodes {
  /** All of them, shared; undefined where they are in a file. */
  readonly shared: Uint8Array | undefined;
  /** How many bytes are kept in memory. */
  readonly sharedMaximum: number;
  readonly #starts: Uint32Array;
  readonly #codeOf: Uint8Array;
  readonly #spool: Spool;

  /**
   * @param text whose codes are still to be written
   * @param sharedMaximum how many bytes are kept in memory
   */
  constructor(text: SuffixText, scratch: Scratch, sharedMaximum: number) {
    const byteLength = text.starts.at(-1)! + LOOK_AHEAD;
    this.shared = byteLength <= sharedMaximum ? new Uint8Array(new SharedArrayBuffer(byteLength)) : undefined;
    this.sharedMaximum = sharedMaximum;
    this.#starts = text.starts;
    this.#codeOf = codesOf(text);
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

  /**
   * Brings the codes of the terms `[from, to)` into memory.
   *
   * @param into as long as they are, and LOOK_AHEAD
   */
  async load(from: number, to: number, into: Uint8Array): Promise<ResidentCodes> {
    const [start, end] = [this.#starts[from]!, this.#starts[to]!];
    if (end > this.#spool.byteLength) throw new InvariantError('a text was read before all of it was written');
    await this.#spool.read(start, into.subarray(0, end - start));
    // Behind the last term nothing decides any more.
    into.fill(0, end - start);
    return { codes: into, start };
  }

  /** @returns the codes of a term, with its end */
  of(term: number): Promise<Uint8Array> {
    return this.#spool.between(this.#starts[term]!, this.#starts[term + 1]!);
  }

  /** Gives the bytes back to the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}
