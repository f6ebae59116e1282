/**
 * Columns: doc id → term ordinal, in the narrowest width that holds every ordinal; 0 if the doc has no value.
 *
 * Comparing two docs by a field compares two small integers.
 *
 *     doc         0   1   2   3
 *     ordinal   | 3 | 0 | 1 | 3 |      doc 1 has no value; docs 0 and 3 have term 2, doc 2 has term 0
 */

export type OrdinalColumn = Uint8Array | Uint16Array | Uint32Array;
