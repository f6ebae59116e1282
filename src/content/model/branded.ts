/**
 * Branded numbers and texts: doc ids, term ids, term ordinals and snapshot ids, which the compiler keeps apart.
 *
 * A brand costs nothing at run time. Only the constructors below cast.
 */

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Position of an item in its content type's export, from 0: the order without `sort`. */
export type DocId = Branded<number, 'DocId'>;
/** Number of a value among the sorted different values of a field, from 0; a number of them may be one past the last. */
export type TermId = Branded<number, 'TermId'>;
/** What a column has of a doc: its term, plus 1; 0 where the field is not populated. */
export type TermOrdinal = Branded<number, 'TermOrdinal'>;
/** Where something stands in an order, from 0: a doc among those by value or in a stem's list, a term by its last letters. */
export type OrderPlace = Branded<number, 'OrderPlace'>;
/** The hash that names a snapshot: 64 lower-case hexadecimal digits. */
export type SnapshotId = Branded<string, 'SnapshotId'>;

export const docId = (value: number): DocId => value as DocId;
export const termId = (value: number): TermId => value as TermId;
export const termOrdinal = (value: number): TermOrdinal => value as TermOrdinal;
export const orderPlace = (value: number): OrderPlace => value as OrderPlace;

/** @param ordinal as a column has it, not 0 */
export const termOf = (ordinal: number): TermId => termId(ordinal - 1);

const snapshotIdPattern = /^[0-9a-f]{64}$/;

/** @returns the id, or undefined when the text is no snapshot id */
export const snapshotId = (text: string): SnapshotId | undefined =>
  snapshotIdPattern.test(text) ? (text as SnapshotId) : undefined;
