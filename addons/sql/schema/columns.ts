/**
 * Content type → the columns of its table.
 *
 * A column holds the populated value of a stored field, or NULL: an empty text is NULL there, so that SQL's rule for
 * NULL is stele's rule for what is unpopulated. The rendered item keeps what is delivered.
 * Elsewhere: links, which have tables of their own (tables).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type AttributeField,
  type ContentType,
  entryOfType,
  isAttribute,
  isFolded,
  isListOfTexts,
  isNatural,
  type StoredField,
  storedFields,
  type ValueKind,
} from '../../../src/content/model/index.js';
import { shortenIdentifier } from './identifiers.js';

/** What a column holds, by how its values are written. */
export type ColumnKind =
  | 'boolean'
  | 'bytes'
  | 'decimal'
  | 'instant'
  | 'integer'
  | 'json'
  /** Longitude and latitude. */
  | 'point'
  /** Place in an order, from 1. */
  | 'rank'
  | 'text'
  | 'textList';

export const SQL_TYPES: Readonly<Record<ColumnKind, string>> = Object.freeze({
  boolean: 'boolean',
  bytes: 'bytea',
  decimal: 'numeric',
  instant: 'timestamp(3) with time zone',
  integer: 'bigint',
  json: 'json',
  point: 'point',
  rank: 'integer',
  text: 'text COLLATE pg_catalog."C"',
  textList: 'text[] COLLATE pg_catalog."C"',
});

/** Of which part of an item a column is. */
export type ColumnSource =
  | { readonly from: 'id' }
  /** Place in the export, from 0: what breaks ties. */
  | { readonly from: 'doc' }
  /** The rendered item, as a record of a snapshot's document store. */
  | { readonly from: 'record' }
  /** What a locale has otherwise than the default one, as a record of a snapshot; NULL where it is nothing. */
  | { readonly from: 'local'; readonly locale: number }
  /** In which locales it has values of its own: a JSON array of their codes. */
  | { readonly from: 'own' }
  /** The items most like it, as a JSON array: of each its id, and as JSON what they share. */
  | { readonly from: 'similar' }
  | { readonly from: 'value' | 'folded' | 'order'; readonly stored: StoredField };

export interface Column {
  /** As the table has it. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly source: ColumnSource;
}

export const ID_COLUMN = 'id';
export const DOC_COLUMN = '_doc';
export const RECORD_COLUMN = '_record';
export const OWN_COLUMN = '_own';
/** Called as the relationship is that leads to them. */
export const SIMILAR_COLUMN = '_similar';

/** @param stored name of a stored field */
export const columnName = (stored: string): string => shortenIdentifier(stored);
export const foldedColumn = (stored: string): string => shortenIdentifier(`${stored}#folded`);
export const orderColumn = (stored: string): string => shortenIdentifier(`${stored}#order`);
export const localColumn = (code: string): string => shortenIdentifier(`_record@${code}`);

const KINDS: Readonly<Record<Exclude<ValueKind, 'link'>, ColumnKind>> = {
  boolean: 'boolean',
  text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  instant: 'instant',
  location: 'point',
  asset: 'json',
  json: 'json',
};

export function columnKind(field: AttributeField): ColumnKind {
  const kind = entryOfType(field.type).value;
  if (kind === 'link') throw new InvariantError('links have tables of their own');
  return isListOfTexts(field) ? 'textList' : KINDS[kind];
}

function fieldColumns(stored: StoredField): readonly Column[] {
  const { field } = stored;
  if (!isAttribute(field)) return [];
  const columns: Column[] = [
    { name: columnName(field.name), kind: columnKind(field), source: { from: 'value', stored } },
  ];
  if (isFolded(field)) {
    columns.push({ name: foldedColumn(field.name), kind: 'text', source: { from: 'folded', stored } });
  }
  if (isNatural(field)) {
    columns.push({ name: orderColumn(field.name), kind: 'rank', source: { from: 'order', stored } });
  }
  return columns;
}

/** In the order of the table. */
export function buildColumns(type: ContentType): readonly Column[] {
  const locales = type.locales.slice(1);
  const columns: readonly Column[] = [
    { name: ID_COLUMN, kind: 'text', source: { from: 'id' } },
    { name: DOC_COLUMN, kind: 'rank', source: { from: 'doc' } },
    { name: RECORD_COLUMN, kind: 'bytes', source: { from: 'record' } },
    ...locales.map(({ code }, index): Column => {
      return { name: localColumn(code), kind: 'bytes', source: { from: 'local', locale: index + 1 } };
    }),
    ...(type.locales.length === 0 ? [] : [{ name: OWN_COLUMN, kind: 'text', source: { from: 'own' } } as const]),
    ...(type.similar === true ? [{ name: SIMILAR_COLUMN, kind: 'text', source: { from: 'similar' } } as const] : []),
    ...storedFields(type).flatMap(fieldColumns),
  ];
  const names = new Set(columns.map(({ name }) => name));
  if (names.size < columns.length) throw new InvariantError(`two columns of ${type.name} have one name`);
  return columns;
}
