/**
 * Copies a part of a text into the thread's memory, and lists its suffixes block by block, as input of the loops of a job:
 *
 *     │ a block of positions, terms and docs │ codes of the part │ code → 1 if it begins a character │ state of the list │
 *     │ selection │ ends of the terms │ starts of their docs │ route tables │ free memory for the job │
 *
 * Elsewhere: the loops (loops, lists), the memory (thread-memory), the text and its parts (text).
 */

import { BLOCK_BYTES, CARRIED_MAXIMUM, ENTRY_BYTES } from '../../../src/kernels/index.js';
import type { RouteTables } from '../plan/routes.js';
import { LOOK_AHEAD, type Selection, type SuffixText, type TextPart } from '../text/index.js';
import { type LoopMemory, openLoopMemory } from './thread-memory.js';

const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Start of the copied codes: after the positions, terms and docs of a block. */
const copiedCodesStart = 3 * BLOCK_BYTES;

/** Rounds an address up to a multiple of 16. */
const aligned = (address: number): number => Math.ceil(address / 16) * 16;

/** Number of codes: a code is a byte. */
const codeCount = 256;

/** Addresses are byte offsets in the memory. */
export class LoopSuffixes {
  /**
   * Address of the code at position 0 of the text, so that a position plus this address is the address of its code. It is
   * negative if the part begins far into the text; the code at position 0 is not copied then.
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
  /** Whether the loops of the job use the terms of suffixes. */
  readonly #withTerms: boolean;
  /** The codes to copy. */
  readonly #codes: Uint8Array;
  /** Position after the last code of the part. */
  readonly #end: number;
  readonly #beginsStart: number;
  readonly #listStart: number;
  readonly #selectionStart: number;
  readonly #endsStart: number;
  readonly #docStartsStart: number;
  #memory: LoopMemory | undefined;

  constructor(text: SuffixText, part: TextPart, selection: Selection, tables: RouteTables, withTerms: boolean) {
    const { starts, alphabet } = text;
    const { from, to } = part;
    this.#text = text;
    this.#part = part;
    this.#selection = selection;
    this.#tables = tables;
    this.#withTerms = withTerms;
    this.width = alphabet.length;
    this.firstPosition = starts[from]!;
    this.#end = starts[to]!;
    this.#codes = part.codes.subarray(this.firstPosition - part.start, this.#end - part.start + LOOK_AHEAD);
    this.codesStart = copiedCodesStart - this.firstPosition;
    const terms = withTerms ? to - from : 0;
    this.#beginsStart = aligned(copiedCodesStart + this.#codes.byteLength + CARRIED_MAXIMUM);
    this.#listStart = this.#beginsStart + codeCount;
    this.#selectionStart = this.#listStart + ENTRY_BYTES;
    this.#endsStart = aligned(this.#selectionStart + (selection?.byteLength ?? 0));
    this.#docStartsStart = this.#endsStart + terms * numberBytes;
    this.tablesStart = aligned(this.#docStartsStart + (terms + 1) * numberBytes);
    this.freeStart = aligned(this.tablesStart + tables.byteLength);
    this.suffixesMaximum = selection?.length ?? this.#end - this.firstPosition;
  }

  /**
   * Opens the memory and copies the part and the tables into it. A second call grows the memory and keeps its contents.
   *
   * @returns a memory of at least `byteLength`
   */
  openMemory(byteLength: number): LoopMemory {
    const previous = this.#memory;
    this.#memory = openLoopMemory(byteLength, previous);
    if (previous === undefined) this.#copy(this.#memory.buffer);
    return this.#memory;
  }

  #copy(buffer: ArrayBufferLike): void {
    const { starts, docStarts, begins } = this.#text;
    const { from, to } = this.#part;
    const bytes = new Uint8Array(buffer);
    const numbers = new Uint32Array(buffer);
    bytes.set(this.#codes, copiedCodesStart);
    bytes.set(begins, this.#beginsStart);
    numbers.set([this.firstPosition, from, this.#selectionStart, 0], this.#listStart / numberBytes);
    if (this.#selection !== undefined) bytes.set(this.#selection, this.#selectionStart);
    if (this.#withTerms) {
      numbers.set(starts.subarray(from + 1, to + 1), this.#endsStart / numberBytes);
      numbers.set(docStarts.subarray(from, to + 1), this.#docStartsStart / numberBytes);
    }
    new Int32Array(buffer).set(this.#tables, this.tablesStart / numberBytes);
  }

  /** Yields the addresses `[start, end)` of each block's positions, valid until the next block. Call once, after `openMemory`. */
  *blocks(): Generator<[start: number, end: number]> {
    const { loops } = this.#memory!;
    const list = this.#listStart;
    const selectionEnd = this.#selectionStart + (this.#selection?.byteLength ?? 0);
    // The addresses that the numbers of the first term of the text would have.
    const ends = this.#endsStart - this.#part.from * numberBytes;
    const docStarts = this.#docStartsStart - this.#part.from * numberBytes;
    const listBlock = (): number => {
      if (this.#selection === undefined) {
        const all = [list, this.#end, this.codesStart, this.#beginsStart] as const;
        return this.#withTerms ? loops.listSuffixes(...all, ends, docStarts, 0) : loops.listPositions(...all, 0);
      }
      return this.#withTerms
        ? loops.listSelectedSuffixes(list, selectionEnd, ends, docStarts, 0)
        : loops.listSelectedPositions(list, selectionEnd, 0);
    };
    for (let count = listBlock(); count > 0; count = listBlock()) yield [0, count * numberBytes];
  }
}
