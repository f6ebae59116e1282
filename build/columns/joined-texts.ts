/**
 * Joined texts: the texts of columns that share one dictionary, so that they are sorted together.
 *
 * One column owns the dictionary; another column adds only the texts of the docs where it differs. Elsewhere: sorting
 * (build/sorting), the columns (text-column).
 */
import { divideRecords } from '../sorting/index.js';
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
 * @param output     has the texts of the owner; receives the differing texts
 * @param pieceBytes bytes per read
 */
export async function joinTexts(
  output: RecordSpool,
  differing: readonly DifferingColumn[],
  pieceBytes: number,
): Promise<void> {
  for (const { texts, docs } of differing) {
    let nextDoc = 0;
    for (const { from, to, start, end } of await divideRecords(texts.lengthPieces(), pieceBytes)) {
      if (nextDoc === docs.length) break;
      if (docs[nextDoc]! >= to) continue;
      const bytes = await texts.sliceBytes(start, end);
      const lengths = await texts.sliceLengths(from, to);
      let textStart = 0;
      for (let doc = from; doc < to; doc += 1) {
        const length = lengths[doc - from]!;
        if (docs[nextDoc] === doc) {
          output.push(bytes.subarray(textStart, textStart + length));
          nextDoc += 1;
        }
        textStart += length;
      }
      await output.flushIfLarge();
    }
  }
  await output.finish();
}

/**
 * Splits the ordinals of joined texts by column.
 *
 * @param owner    name of the owner of the dictionary
 * @param size     number of its docs
 * @param ordinals joined text → ordinal
 * @returns name of a column → its ordinals by doc, for the owner and all differing columns
 */
export function splitOrdinals(
  owner: string,
  size: number,
  differing: readonly DifferingColumn[],
  ordinals: Uint32Array,
): ReadonlyMap<string, Uint32Array> {
  if (differing.length === 0) return new Map([[owner, ordinals]]);
  const ordinalsByColumn = new Map([[owner, ordinals.slice(0, size)]]);
  let text = size;
  for (const { name, fallback, docs } of differing) {
    const columnOrdinals = ordinalsByColumn.get(fallback)!.slice();
    for (const doc of docs) {
      columnOrdinals[doc] = ordinals[text]!;
      text += 1;
    }
    ordinalsByColumn.set(name, columnOrdinals);
  }
  return ordinalsByColumn;
}
