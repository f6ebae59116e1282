/**
 * Copies a part of a text into the thread's memory, and its suffixes block by block, as input of the loops of a job:
 *
 *     │ a block of positions, terms and docs │ codes of the part │ route tables │ free memory for the job │
 *
 * Elsewhere: the loops (loops), the memory (thread-memory), iterating over the suffixes (text/suffix-reader).
 */

import { BLOCK_BYTES, BLOCK_SUFFIXES, CARRIED_MAXIMUM } from '../../../src/kernels/index.js';
import type { RouteTables } from '../plan/routes.js';
import { LOOK_AHEAD, type Selection, SuffixReader, type SuffixText, type TextPart } from '../text/index.js';
import { type LoopMemory, openLoopMemory } from './thread-memory.js';

const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Start of the copied codes: after the positions, terms and docs of a block. */
const copiedCodesStart = 3 * BLOCK_BYTES;

/** Rounds an address up to a multiple of 16. */
const aligned = (address: number): number => Math.ceil(address / 16) * 16;

/** Addresses are byte offsets in the memory. */
export class LoopSuffixes {
  /**
   * Address of the code at position 0, so that a position plus this address is the address of its code. It is negative if
   * the part begins far into the text; the code at position 0 is not copied then.
   */
  readonly codesStart: number;
  /** Number of codes in the alphabet. */
  readonly width: number;
  /** Address of the route tables. */
  readonly tablesStart: number;
  /** Address of the free memory. */
  readonly freeStart: number;
  /** Position of the first code of the part. */
  readonly firstPosition: number;
  /** Upper bound of the number of suffixes. */
  readonly suffixesMaximum: number;
  readonly #text: SuffixText;
  readonly #part: TextPart;
  readonly #selection: Selection;
  readonly #tables: RouteTables;
  /** The codes to copy. */
  readonly #codes: Uint8Array;
  #memory: LoopMemory | undefined;

  constructor(text: SuffixText, part: TextPart, selection: Selection, tables: RouteTables) {
    const { starts, alphabet } = text;
    this.#text = text;
    this.#part = part;
    this.#selection = selection;
    this.#tables = tables;
    this.width = alphabet.length;
    this.firstPosition = starts[part.from]! - part.start;
    const end = starts[part.to]! - part.start;
    this.#codes = part.codes.subarray(this.firstPosition, end + LOOK_AHEAD);
    this.codesStart = copiedCodesStart - this.firstPosition;
    this.tablesStart = aligned(copiedCodesStart + this.#codes.byteLength + CARRIED_MAXIMUM);
    this.freeStart = aligned(this.tablesStart + tables.byteLength);
    this.suffixesMaximum = selection?.length ?? end - this.firstPosition;
  }

  /**
   * Opens the memory and copies the part and the tables into it. A second call grows the memory and keeps its contents.
   *
   * @returns a memory of at least `byteLength`
   */
  openMemory(byteLength: number): LoopMemory {
    const previous = this.#memory;
    this.#memory = openLoopMemory(byteLength, previous);
    if (previous === undefined) {
      const { buffer } = this.#memory;
      new Uint8Array(buffer).set(this.#codes, copiedCodesStart);
      new Int32Array(buffer).set(this.#tables, this.tablesStart / numberBytes);
    }
    return this.#memory;
  }

  /**
   * Yields the addresses `[start, end)` of each block's positions, valid until the next block. Call after `openMemory`.
   *
   * @param fillDocs fills in the docs of each term of a block
   */
  *blocks(fillDocs?: (terms: Uint32Array, docs: Uint32Array) => void): Generator<[start: number, end: number]> {
    const { buffer } = this.#memory!;
    const positions = new Uint32Array(buffer, 0, BLOCK_SUFFIXES);
    const terms = new Uint32Array(buffer, BLOCK_BYTES, BLOCK_SUFFIXES);
    const docs = new Uint32Array(buffer, 2 * BLOCK_BYTES, BLOCK_SUFFIXES);
    const reader = new SuffixReader({ positions, terms }, this.#text, this.#part, this.#selection);
    for (let count = reader.next(); count > 0; count = reader.next()) {
      fillDocs?.(terms.subarray(0, count), docs);
      yield [0, count * numberBytes];
    }
  }
}
