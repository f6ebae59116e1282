/**
 * Content model → tables: one for each content type, one for each relationship, as it is stored, and one for searches.
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
  /** As it is stored: of a localized one there is one for each locale. */
  readonly field: RelationshipField;
  /** Its name in the model. */
  readonly relationship: string;
  readonly locale: number;
  readonly columns: readonly Column[];
}

export interface SearchTable {
  readonly kind: 'search';
  /** That are searched. */
  readonly searchedTypes: readonly ContentType[];
  readonly name: string;
  readonly columns: readonly Column[];
}

export type Table = ItemTable | LinkTable | SearchTable;

/** @param stored name of a stored relationship */
export const linkTableName = (type: string, stored: string): string => `${type}.${stored}`;

/** Where a link starts, its place among those of its item, where it leads, and how many its item has. */
const linkColumns: readonly Column[] = [
  { name: 'id', kind: 'text', source: { from: 'id' } },
  { name: 'place', kind: 'rank', source: { from: 'doc' } },
  { name: 'type', kind: 'text', source: { from: 'id' } },
  { name: 'target', kind: 'text', source: { from: 'id' } },
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

/** Items before links, in the model's order. */
export const buildTables = (model: ContentModel): readonly Table[] => {
  const types = [...model.contentTypes.values()];
  const searchedTypes = types.filter(({ search }) => search !== undefined);
  const search: SearchTable = { kind: 'search', searchedTypes, name: SEARCH_TABLE, columns: searchColumns };
  return [
    ...types.map(buildItemTable),
    ...types.flatMap(buildLinkTables),
    ...(searchedTypes.length === 0 ? [] : [search]),
  ];
};

/** Without keys and indexes, which are made once the table is full. */
export function tableStatement(schema: string, { kind, name, columns }: Table): string {
  const lines = columns.map((column) => `  ${quoteIdentifier(column.name)} ${SQL_TYPES[column.kind]}`);
  const statement = `CREATE TABLE ${qualifyTable(schema, name)} (\n${lines.join(',\n')}\n)`;
  if (kind !== 'search') return statement;
  return `${statement}; ALTER TABLE ${qualifyTable(schema, name)} ALTER COLUMN ${quoteIdentifier(BYTES_COLUMN)} SET STORAGE EXTERNAL`;
}
