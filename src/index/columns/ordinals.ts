/**
 * A column: doc id → term ordinal, in the narrowest width that holds it; 0 where the field is not populated.
 *
 * Comparing two docs by a field is comparing two small integers.
 */
export type OrdinalColumn = Uint8Array | Uint16Array | Uint32Array;
