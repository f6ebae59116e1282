/**
 * Iterates over the suffixes of a part of a text, block by block: all of them, or a selection given by gaps.
 */
import type { SuffixText } from './suffix-text.js';
import type { TextPart } from './text-codes.js';

/** Which suffixes of a part: the gaps between their positions, a byte each; undefined for all. */
export type Selection = Uint8Array | undefined;

/** A gap of this value advances without selecting a suffix. */
export const SELECTION_GAP_MAXIMUM = 0xff;
/** The suffixes of a block: position of each among the codes of the part, and its term. */
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

  /** Moves to the next block. @returns the number of its suffixes; 0 after the last block. Cost: O(codes passed). */
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
      // Overwritten by the next suffix if no character begins here.
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
      if (gap === SELECTION_GAP_MAXIMUM) continue;
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
