/**
 * Content type → columns of its table: id, position in the export, rendered item, and the stored fields.
 *
 * The column of a field contains its populated value or NULL. An empty text is NULL too, so that SQL's rule for NULL is
 * stele's rule for unpopulated fields; the rendered item keeps the delivered value.
 * Elsewhere: the tables of links and of searches (tables, search-table).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type AttributeField,
  type ContentType,
  entryOfType,
  hasLinkCount,
  isAttribute,
  isFolded,
  isListOfTexts,
  isNatural,
  isOn,
  linkCountName,
  type StoredField,
  storedFields,
  type ValueKind,
} from '../../../src/content/model/index.js';
import { shortenIdentifier } from './identifiers.js';

/** The kind of values in a column, by their text form in COPY. */
export type ColumnKind =
  | 'boolean'
  | 'bytes'
  | 'decimal'
  | 'instant'
  | 'integer'
  | 'json'
  /** Longitude and latitude. */
  | 'point'
  /** A position in an order. */
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

/** The part of an item from which a column is filled. */
export type ColumnSource =
  | { readonly from: 'id' }
  /** Doc id: position in the export, from 0. It breaks ties in sorts. */
  | { readonly from: 'doc' }
  /** The rendered item, as a record of a snapshot's document store. */
  | { readonly from: 'record' }
  /** Differences of a locale from the default locale, as a record of a snapshot; NULL if there are none. */
  | { readonly from: 'local'; readonly locale: number }
  /** Codes of the locales in which the item has its own values, as a JSON array. */
  | { readonly from: 'own' }
  /** The most similar items, as a JSON array of pairs: the id, and the shared features as JSON. */
  | { readonly from: 'similar' }
  | { readonly from: 'value' | 'folded' | 'order'; readonly stored: StoredField }
  /** Number of links of a stored to-many relationship. */
  | { readonly from: 'linkCount'; readonly stored: StoredField };

export interface Column {
  /** Name in the table, not quoted. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly source: ColumnSource;
}

export const ID_COLUMN = 'id';
export const DOC_COLUMN = '_doc';
export const RECORD_COLUMN = '_record';
export const OWN_COLUMN = '_own';
/** Named like the relationship that leads to similar items. */
export const SIMILAR_COLUMN = '_similar';

/**
 * The codes of the locales in which an item has its own values, as an array: `["en","de"]` → `{en,de}`, `[]` → `{}`. Codes
 * are letters, digits and hyphens. Loads have an index of this expression; older loads do not.
 *
 * @param column SQL of the column of own locales
 */
export const ownLocalesSql = (column: string): string => `string_to_array(btrim(${column}, '[]"'), '","')`;

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
  if (kind === 'link') throw new InvariantError('a relationship has no column: its links are in their own table');
  return isListOfTexts(field) ? 'textList' : KINDS[kind];
}

function fieldColumns(stored: StoredField): readonly Column[] {
  const { field } = stored;
  if (hasLinkCount(field) && isOn(field, 'filter')) {
    return [{ name: columnName(linkCountName(field.name)), kind: 'integer', source: { from: 'linkCount', stored } }];
  }
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

/** @returns the columns in the order of the table. @throws InvariantError if two columns have the same name */
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
  if (names.size < columns.length) throw new InvariantError(`two columns of ${type.name} have the same name`);
  return columns;
}

/**
 * The id as the index of its trigrams has it.
 *
 * Equal to the column, whose collation is "C", but another expression for the planner: it estimates equal values in an index of
 * trigrams far too cheap, and would join ids by it. On Citus, such a join of 4,442 ids with 400,000 items took 43 s.
 *
 * @param column SQL of the id
 */
export const trigramId = (column: string): string => `${column} COLLATE pg_catalog."POSIX"`;
