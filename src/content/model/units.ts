/**
 * Branded numbers and the identifiers of content.
 *
 * A brand costs nothing at run time; the constructors below are the only places that cast.
 */

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Position of an item in its content type's export, from 0: the order without `sort`. */
export type DocId = Branded<number, 'DocId'>;
/** The hash that names a snapshot: 64 lower-case hexadecimal digits. */
export type SnapshotId = Branded<string, 'SnapshotId'>;

export const docId = (value: number): DocId => value as DocId;

const snapshotIdPattern = /^[0-9a-f]{64}$/;

/** @returns the id, or undefined when the text is no snapshot id */
export const snapshotId = (text: string): SnapshotId | undefined =>
  snapshotIdPattern.test(text) ? (text as SnapshotId) : undefined;
