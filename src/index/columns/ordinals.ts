/**
 * Columns: doc id → term ordinal, in the narrowest width that holds every ordinal; 0 if the doc has no value.
 *
 * Comparing two docs by a field compares two small integers.
 */

export type OrdinalColumn = Uint8Array | Uint16Array | Uint32Array;
