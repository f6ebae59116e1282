/**
 * Which indexes a table gets, by what may be asked of its fields. A query is right without any of them.
 *
 * Texts are ordered by the collation "C", so that a plain b-tree also finds what begins with a text.
 */
import { type AttributeField, isSortable, operatorsOf } from '../../../src/content/model/index.js';
import { type Column, DOC_COLUMN, ID_COLUMN } from './columns.js';
import { identifier, inSchema, quoted } from './identifiers.js';
import type { ItemTable, Table } from './tables.js';

/** What is known of a full table. */
export interface TableFacts {
  /** Column → bytes of its longest value, where it is a text. */
  readonly longest: ReadonlyMap<string, number>;
  /** Where pg_trgm has its operators; undefined where no index needs them. */
  readonly trigrams: string | undefined;
  /** Whether it lies on several servers, of which each knows whether a value is unique among its own rows. */
  readonly isDistributed: boolean;
}

/** A b-tree's entry must fit three times on a page; what is longer is found by its hash. */
const btreeBytesMaximum = 2000;

const orderKinds: ReadonlySet<Column['kind']> = new Set(['boolean', 'decimal', 'instant', 'integer', 'rank']);

/** @returns statements, the most expensive first */
export function createIndexes(schema: string, table: Table, facts: TableFacts): readonly string[] {
  let number = 0;
  // Names that the server chose would clash where two connections make indexes at once.
  const on = (columns: string, method = 'btree'): string => {
    number += 1;
    const name = quoted(identifier(`${table.name}~${number}`));
    return `CREATE INDEX ${name} ON ${inSchema(schema, table.name)} USING ${method} (${columns})`;
  };
  switch (table.kind) {
    case 'items':
      return itemIndexes(schema, table, facts, on);
    case 'links':
      return [
        primaryKey(schema, table, 'id, place'),
        ...(operatorsOf(table.field).length > 0 ? [on('target, id')] : []),
      ];
    case 'search':
      return [primaryKey(schema, table, 'id')];
  }
}

const primaryKey = (schema: string, { name }: Table, columns: string): string =>
  `ALTER TABLE ${inSchema(schema, name)} ADD CONSTRAINT ${quoted(identifier(`${name}~id`))} PRIMARY KEY (${columns})`;

type On = (columns: string, method?: string) => string;

function itemIndexes(schema: string, table: ItemTable, facts: TableFacts, on: On): readonly string[] {
  const name = inSchema(schema, table.name);
  const keys = [
    primaryKey(schema, table, quoted(ID_COLUMN)),
    `CREATE ${facts.isDistributed ? '' : 'UNIQUE '}INDEX ${quoted(identifier(`${table.name}~doc`))} ON ${name} (${quoted(DOC_COLUMN)})`,
  ];
  // Filters on an id are those of a text that is always there.
  const idColumn = table.columns.find((column) => column.name === ID_COLUMN);
  const ofId = idColumn === undefined ? [] : textPatterns(idColumn, true, true, facts, on);
  const ofFields = table.columns.flatMap((column) => {
    const { source } = column;
    if (source.from !== 'value' && source.from !== 'folded' && source.from !== 'order') return [];
    const { field } = source.stored;
    return field.type === 'relationship' ? [] : columnIndexes(column, field, facts, on);
  });
  const all = [...ofId, ...ofFields];
  const isDear = (statement: string): boolean => statement.includes(' USING gin ');
  return [...all.filter(isDear), ...keys, ...all.filter((statement) => !isDear(statement))];
}

function columnIndexes(column: Column, field: AttributeField, facts: TableFacts, on: On): readonly string[] {
  const operators = operatorsOf(field);
  const isAsked = operators.length > 0 || isSortable(field);
  if (!isAsked) return [];
  const name = quoted(column.name);
  if (orderKinds.has(column.kind)) return [on(`${name}, ${quoted(DOC_COLUMN)}`)];
  if (column.kind === 'textList') return [on(name, 'gin')];
  if (column.kind === 'point') return [on(name, 'gist')];
  if (column.kind !== 'text') return [];
  const isShort = (facts.longest.get(column.name) ?? 0) <= btreeBytesMaximum;
  const ordered = isShort
    ? [on(`${name}, ${quoted(DOC_COLUMN)}`)]
    : operators.includes('_eq')
      ? [on(name, 'hash')]
      : [];
  return [
    ...ordered,
    ...textPatterns(column, operators.includes('_contains'), operators.includes('_endsWith'), facts, on),
  ];
}

function textPatterns(
  column: Column,
  contains: boolean,
  endsWith: boolean,
  facts: TableFacts,
  on: On,
): readonly string[] {
  const name = quoted(column.name);
  const isShort = (facts.longest.get(column.name) ?? 0) <= btreeBytesMaximum;
  return [
    ...(contains && facts.trigrams !== undefined ? [on(`${name} ${quoted(facts.trigrams)}.gin_trgm_ops`, 'gin')] : []),
    ...(endsWith && isShort ? [on(`(pg_catalog.reverse(${name}))`)] : []),
  ];
}
