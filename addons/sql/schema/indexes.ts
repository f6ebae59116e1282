/**
 * Table → statements that create its indexes, from the operators and sorts that the model allows for each field.
 *
 * Indexes only make queries faster; the rows are the same without them. Text columns have the collation "C", so that a plain
 * b-tree also finds texts by prefix.
 */
import {
  type AttributeField,
  hasLinkCount,
  isSortable,
  linkCountField,
  operatorsOf,
} from '../../../src/content/model/index.js';
import { type Column, DOC_COLUMN, ID_COLUMN, ownLocalesSql, trigramId } from './columns.js';
import { qualifyTable, quoteIdentifier, shortenIdentifier } from './identifiers.js';
import type { ItemTable, Table } from './tables.js';

/** Facts about a filled table that decide on its indexes. */
export interface TableFacts {
  /** Text column → byte length of its longest value. */
  readonly longestTextBytes: ReadonlyMap<string, number>;
  /** Schema with the operators of pg_trgm; undefined if no index needs them. */
  readonly trigramSchema: string | undefined;
  /** Whether the table is distributed: then only the distribution column can be unique. */
  readonly isDistributed: boolean;
}

/** Longest text in a b-tree, whose page must have room for three entries. Longer texts get a hash index. */
const btreeByteLimit = 2000;

const sortedColumnKinds: ReadonlySet<Column['kind']> = new Set(['boolean', 'decimal', 'instant', 'integer', 'rank']);

/** @returns the statements, the most expensive ones first */
export function indexStatements(schema: string, table: Table, facts: TableFacts): readonly string[] {
  let indexCount = 0;
  // Explicit names: names chosen by the server clash if two connections create indexes at the same time.
  const createIndex = (columns: string, method = 'btree'): string => {
    indexCount += 1;
    const name = quoteIdentifier(shortenIdentifier(`${table.name}~${indexCount}`));
    return `CREATE INDEX ${name} ON ${qualifyTable(schema, table.name)} USING ${method} (${columns})`;
  };
  switch (table.kind) {
    case 'items':
      return itemTableIndexes(schema, table, facts, createIndex);
    case 'links':
      return [
        primaryKeyStatement(schema, table, 'id, place'),
        ...(operatorsOf(table.field).length > 0 ? [createIndex('target, id')] : []),
      ];
    case 'search':
      return [primaryKeyStatement(schema, table, 'id')];
  }
}

const primaryKeyStatement = (schema: string, { name }: Table, columns: string): string =>
  `ALTER TABLE ${qualifyTable(schema, name)} ADD CONSTRAINT ${quoteIdentifier(shortenIdentifier(`${name}~id`))} PRIMARY KEY (${columns})`;

type CreateIndex = (columns: string, method?: string) => string;

function itemTableIndexes(
  schema: string,
  table: ItemTable,
  facts: TableFacts,
  createIndex: CreateIndex,
): readonly string[] {
  const name = qualifyTable(schema, table.name);
  const keys = [
    primaryKeyStatement(schema, table, quoteIdentifier(ID_COLUMN)),
    `CREATE ${facts.isDistributed ? '' : 'UNIQUE '}INDEX ${quoteIdentifier(shortenIdentifier(`${table.name}~doc`))} ON ${name} (${quoteIdentifier(DOC_COLUMN)})`,
  ];
  // An id is filtered like a text that is always populated.
  const idColumn = table.columns.find((column) => column.name === ID_COLUMN);
  const idIndexes = idColumn === undefined ? [] : textPatterns(idColumn, true, true, facts, createIndex);
  const fieldIndexes = table.columns.flatMap((column) => {
    const { source } = column;
    if (source.from === 'linkCount') {
      const { field: relationship } = source.stored;
      return hasLinkCount(relationship) ? columnIndexes(column, linkCountField(relationship), facts, createIndex) : [];
    }
    if (source.from === 'own') return [createIndex(`(${ownLocalesSql(quoteIdentifier(column.name))})`, 'gin')];
    if (source.from !== 'value' && source.from !== 'folded' && source.from !== 'order') return [];
    const { field } = source.stored;
    return field.type === 'relationship' ? [] : columnIndexes(column, field, facts, createIndex);
  });
  const statements = [...idIndexes, ...fieldIndexes];
  const isExpensive = (statement: string): boolean => statement.includes(' USING gin ');
  return [...statements.filter(isExpensive), ...keys, ...statements.filter((statement) => !isExpensive(statement))];
}

function columnIndexes(
  column: Column,
  field: AttributeField,
  facts: TableFacts,
  createIndex: CreateIndex,
): readonly string[] {
  const operators = operatorsOf(field);
  const isQueryable = operators.length > 0 || isSortable(field);
  if (!isQueryable) return [];
  const name = quoteIdentifier(column.name);
  if (sortedColumnKinds.has(column.kind)) return [createIndex(`${name}, ${quoteIdentifier(DOC_COLUMN)}`)];
  if (column.kind === 'textList') return [createIndex(name, 'gin')];
  if (column.kind === 'point') return [createIndex(name, 'gist')];
  if (column.kind !== 'text') return [];
  const isShort = (facts.longestTextBytes.get(column.name) ?? 0) <= btreeByteLimit;
  const equalityIndexes = isShort
    ? [createIndex(`${name}, ${quoteIdentifier(DOC_COLUMN)}`)]
    : operators.includes('_eq')
      ? [createIndex(name, 'hash')]
      : [];
  return [
    ...equalityIndexes,
    ...textPatterns(column, operators.includes('_contains'), operators.includes('_endsWith'), facts, createIndex),
  ];
}

function textPatterns(
  column: Column,
  isContainsAllowed: boolean,
  isEndsWithAllowed: boolean,
  facts: TableFacts,
  createIndex: CreateIndex,
): readonly string[] {
  const name = quoteIdentifier(column.name);
  const isShort = (facts.longestTextBytes.get(column.name) ?? 0) <= btreeByteLimit;
  const trigramColumn = column.name === ID_COLUMN ? trigramId(name) : name;
  return [
    ...(isContainsAllowed && facts.trigramSchema !== undefined
      ? [createIndex(`${trigramColumn} ${quoteIdentifier(facts.trigramSchema)}.gin_trgm_ops`, 'gin')]
      : []),
    ...(isEndsWithAllowed && isShort ? [createIndex(`(pg_catalog.reverse(${name}))`)] : []),
  ];
}
