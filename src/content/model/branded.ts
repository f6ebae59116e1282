/**
 * Branded numbers and texts: doc ids, term ids, term ordinals and snapshot ids, which the compiler keeps apart.
 *
 * A brand costs nothing at run time. Only the constructors below cast.
 */

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Position of an item in the export of its content type, from 0; the order of lists without `sort`. */
export type DocId = Branded<number, 'DocId'>;

/** Position of a value among the sorted distinct values of a field, from 0; the end of a range may be one past the last. */
export type TermId = Branded<number, 'TermId'>;

/** The entry of a column for a doc: its term id plus 1; 0 if the field is not populated. */
export type TermOrdinal = Branded<number, 'TermOrdinal'>;

/** Position in a stored order, from 0: of a doc by value or in the list of a stem, of a term by its last letters. */
export type OrderPlace = Branded<number, 'OrderPlace'>;

/** The hash of a manifest: 64 lower-case hexadecimal digits. */
export type SnapshotId = Branded<string, 'SnapshotId'>;

export const docId = (value: number): DocId => value as DocId;
export const termId = (value: number): TermId => value as TermId;
export const termOrdinal = (value: number): TermOrdinal => value as TermOrdinal;
export const orderPlace = (value: number): OrderPlace => value as OrderPlace;

/** @param ordinal an entry of a column, not 0 */
export const termOf = (ordinal: number): TermId => termId(ordinal - 1);

const snapshotIdPattern = /^[0-9a-f]{64}$/;

/** @returns the id, undefined if the text is not a snapshot id */
export const snapshotId = (text: string): SnapshotId | undefined =>
  snapshotIdPattern.test(text) ? (text as SnapshotId) : undefined;
