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
import { arrayText } from '../statements/parameters.js';
import { bytesHash, LIST_MARK } from './row-hash.js';

/** As the database is given it; null is unpopulated. */
export interface Written {
  /** As PostgreSQL's input functions read it. */
  readonly text: string;
  /** As `canonical` in row-hash makes it of the column. */
  readonly checked: string;
}

export const same = (text: string): Written => ({ text, checked: text });

/** @returns the bytes as PostgreSQL reads them */
export const hex = (bytes: Uint8Array): Written => ({
  text: `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  checked: bytesHash(bytes),
});

/** Of items and links. */
export const PART_ITEMS = 500;

/**
 * @param kind what the column holds
 * @param json the rendered value
 * @returns null where it is unpopulated
 */
export function written(kind: ColumnKind, json: string): Written | null {
  if (json === 'null') return null;
  switch (kind) {
    case 'boolean':
    case 'integer':
      return same(json);
    case 'decimal':
      return same(json.slice(1, -1));
    case 'instant':
      return instant(json.slice(1, -1));
    case 'json':
      return json === '[]' ? null : same(json);
    case 'text': {
      const text = textOf(json);
      return text === '' ? null : same(text);
    }
    case 'point':
      return point(JSON.parse(json));
    case 'textList':
      return list(JSON.parse(json));
    case 'bytes':
    case 'rank':
      throw new InvariantError(`a rendered value is not ${kind}`);
  }
}

/** @returns the text that a JSON string stands for */
export function textOf(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  const text: unknown = JSON.parse(json);
  if (typeof text !== 'string') throw new InvariantError('a rendered text is no string');
  return text;
}

function list(texts: unknown): Written | null {
  if (!Array.isArray(texts)) throw new InvariantError('a rendered list is no array');
  // An empty text is delivered and is no value, and of equal ones a filter or a facet sees one.
  const all = [...new Set(texts.map(String))].filter((text) => text !== '');
  if (all.length === 0) return null;
  return { text: arrayText(all), checked: all.join(LIST_MARK) };
}

function point({ latitude, longitude }: Location): Written {
  const units = [longitude, latitude].map((degrees) => Math.round(degrees * UNITS_PER_DEGREE));
  return { text: `(${longitude},${latitude})`, checked: units.join(',') };
}

/** Year 0 of the calendar, which PostgreSQL calls 1 BC. */
function instant(text: string): Written {
  const ms = parseInstant(text);
  if (ms === undefined) throw new InvariantError(`a rendered instant is ${text}`);
  return { text: sqlInstant(ms), checked: String(ms) };
}

/** @returns the instant as PostgreSQL reads it. @param ms since 1970, in the years 0 to 9999 */
export function sqlInstant(ms: number): string {
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');
  return text.startsWith('0000') ? `0001${text.slice(4)} BC` : text;
}

const special = /[\\\n\r\t]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns the value as a column of a line of COPY */
export const copied = (text: string): string => text.replace(special, (character) => escapes[character] ?? character);

export const COPY_NULL = '\\N';

/*
 * Rows on their way into a table.
 */

/** One value for each column; null is NULL. */
export type Row = readonly (Written | null)[];

/** Part of what goes into a table. */
export interface RowSource {
  readonly table: Table;
  /** How many items it is made of: what progress counts. */
  readonly size: number;
  /** How many of them are made rows at once: between two parts, other connections take their turn. */
  readonly part: number;
  /** @returns the rows that come of items `[start, end)` */
  rows(start: number, end: number): Iterable<Row>;
}
