/**
 * Writing entries one behind the other.
 */
import { writeVarint } from '../../../src/format/index.js';
import { HEAD_BYTES, KINDS, LIST, LIST_OF_EACH, NODE } from './entries.js';

/** What the longest gap takes. */
const gapBytesMaximum = 5;

export class EntryWriter {
  readonly #isRepeating: boolean;
  /** The stretch's first term. */
  readonly #first: number;
  #bytes = new Uint8Array(2 ** 16);
  #length = 0;

  constructor(isRepeating: boolean, first: number) {
    this.#isRepeating = isRepeating;
    this.#first = first;
  }

  get length(): number {
    return this.#length;
  }

  /** @returns a copy of what was written */
  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Begins a node: its branches follow. */
  node(suffixes: number, terms: number, docs: number, branches: number): void {
    this.#reserve(HEAD_BYTES);
    this.#number(suffixes * KINDS + NODE);
    this.#number(terms);
    if (this.#isRepeating) this.#number(docs);
    this.#number(branches);
  }

  /** Begins a branch: an entry follows. */
  branch(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = code;
    this.#length += 1;
  }

  /**
   * @param numbers a term at `from · stride + place`, and so on to `to`; ascending, some more than once
   * @param terms   how many are distinct
   * @param docs    that these have
   */
  list(
    suffixes: number,
    numbers: Int32Array,
    from: number,
    to: number,
    stride: number,
    place: number,
    terms: number,
    docs: number,
  ): void {
    this.#reserve(HEAD_BYTES + terms * gapBytesMaximum);
    this.#number(suffixes * KINDS + (suffixes === terms ? LIST_OF_EACH : LIST));
    if (suffixes !== terms) this.#number(terms);
    if (this.#isRepeating) this.#number(docs);
    const bytes = this.#bytes;
    let at = this.#length;
    let previous = this.#first - 1;
    const end = to * stride + place;
    for (let i = from * stride + place; i < end; i += stride) {
      const term = numbers[i]!;
      if (term === previous) continue;
      at = writeVarint(bytes, at, term - previous - 1);
      previous = term;
    }
    this.#length = at;
  }

  #number(value: number): void {
    this.#length = writeVarint(this.#bytes, this.#length, value);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
