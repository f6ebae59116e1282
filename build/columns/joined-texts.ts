/**
 * Columns that share one dictionary: the texts of the owner, and the differing texts of the sharers, are sorted together.
 */
import { rangesOf } from '../sorting/index.js';
import type { RecordSpool } from '../work/index.js';

/** A column whose values are those of another column except in some docs. */
export interface DifferingColumn {
  /** Name that its sections are derived from. */
  readonly name: string;
  /** The column that has its other values: the owner of the dictionary, or an earlier sharer. */
  readonly fallback: string;
  readonly texts: RecordSpool;
  /** Ascending. */
  readonly docs: Uint32Array;
}

/**
 * Appends the differing texts of other columns, column by column.
 *
 * @param pieceBytes bytes per read
 */
export async function joinTexts(
  into: RecordSpool,
  differing: readonly DifferingColumn[],
  pieceBytes: number,
): Promise<void> {
  for (const { texts, docs } of differing) {
    let nextDoc = 0;
    for (const { from, to, start, end } of await rangesOf(texts.lengthPieces(), pieceBytes)) {
      if (nextDoc === docs.length) break;
      if (docs[nextDoc]! >= to) continue;
      const bytes = await texts.sliceBytes(start, end);
      const lengths = await texts.sliceLengths(from, to);
      let at = 0;
      for (let doc = from; doc < to; doc += 1) {
        const length = lengths[doc - from]!;
        if (docs[nextDoc] === doc) {
          into.push(bytes.subarray(at, at + length));
          nextDoc += 1;
        }
        at += length;
      }
      await into.flushIfLarge();
    }
  }
  await into.finish();
}

/**
 * @param ordinals ordinals of all joined texts, in their order
 * @returns column → its ordinals by doc: `owner`, which has `size` docs, and the differing columns
 */
export function splitOrdinals(
  owner: string,
  size: number,
  differing: readonly DifferingColumn[],
  ordinals: Uint32Array,
): ReadonlyMap<string, Uint32Array> {
  if (differing.length === 0) return new Map([[owner, ordinals]]);
  const ordinalsByColumn = new Map([[owner, ordinals.slice(0, size)]]);
  let at = size;
  for (const { name, fallback, docs } of differing) {
    const own = ordinalsByColumn.get(fallback)!.slice();
    for (const doc of docs) {
      own[doc] = ordinals[at]!;
      at += 1;
    }
    ordinalsByColumn.set(name, own);
  }
  return ordinalsByColumn;
}
