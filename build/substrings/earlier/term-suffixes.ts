/**
 * The suffixes of the terms of this build, found by searching the terms for a string.
 *
 * Elsewhere: the text and its codes (text), the terms of a bucket (renumbered-lists).
 */
import type { SuffixText } from '../text/index.js';

/** A suffix of a term of this build. */
export interface Suffix {
  readonly term: number;
  /** Position of its first code in the text. */
  readonly position: number;
}

/** Bytes: a branch covers a range of them. Byte 0 is the end of a term. */
export const BYTE_COUNT = 256;

export class TermSuffixes {
  readonly #text: SuffixText;
  readonly #codes: Buffer;
  readonly #codeOfByte = new Uint8Array(BYTE_COUNT);

  /** @param codes of the text */
  constructor(text: SuffixText, codes: Uint8Array) {
    this.#text = text;
    this.#codes = Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength);
    for (const [code, byte] of text.alphabet.entries()) this.#codeOfByte[byte] = code;
  }

  /** @returns the code of a byte in this build; 0 if no term contains it */
  codeOf(byte: number): number {
    return this.#codeOfByte[byte]!;
  }

  /** @returns all suffixes of these terms, in the order of the terms */
  ofTerms(terms: Iterable<number>): Suffix[] {
    const { starts, begins } = this.#text;
    const suffixes: Suffix[] = [];
    for (const term of terms) {
      for (let position = starts[term]!; position < starts[term + 1]!; position += 1) {
        if (begins[this.#codes[position]!] === 1) suffixes.push({ term, position });
      }
    }
    return suffixes;
  }

  /** The suffixes of these terms that begin with the prefix and continue with one of the bytes `[lowStart, lowEnd)`. */
  *withPrefix(terms: Iterable<number>, prefix: Uint8Array, lowStart: number, lowEnd: number): Generator<Suffix> {
    const { starts, begins, alphabet } = this.#text;
    const depth = prefix.length;
    for (const term of terms) {
      const start = starts[term]!;
      const codes = this.#codes.subarray(start, starts[term + 1]!);
      for (let at = codes.indexOf(prefix); at >= 0 && at + depth < codes.length; at = codes.indexOf(prefix, at + 1)) {
        // Without a prefix, every place is found.
        if (begins[codes[at]!] === 0) continue;
        const next = alphabet[codes[at + depth]!]!;
        if (next >= lowStart && next < lowEnd) yield { term, position: start + at };
      }
    }
  }

  /** @returns byte → the suffixes that continue with it after `depth` codes, in their order */
  groupByNextByte(suffixes: Iterable<Suffix>, depth: number): Map<number, Suffix[]> {
    const groups = new Map<number, Suffix[]>();
    for (const suffix of suffixes) {
      const byte = this.#text.alphabet[this.#codes[suffix.position + depth]!]!;
      const group = groups.get(byte);
      if (group === undefined) groups.set(byte, [suffix]);
      else group.push(suffix);
    }
    return groups;
  }

  /** @returns number of docs that have one of the terms of these suffixes */
  countDocs(suffixes: readonly Suffix[]): number {
    let docs = 0;
    for (const term of distinctTerms(suffixes)) docs += countDocsOf(this.#text.docStarts, term);
    return docs;
  }
}

/** In their order: ascending, as the suffixes of a node are. */
export const distinctTerms = (suffixes: readonly Suffix[]): Set<number> => new Set(suffixes.map(({ term }) => term));

/** @param docStarts term → start of its docs, with one more entry for the end */
export const countDocsOf = (docStarts: Uint32Array, term: number): number => docStarts[term + 1]! - docStarts[term]!;
