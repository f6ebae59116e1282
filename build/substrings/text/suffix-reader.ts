/**
 * Iterates over the suffixes of a part of a text, block by block: all suffixes, or a selection.
 *
 * A suffix is the rest of a term from the beginning of a character on. Elsewhere: the text and its parts (suffix-text,
 * text-codes).
 */
import type { SuffixText } from './suffix-text.js';
import type { TextPart } from './text-codes.js';

/** The selected suffixes of a part: the gap of each to the previous one, one byte each; undefined for all suffixes. */
export type Selection = Uint8Array | undefined;

/** A gap of this value advances without selecting a suffix. */
export const SELECTION_GAP_MAXIMUM = 0xff;

/** A block of suffixes: the position of each among the codes of the part, and its term. */
export interface SuffixBlock {
  readonly positions: Uint32Array;
  readonly terms: Uint32Array;
}

/** Reads blocks into arrays that are reused. */
export class SuffixReader {
  readonly #block: SuffixBlock;
  readonly #text: SuffixText;
  readonly #part: TextPart;
  readonly #selection: Selection;
  /** End of the codes of the part's terms. */
  readonly #end: number;
  /** Position of the next code or, with a selection, of the last selected suffix. */
  #position: number;
  /** Term at this position. */
  #term: number;
  /** Number of bytes of the selection that are read. */
  #selectionRead = 0;

  /** @param block receives each block; its length is the maximum number of suffixes of a block */
  constructor(block: SuffixBlock, text: SuffixText, part: TextPart, selection: Selection) {
    this.#block = block;
    this.#text = text;
    this.#part = part;
    this.#selection = selection;
    this.#term = part.from;
    this.#position = text.starts[part.from]! - part.start;
    this.#end = text.starts[part.to]! - part.start;
  }

  /** Reads the next block. @returns the number of its suffixes; 0 after the last block. Cost: O(codes of the block). */
  next(): number {
    return this.#selection === undefined ? this.#readAll() : this.#readSelected(this.#selection);
  }

  #readAll(): number {
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
      // The next suffix overwrites this one if no character begins here.
      positions[count] = position;
      terms[count] = term;
      count += begins[codes[position]!]!;
    }
    this.#position = position;
    this.#term = term;
    return count;
  }

  #readSelected(selection: Uint8Array): number {
    const { positions, terms } = this.#block;
    const { starts } = this.#text;
    const { start } = this.#part;
    let index = this.#selectionRead;
    let position = this.#position;
    let term = this.#term;
    let termEnd = starts[term + 1]! - start;
    let count = 0;
    for (; index < selection.length && count < positions.length; index += 1) {
      const gap = selection[index]!;
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
    this.#selectionRead = index;
    this.#position = position;
    this.#term = term;
    return count;
  }
}
