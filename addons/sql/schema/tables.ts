/**
 * Content model → tables of a load: one per content type, one per stored relationship, and one for all searches.
 *
 * A localized relationship is stored once for each locale.
 * Elsewhere: columns of a type (columns), indexes (indexes), rows (load).
 */
import {
  type ContentModel,
  type ContentType,
  isRelationship,
  type RelationshipField,
  storedFields,
} from '../../../src/content/model/index.js';
import { buildColumns, type Column, SQL_TYPES } from './columns.js';
import { qualifyTable, quoteIdentifier } from './identifiers.js';
import { BYTES_COLUMN, SEARCH_TABLE, searchColumns } from './search-table.js';

export interface ItemTable {
  readonly kind: 'items';
  readonly type: ContentType;
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface LinkTable {
  readonly kind: 'links';
  readonly type: ContentType;
  readonly name: string;
  /** The stored relationship: a localized one has one table for each locale. */
  readonly field: RelationshipField;
  /** Name of the relationship in the model. */
  readonly relationship: string;
  readonly locale: number;
  readonly columns: readonly Column[];
}

export interface SearchTable {
  readonly kind: 'search';
  /** Types with searched fields. */
  readonly searchedTypes: readonly ContentType[];
  readonly name: string;
  readonly columns: readonly Column[];
}

export type Table = ItemTable | LinkTable | SearchTable;

/** @param storedName of a stored relationship */
export const linkTableName = (type: string, storedName: string): string => `${type}.${storedName}`;

/** The columns of every table of links. Their values come from the relationship, so `source` is a placeholder here. */
const linkColumns: readonly Column[] = [
  // Id of the linking item.
  { name: 'id', kind: 'text', source: { from: 'id' } },
  // Position of the link among the links of the item.
  { name: 'place', kind: 'rank', source: { from: 'doc' } },
  // Type and id of the linked item.
  { name: 'type', kind: 'text', source: { from: 'id' } },
  { name: 'target', kind: 'text', source: { from: 'id' } },
  // Number of links of the linking item.
  { name: 'total', kind: 'rank', source: { from: 'doc' } },
];

export const buildItemTable = (type: ContentType): ItemTable => ({
  kind: 'items',
  type,
  name: type.name,
  columns: buildColumns(type),
});

export const buildLinkTables = (type: ContentType): readonly LinkTable[] =>
  storedFields(type).flatMap(({ field, place, locale }): LinkTable[] => {
    if (!isRelationship(field)) return [];
    const name = linkTableName(type.name, field.name);
    const relationship = type.fields[place]!.name;
    return [{ kind: 'links', type, name, field, relationship, locale, columns: linkColumns }];
  });

/** @returns the tables of items, then of links, in the model's order, then the search table */
export const buildTables = (model: ContentModel): readonly Table[] => {
  const types = [...model.contentTypes.values()];
  const searchedTypes = types.filter(({ search }) => search !== undefined);
  const tables: Table[] = [...types.map(buildItemTable), ...types.flatMap(buildLinkTables)];
  if (searchedTypes.length > 0) {
    tables.push({ kind: 'search', searchedTypes, name: SEARCH_TABLE, columns: searchColumns });
  }
  return tables;
};

/** @returns the statement that creates the table. Keys and indexes are created after it is filled. */
export function tableStatement(schema: string, { kind, name, columns }: Table): string {
  const lines = columns.map((column) => `  ${quoteIdentifier(column.name)} ${SQL_TYPES[column.kind]}`);
  const statement = `CREATE TABLE ${qualifyTable(schema, name)} (\n${lines.join(',\n')}\n)`;
  if (kind !== 'search') return statement;
  return `${statement}; ALTER TABLE ${qualifyTable(schema, name)} ALTER COLUMN ${quoteIdentifier(BYTES_COLUMN)} SET STORAGE EXTERNAL`;
}
