/**
 * Statements that fetch a column for counting: its values in order, and the doc ids of each value.
 *
 * Elsewhere: the column in memory (count-column), when it is fetched (count-columns).
 */
import { type Field, isListOfTexts, splitFieldPath } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { ITEM } from '../statements/list-items.js';
import { Parameters, type Statement } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import { groupSql, textSql } from './value-sql.js';

/** A field by its path, and how its values are grouped; ranges and statistics use ungrouped values. */
export type ColumnField = Pick<FacetQuery, 'field' | 'grouping'>;

/** Statements that fetch a column. */
export interface ColumnStatements {
  readonly field: Field;
  /** For rows as `ColumnValue`, in the order of the values. */
  readonly values: Statement;
  /** For one row of `docs`: the doc ids of the first value, then of the second, …, as big-endian integers. */
  readonly docs: Statement;
}

export interface ColumnValue {
  readonly value: string;
  /** Type of a linked item. */
  readonly type: string | null;
  /** Number of pairs of an item and this value. */
  readonly n: number;
}

/** @param limit maximum number of values */
export function columnStatements(source: TypeSource, columnField: ColumnField, limit: number): ColumnStatements {
  const { hops, field: fieldName } = splitFieldPath(columnField.field);
  const rootAlias = hops.length === 0 ? ITEM : 'r';
  const [id, doc] = [quoteIdentifier(ID_COLUMN), `${rootAlias}.${quoteIdentifier(DOC_COLUMN)}`];
  let [endSource, fromClause, reachedId] = [source, `${source.table} AS ${rootAlias}`, `${rootAlias}.${id}`];
  for (const [place, name] of hops.entries()) {
    const relationship = endSource.field(name);
    fromClause += ` JOIN ${endSource.linksTable(name)} AS l${place} ON l${place}.id = ${reachedId}`;
    reachedId = `l${place}.target`;
    endSource = endSource.typeSource(relationship.type === 'relationship' ? (relationship.to[0] ?? '') : '');
  }
  const field = endSource.field(fieldName);
  const parameters = new Parameters();
  let [value, type, orderClause] = ['', 'NULL::text', 'v'];
  if (field.type === 'relationship') {
    fromClause += ` JOIN ${endSource.linksTable(field.name)} AS l ON l.id = ${reachedId}`;
    [value, type] = ['l.target', 'l.type'];
    orderClause = `array_position(${parameters.add(field.to, 'text[]')}, type), v`;
  } else {
    if (rootAlias !== ITEM) fromClause += ` JOIN ${endSource.table} AS ${ITEM} ON ${ITEM}.${id} = ${reachedId}`;
    value = groupSql(endSource, columnField, parameters);
    if (isListOfTexts(field)) {
      fromClause += `, unnest(${value}) AS u (v)`;
      value = 'u.v';
    }
  }
  const pairRows = `(SELECT ${doc} AS doc, ${value} AS v, ${type} AS type FROM ${fromClause}) AS p WHERE v IS NOT NULL`;
  const docsStatement = `SELECT string_agg(int4send(doc), ''::bytea ORDER BY ${orderClause}) AS docs FROM ${pairRows}`;
  const countedValues = `SELECT v, type, count(*)::integer AS n FROM ${pairRows} GROUP BY 1, 2`;
  const valuesStatement = `SELECT ${textSql(field, columnField, 'v')} AS value, type, n FROM (${countedValues}) AS f ORDER BY ${orderClause} LIMIT ${limit}`;
  const { values } = parameters;
  return { field, values: { text: valuesStatement, values }, docs: { text: docsStatement, values } };
}
