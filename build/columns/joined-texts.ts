/**
 * Columns that have one dictionary: the texts of one, and of the others those in which they differ, are sorted together.
 */
import { rangesOf } from '../sorting/index.js';
import type { RecordSpool } from '../work/index.js';

/** A column whose values are those of another but in some docs. */
export interface Differing {
  /** What its sections are named after. */
  readonly name: string;
  /** The column it has its other values of: the owner of the dictionary, or one before it. */
  readonly fallback: string;
  readonly texts: RecordSpool;
  /** Ascending. */
  readonly docs: Uint32Array;
}

/**
 * Appends to the texts of a column those in which the others differ, one column behind the other.
 *
 * @param pieceBytes so much is read at once
 */
export async function joinTexts(into: RecordSpool, others: readonly Differing[], pieceBytes: number): Promise<void> {
  for (const { texts, docs } of others) {
    let next = 0;
    for (const { from, to, start, end } of await rangesOf(texts.lengthPieces(), pieceBytes)) {
      if (next === docs.length) break;
      if (docs[next]! >= to) continue;
      const bytes = await texts.bytesBetween(start, end);
      const lengths = await texts.lengthsBetween(from, to);
      let at = 0;
      for (let doc = from; doc < to; doc += 1) {
        const length = lengths[doc - from]!;
        if (docs[next] === doc) {
          into.push(bytes.subarray(at, at + length));
          next += 1;
        }
        at += length;
      }
      await into.settle();
    }
  }
  await into.finish();
}

/**
 * @param ordinals of all texts that were joined, in their order
 * @returns column → its ordinals, doc by doc: that of `owner`, which has `size` docs, and those of the others
 */
export function partedOrdinals(
  owner: string,
  size: number,
  others: readonly Differing[],
  ordinals: Uint32Array,
): ReadonlyMap<string, Uint32Array> {
  if (others.length === 0) return new Map([[owner, ordinals]]);
  const parted = new Map([[owner, ordinals.slice(0, size)]]);
  let at = size;
  for (const { name, fallback, docs } of others) {
    const own = parted.get(fallback)!.slice();
    for (const doc of docs) {
      own[doc] = ordinals[at]!;
      at += 1;
    }
    parted.set(name, own);
  }
  return parted;
}
