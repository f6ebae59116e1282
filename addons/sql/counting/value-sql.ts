/**
 * Values of a field → SQL: the expression that groups items, and the text in which a value is returned.
 */
import {
  decimalText,
  entryOfType,
  type Field,
  haversineOfMetres,
  isLocaleField,
  originOf,
  precisionOf,
  splitFieldPath,
} from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { OWN_COLUMN, ownLocalesSql } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { haversineSql } from '../statements/area.js';
import { ITEM } from '../statements/list-items.js';
import type { Parameters } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

/** @returns the field, or the count, at the end of a path */
export const lastName = (path: string): string => splitFieldPath(path).field;

/** @returns the expression by which items are grouped: the value, its period, or the number of its range */
export function groupSql(
  source: TypeSource,
  { field: path, grouping }: Pick<FacetQuery, 'field' | 'grouping'>,
  parameters: Parameters,
): string {
  const name = lastName(path);
  const field = source.field(name);
  if (isLocaleField(field)) return ownLocalesSql(`${ITEM}.${quoteIdentifier(OWN_COLUMN)}`);
  const column = `${ITEM}.${source.column(name)}`;
  switch (grouping.kind) {
    case 'values':
      return column;
    case 'period':
      return `date_trunc(${parameters.add(grouping.period, 'text')}, ${column})`;
    case 'ranges': {
      const precision = precisionOf(field) ?? 0;
      const ends = grouping.ends.map(({ units }) => decimalText(units, precision));
      return `width_bucket(${column}, ${parameters.add(ends, field.type === 'integer' ? 'bigint[]' : 'numeric[]')})`;
    }
    case 'distances': {
      const ends = grouping.ends.map(({ units }) => haversineOfMetres(Number(units) / 1000));
      const distanceSql = haversineSql(column, originOf(grouping.from), parameters);
      return `width_bucket(${distanceSql}, ${parameters.add(ends, 'float8[]')})`;
    }
  }
}

/** @returns SQL for a value as text; numbers in the integer units of an index */
export function textSql(field: Field, { grouping }: Pick<FacetQuery, 'grouping'>, value: string): string {
  const kind = grouping.kind === 'values' || grouping.kind === 'period' ? entryOfType(field.type).value : undefined;
  if (kind === 'instant') return `(extract(epoch FROM ${value}) * 1000)::bigint::text`;
  if (kind === 'boolean') return `${value}::integer::text`;
  return kind === 'decimal' ? unitsSql(value, precisionOf(field) ?? 0) : `${value}::text`;
}

const unitsSql = (value: string, precision: number): string => `trunc(${value} * 1${'0'.repeat(precision)})::text`;

/** @returns aggregate columns whose names end with the part, and the select list of the row made from them */
export function statisticsSql(
  part: number,
  field: Field,
  column: string,
  weight: string,
): { readonly columns: string; readonly row: string } {
  const [minimumFunction, maximumFunction] = field.type === 'boolean' ? ['bool_and', 'bool_or'] : ['min', 'max'];
  const populatedCount =
    weight === '1' ? `count(${column})` : `coalesce(sum(${weight}) FILTER (WHERE ${column} IS NOT NULL), 0)`;
  const precision = precisionOf(field);
  const sum =
    precision === undefined ? 'NULL::numeric' : `sum(${weight === '1' ? column : `${column}::numeric * ${weight}`})`;
  const labelSql = (name: string): string => textSql(field, { grouping: { kind: 'values' } }, `b.${name}${part}`);
  return {
    columns: `${populatedCount} AS n${part}, ${minimumFunction}(${column}) AS least${part}, ${maximumFunction}(${column}) AS greatest${part}, ${sum} AS sum${part}`,
    row: `${part}, 'statistics', ${labelSql('least')}, ${labelSql('greatest')}, b.n${part}::text, ${unitsSql(`b.sum${part}`, precision ?? 0)}`,
  };
}
