/**
 * Posting lists of the one, two and three bytes long substrings of many texts: differences as LEB128 varints.
 *
 * A pattern of up to three bytes is a list of its own; a longer one is looked for in the texts that the lists of its
 * three-byte parts have in common. Source: Zobel and Moffat, "Inverted files for text search engines", 2006.
 */
import { VarintCursor, varintLength, writeVarint } from '../../src/format/index.js';
import type { ByteTerms } from '../../src/termdict/index.js';

const lengths = [1, 2, 3] as const;
/** A further list is decoded only where it is shorter than so many times what is left to look at. */
const worthDecoding = 16;

interface List {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export class GramLists {
  readonly #terms: ByteTerms;
  readonly #lists = new Map<number, List>();
  readonly #bytes: Uint8Array;

  /** Cost: O(bytes); memory while building: 128 MiB. */
  constructor(terms: ByteTerms) {
    this.#terms = terms;
    const parts: Uint8Array[] = [];
    let start = 0;
    for (const length of lengths) {
      const bytes = this.#addLists(length, start);
      parts.push(bytes);
      start += bytes.byteLength;
    }
    this.#bytes = Buffer.concat(parts);
  }

  /** Lists, and for each its key, start and count as a file would hold them. */
  get byteLength(): number {
    return this.#bytes.byteLength + this.#lists.size * 12;
  }

  /** @returns how many texts contain the pattern, and the first of them */
  find(pattern: Uint8Array, first: number): number[] {
    if (pattern.byteLength <= 3) {
      const list = this.#lists.get(keyOf(pattern, 0, pattern.byteLength));
      return list === undefined ? [0] : [list.count, ...this.#decode(list, first)];
    }
    const lists: List[] = [];
    for (let at = 0; at + 3 <= pattern.byteLength; at += 1) {
      const list = this.#lists.get(keyOf(pattern, at, 3));
      if (list === undefined) return [0];
      lists.push(list);
    }
    const [shortest, ...others] = lists.sort((a, b) => a.count - b.count);
    if (shortest === undefined) return [0];
    let candidates = this.#decode(shortest, shortest.count);
    for (const list of others) {
      if (list.count > candidates.length * worthDecoding) break;
      candidates = this.#keep(candidates, list);
    }
    const found = candidates.filter(this.#terms.containing(pattern));
    return [found.length, ...found.subarray(0, first)];
  }

  /** First the lengths, then the bytes: two passes over all texts. */
  #addLists(length: number, start: number): Uint8Array {
    const keys = 256 ** length;
    const last = new Int32Array(keys).fill(-1);
    const places = new Uint32Array(keys);
    const counts = new Map<number, number>();
    this.#eachGram(length, (key, term) => {
      if (last[key] === term) return;
      places[key]! += varintLength(term - last[key]! - 1);
      last[key] = term;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
    let end = 0;
    for (const [key, count] of [...counts].sort(([a], [b]) => a - b)) {
      const byteLength = places[key]!;
      this.#lists.set(key + length * 2 ** 24, { start: start + end, end: start + end + byteLength, count });
      places[key] = end;
      end += byteLength;
    }
    const bytes = new Uint8Array(end);
    last.fill(-1);
    this.#eachGram(length, (key, term) => {
      if (last[key] === term) return;
      places[key] = writeVarint(bytes, places[key]!, term - last[key]! - 1);
      last[key] = term;
    });
    return bytes;
  }

  #eachGram(length: number, use: (key: number, term: number) => void): void {
    for (let term = 0; term < this.#terms.size; term += 1) {
      const bytes = this.#terms.at(term);
      for (let at = 0; at + length <= bytes.byteLength; at += 1) {
        let key = 0;
        for (let i = 0; i < length; i += 1) key = key * 256 + bytes[at + i]!;
        use(key, term);
      }
    }
  }

  /** @returns the first of the list, at most `limit` */
  #decode({ start, count }: List, limit: number): Uint32Array {
    const out = new Uint32Array(Math.min(limit, count));
    const cursor = new VarintCursor();
    cursor.at = start;
    cursor.ascending(this.#bytes, out);
    return out;
  }

  #keep(candidates: Uint32Array, list: List): Uint32Array {
    const terms = this.#decode(list, list.count);
    let at = 0;
    return candidates.filter((term) => {
      while (at < terms.length && terms[at]! < term) at += 1;
      return terms[at] === term;
    });
  }
}

function keyOf(pattern: Uint8Array, at: number, length: number): number {
  let key = 0;
  for (let i = 0; i < length; i += 1) key = key * 256 + pattern[at + i]!;
  return key + length * 2 ** 24;
}
