/**
 * What may name a space, a content type or a field, and what may be an item's id.
 */

const namePattern = /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;
/** JSON:API has members of these names beside an item's fields. */
const reservedNames: ReadonlySet<string> = new Set(['id', 'type', 'lid', 'links', 'relationships']);
/** Files are named after types, folders in URLs after spaces, and 255 bytes is the most that a file's name may have. */
const nameLengthMaximum = 200;
const idByteLengthMaximum = 255;

export const NAME_RULE = `a name has letters, digits, "_" and "-", begins with a letter, ends with a letter or digit, and has at most ${nameLengthMaximum} characters`;
export const FIELD_NAME_RULE = `${NAME_RULE}; a field's name must not be ${[...reservedNames].join(', ')}`;
export const ID_RULE = 'an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."';

/** Whether the text may name a space or a content type. */
export const isName = (text: string): boolean => text.length <= nameLengthMaximum && namePattern.test(text);

/** Whether the text may name a field. */
export const isFieldName = (text: string): boolean => isName(text) && !reservedNames.has(text);

/** Whether the text may be an item's id. Cost: O(length). */
export function isItemId(text: string): boolean {
  if (text.length === 0 || text.length > idByteLengthMaximum || text === '.' || text === '..') return false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return false;
  }
  return text.isWellFormed() && Buffer.byteLength(text) <= idByteLengthMaximum;
}

/*
 * Branded numbers and the identifiers of content.
 *
 * A brand costs nothing at run time; the constructors below are the only places that cast.
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
