/**
 * Going through the suffixes of a part of a text, some at a time: all of them, or those whose positions were noted before
 * as the gaps between them.
 */
import type { TextPart } from './codes.js';
import type { SuffixText } from './text.js';

/** So many at a time: their positions and terms stay in the processor's nearest cache. */
const suffixesAtOnce = 2 ** 10;

/** Which suffixes of a part: the gaps between their positions, each a LEB128 varint; undefined for all. */
export type Selection = Uint8Array | undefined;

export class SuffixReader {
  /** Of the suffixes at hand: where each begins among the part's codes, and its term. */
  readonly positions = new Uint32Array(suffixesAtOnce);
  readonly terms = new Uint32Array(suffixesAtOnce);
  readonly #text: SuffixText;
  readonly #part: TextPart;
  readonly #selection: Selection;
  /** Behind the last code of the part's terms. */
  readonly #end: number;
  #position: number;
  #term: number;
  /** How many bytes of the selection are read. */
  #at = 0;

  constructor(text: SuffixText, part: TextPart, selection: Selection) {
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
    const { positions, terms } = this;
    const { starts, begins } = this.#text;
    const { codes, start } = this.#part;
    const end = this.#end;
    let count = 0;
    let position = this.#position;
    let term = this.#term;
    let termEnd = starts[term + 1]! - start;
    for (; position < end && count < suffixesAtOnce; position += 1) {
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
    const { positions, terms } = this;
    const { starts } = this.#text;
    const { start } = this.#part;
    let at = this.#at;
    let position = this.#position;
    let term = this.#term;
    let termEnd = starts[term + 1]! - start;
    let count = 0;
    for (; at < selection.length && count < suffixesAtOnce; count += 1) {
      let byte = selection[at]!;
      let gap = byte & 0x7f;
      at += 1;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = selection[at]!;
        gap |= (byte & 0x7f) << shift;
        at += 1;
      }
      position += gap >>> 0;
      while (termEnd <= position) {
        term += 1;
        termEnd = starts[term + 1]! - start;
      }
      positions[count] = position;
      terms[count] = term;
    }
    this.#at = at;
    this.#position = position;
    this.#term = term;
    return count;
  }
}
