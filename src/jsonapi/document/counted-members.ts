/**
 * `facets` and `stats` in the `meta` of a list. They are small, so JSON.stringify writes them.
 *
 * Elsewhere: counting (engine/facets), the items that facets include (respond/counted-items).
 */
import {
  type ContentModel,
  type ContentType,
  decimalText,
  type Field,
  precisionOf,
} from '../../content/model/index.js';
import { type LabelledValue, meanOf } from '../../engine/facets/index.js';
import type { Counted, FieldStatistics } from '../../engine/query/index.js';
import { fieldAt } from '../check/hops.js';

const valueOrNull = (value: LabelledValue | undefined): unknown => value?.value ?? null;

function statisticsMember(statistics: FieldStatistics, field: Field | undefined): unknown {
  const { count, missing, least, greatest, sum = 0n } = statistics;
  const common = { count, missing, min: valueOrNull(least), max: valueOrNull(greatest) };
  const precision = precisionOf(field);
  if (precision === undefined) return common;
  const mean = count === 0 ? undefined : meanOf(sum, count, precision);
  return {
    ...common,
    sum: decimalText(sum, precision),
    mean: mean === undefined ? null : decimalText(mean.digits, mean.scale),
  };
}

const member = (name: string, members: readonly (readonly [string, unknown])[]): string =>
  members.length === 0
    ? ''
    : `,"${name}":{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

/**
 * @param types of the primary data, which share the fields
 * @returns the members, beginning with a comma; empty if nothing is counted
 */
export function countedMembers(
  model: ContentModel,
  types: readonly ContentType[],
  { facets, statistics }: Counted,
): string {
  const facetMembers = facets.map(({ field, values, total, missing }): [string, unknown] => [
    field,
    { values: values.map(({ value, count }) => ({ value, count })), total, missing },
  ]);
  const stats = statistics.map((fieldStatistics): [string, unknown] => [
    fieldStatistics.field,
    statisticsMember(fieldStatistics, fieldAt(model, types, fieldStatistics.field)),
  ]);
  return member('facets', facetMembers) + member('stats', stats);
}
