/**
 * Rendered value of an item → its text for COPY, and the canonical text for the checksum.
 *
 * No text of an export contains U+0000, the only character that PostgreSQL cannot store.
 * Elsewhere: the checksum (load/row-hash).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Location, parseInstant, UNITS_PER_DEGREE } from '../../../src/content/model/index.js';
import type { ColumnKind } from '../schema/columns.js';
import type { Table } from '../schema/tables.js';
import { arrayLiteral } from '../statements/parameters.js';
import { hashBytes, LIST_SEPARATOR } from './row-hash.js';

/** A value on its way into a column. */
export interface CellValue {
  /** For PostgreSQL's input function of the column's type. */
  readonly text: string;
  /** Equal to the text that CANONICAL_SQL in row-hash computes from the stored value. */
  readonly canonical: string;
}

export const plainCell = (text: string): CellValue => ({ text, canonical: text });

/** @returns a value of a bytea column */
export const bytesCell = (bytes: Uint8Array): CellValue => ({
  text: `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  canonical: hashBytes(bytes),
});

/** Items whose rows are made at a time. */
export const ITEMS_PER_PART = 500;

/**
 * @param kind of the column
 * @param json the rendered value
 * @returns null if the value is unpopulated
 */
export function cellValue(kind: ColumnKind, json: string): CellValue | null {
  if (json === 'null') return null;
  switch (kind) {
    case 'boolean':
    case 'integer':
      return plainCell(json);
    case 'decimal':
      return plainCell(json.slice(1, -1));
    case 'instant':
      return instantCell(json.slice(1, -1));
    case 'json':
      return json === '[]' ? null : plainCell(json);
    case 'text': {
      const text = parseJsonText(json);
      return text === '' ? null : plainCell(text);
    }
    case 'point':
      return pointCell(JSON.parse(json));
    case 'textList':
      return listCell(JSON.parse(json));
    case 'bytes':
    case 'rank':
      throw new InvariantError(`a rendered value is not ${kind}`);
  }
}

/** @returns the text of a JSON string */
export function parseJsonText(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  const text: unknown = JSON.parse(json);
  if (typeof text !== 'string') throw new InvariantError('a rendered text is no string');
  return text;
}

function listCell(texts: unknown): CellValue | null {
  if (!Array.isArray(texts)) throw new InvariantError('a rendered list is no array');
  // Filters and facets ignore empty texts and see equal texts once.
  const distinctTexts = [...new Set(texts.map(String))].filter((text) => text !== '');
  if (distinctTexts.length === 0) return null;
  return { text: arrayLiteral(distinctTexts), canonical: distinctTexts.join(LIST_SEPARATOR) };
}

function pointCell({ latitude, longitude }: Location): CellValue {
  const units = [longitude, latitude].map((degrees) => Math.round(degrees * UNITS_PER_DEGREE));
  return { text: `(${longitude},${latitude})`, canonical: units.join(',') };
}

/** PostgreSQL writes the year 0 as 1 BC. */
function instantCell(text: string): CellValue {
  const ms = parseInstant(text);
  if (ms === undefined) throw new InvariantError(`a rendered instant is ${text}`);
  return { text: formatInstant(ms), canonical: String(ms) };
}

/** @param ms milliseconds since 1970, in the years 0 to 9999. @returns the instant for PostgreSQL's input function */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');
  return text.startsWith('0000') ? `0001${text.slice(4)} BC` : text;
}

const escapedCharacters = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns the text with the escapes of COPY's text format */
export const escapeCopyText = (text: string): string =>
  text.replace(escapedCharacters, (character) => escapes[character] ?? character);

export const COPY_NULL = '\\N';

/** One value for each column; null for NULL. */
export type Row = readonly (CellValue | null)[];

/** The source of all rows of a table. Rows are made in parts, between which other connections proceed. */
export interface RowSource {
  readonly table: Table;
  /** Number of items, the unit of progress. */
  readonly size: number;
  /** Items in a part. */
  readonly itemsPerPart: number;
  /** @returns the rows of the items [start, end) */
  rows(start: number, end: number): Iterable<Row>;
}
