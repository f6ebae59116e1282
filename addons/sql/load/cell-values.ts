/**
 * One value of an item → the text that COPY reads, and the one that a check compares.
 *
 * Values are read from the rendered items: what is loaded is what a snapshot would serve. No text of an export has the
 * character U+0000, the one that PostgreSQL cannot hold.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Location, parseInstant, UNITS_PER_DEGREE } from '../../../src/content/model/index.js';
import type { ColumnKind } from '../schema/columns.js';
import type { Table } from '../schema/tables.js';
import { arrayLiteral } from '../statements/parameters.js';
import { hashBytes, LIST_SEPARATOR } from './row-hash.js';

/** As the database is given it; null is unpopulated. */
export interface CellValue {
  /** As PostgreSQL's input functions read it. */
  readonly text: string;
  /** As `canonical` in row-hash makes it of the column. */
  readonly canonical: string;
}

export const plainCell = (text: string): CellValue => ({ text, canonical: text });

/** @returns the bytes as PostgreSQL reads them */
export const bytesCell = (bytes: Uint8Array): CellValue => ({
  text: `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  canonical: hashBytes(bytes),
});

/** Of items and links. */
export const ITEMS_PER_PART = 500;

/**
 * @param kind what the column holds
 * @param json the rendered value
 * @returns null where it is unpopulated
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

/** @returns the text that a JSON string stands for */
export function parseJsonText(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  const text: unknown = JSON.parse(json);
  if (typeof text !== 'string') throw new InvariantError('a rendered text is no string');
  return text;
}

function listCell(texts: unknown): CellValue | null {
  if (!Array.isArray(texts)) throw new InvariantError('a rendered list is no array');
  // An empty text is delivered and is no value, and of equal ones a filter or a facet sees one.
  const distinctTexts = [...new Set(texts.map(String))].filter((text) => text !== '');
  if (distinctTexts.length === 0) return null;
  return { text: arrayLiteral(distinctTexts), canonical: distinctTexts.join(LIST_SEPARATOR) };
}

function pointCell({ latitude, longitude }: Location): CellValue {
  const units = [longitude, latitude].map((degrees) => Math.round(degrees * UNITS_PER_DEGREE));
  return { text: `(${longitude},${latitude})`, canonical: units.join(',') };
}

/** Year 0 of the calendar, which PostgreSQL calls 1 BC. */
function instantCell(text: string): CellValue {
  const ms = parseInstant(text);
  if (ms === undefined) throw new InvariantError(`a rendered instant is ${text}`);
  return { text: formatInstant(ms), canonical: String(ms) };
}

/** @returns the instant as PostgreSQL reads it. @param ms since 1970, in the years 0 to 9999 */
export function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');
  return text.startsWith('0000') ? `0001${text.slice(4)} BC` : text;
}

const escapedCharacters = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns the value as a column of a line of COPY */
export const copied = (text: string): string =>
  text.replace(escapedCharacters, (character) => escapes[character] ?? character);

export const COPY_NULL = '\\N';

/*
 * Rows on their way into a table.
 */

/** One value for each column; null is NULL. */
export type Row = readonly (CellValue | null)[];

/** Part of what goes into a table. */
export interface RowSource {
  readonly table: Table;
  /** How many items it is made of: what progress counts. */
  readonly size: number;
  /** How many of them are made rows at once: between two parts, other connections take their turn. */
  readonly itemsPerPart: number;
  /** @returns the rows that come of items `[start, end)` */
  rows(start: number, end: number): Iterable<Row>;
}
