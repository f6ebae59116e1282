/**
 * The table of the words of searches: the sections of a segment that a snapshot has for them, byte for byte, in pieces. Of a
 * content type there is one row more, which says what there is.
 */
import type { Column } from './columns.js';
import { ID_COLUMN } from './columns.js';

export const SEARCH_TABLE = '_search';
export const BYTES_COLUMN = 'bytes';

export const searchColumns: readonly Column[] = [
  { name: ID_COLUMN, kind: 'text', source: { from: 'id' } },
  { name: BYTES_COLUMN, kind: 'bytes', source: { from: 'id' } },
];

/** What of a section is in one row. A part of it is read without the rest, as nothing is compressed. */
export const PIECE_BYTES = 2 ** 20;

export const countPieces = (byteLength: number): number => Math.ceil(byteLength / PIECE_BYTES);

export const pieceId = (type: string, section: string, piece: number): string => `${type}/${section}/${piece}`;

/** The row that says what there is of a content type, as `SearchHead` in JSON. */
export const headId = (type: string): string => `${type}/`;

export interface SearchHead {
  /** The rules by which texts were cut into words. */
  readonly analyser: string;
  /** By locale, what its sections are named after. */
  readonly names: readonly string[];
  /** Name, element and length of each section. */
  readonly sections: readonly (readonly [name: string, element: string, byteLength: number])[];
}
