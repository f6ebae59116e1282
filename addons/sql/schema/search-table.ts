/**
 * The table `_search`: the search sections of each type's segment, byte for byte, cut into pieces of 1 MiB.
 *
 *     <type>/                    head: SearchHead as JSON
 *     <type>/<section>/<piece>   bytes [piece · 1 MiB, (piece + 1) · 1 MiB) of a section
 *
 * Elsewhere: filling it (load/search-row-source), reading it (search).
 */
import type { Column } from './columns.js';
import { ID_COLUMN } from './columns.js';

export const SEARCH_TABLE = '_search';
export const BYTES_COLUMN = 'bytes';

export const searchColumns: readonly Column[] = [
  { name: ID_COLUMN, kind: 'text', source: { from: 'id' } },
  { name: BYTES_COLUMN, kind: 'bytes', source: { from: 'id' } },
];

/** Bytes of a section in one row. The column is stored uncompressed, so that a slice is read without the rest of the row. */
export const PIECE_BYTES = 2 ** 20;

export const countPieces = (byteLength: number): number => Math.ceil(byteLength / PIECE_BYTES);

export const pieceId = (type: string, section: string, piece: number): string => `${type}/${section}/${piece}`;

/** @returns the id of the row with the head of a content type */
export const headId = (type: string): string => `${type}/`;

/** The search sections of a content type. */
export interface SearchHead {
  /** Version of the rules by which texts were split into words. */
  readonly analyser: string;
  /** Prefix of the section names of each locale. */
  readonly names: readonly string[];
  /** Name, element and length of each section. */
  readonly sections: readonly (readonly [name: string, element: string, byteLength: number])[];
}
