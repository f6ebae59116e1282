/**
 * Copies the suffixes of a part of a text into the thread's memory for its loops.
 *
 *     │ blocks of positions and terms │ codes of the part │ route tables │ room for the job │
 */

import { BLOCK_BYTES, BLOCK_SUFFIXES, CARRIED_MAXIMUM } from '../../../src/kernels/index.js';
import type { RouteTables } from '../plan/routes.js';
import { LOOK_AHEAD, type Selection, SuffixReader, type SuffixText, type TextPart } from '../text/index.js';
import { type LoopMemory, loopMemory } from './thread-memory.js';

const aligned = (place: number): number => Math.ceil(place / 16) * 16;

export class LoopSuffixes {
  /** Where codes lie: the place of the one at position 0, which need not be there. */
  readonly codes: number;
  readonly width: number;
  readonly tables: number;
  /** Behind all of it. */
  readonly end: number;
  /** The first position. */
  readonly first: number;
  /** There are no more suffixes. */
  readonly maximum: number;
  readonly #given: readonly [SuffixText, TextPart, Selection];
  readonly #tables: RouteTables;
  readonly #codes: Uint8Array;
  readonly #codesAt = 3 * BLOCK_BYTES;
  #memory: LoopMemory | undefined;

  constructor(text: SuffixText, part: TextPart, selection: Selection, tables: RouteTables) {
    const { starts, alphabet } = text;
    this.#given = [text, part, selection];
    this.#tables = tables;
    this.width = alphabet.length;
    this.first = starts[part.from]! - part.start;
    const end = starts[part.to]! - part.start;
    this.#codes = part.codes.subarray(this.first, end + LOOK_AHEAD);
    this.codes = this.#codesAt - this.first;
    this.tables = aligned(this.#codesAt + this.#codes.byteLength + CARRIED_MAXIMUM);
    this.end = aligned(this.tables + tables.byteLength);
    this.maximum = selection?.length ?? end - this.first;
  }

  /** @returns a memory of so many bytes with all of it, and, if that was opened before, what was written to it since */
  open(byteLength: number): LoopMemory {
    const before = this.#memory;
    this.#memory = loopMemory(byteLength, before);
    if (before === undefined) {
      const { buffer } = this.#memory;
      new Uint8Array(buffer).set(this.#codes, this.#codesAt);
      new Int32Array(buffer).set(this.#tables, this.tables / 4);
    }
    return this.#memory;
  }

  /** Block by block, where its positions lie: `[at, end)`; valid until the next. To be called when the memory is open. */
  *blocks(onBlock?: (terms: Uint32Array, docs: Uint32Array) => void): Generator<[at: number, end: number]> {
    const { buffer } = this.#memory!;
    const numbers = (block: number): Uint32Array => new Uint32Array(buffer, block * BLOCK_BYTES, BLOCK_SUFFIXES);
    const [positions, terms, docs] = [numbers(0), numbers(1), numbers(2)];
    const reader = new SuffixReader({ positions, terms }, ...this.#given);
    for (let count = reader.next(); count > 0; count = reader.next()) {
      onBlock?.(terms.subarray(0, count), docs);
      yield [0, 4 * count];
    }
  }
}
