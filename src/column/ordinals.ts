/**
 * A column: doc id → term ordinal, in the narrowest width that holds it; 0 where the field is not populated.
 *
 * Comparing two docs by a field is comparing two small integers.
 */
export type OrdinalColumn = Uint8Array | Uint16Array | Uint32Array;

/** @returns whether a column of this many docs and terms has the right shape: every ordinal at most `terms` */
export function isOrdinalColumn(column: OrdinalColumn, docs: number, terms: number): boolean {
  if (column.length !== docs) return false;
  for (const ordinal of column) if (ordinal > terms) return false;
  return true;
}
