/**
 * Members that are small enough to be written with JSON.stringify: counts.
 *
 * First, facets and statistics as the members of `meta` that show them.
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

function statisticsMember(statistics: FieldStatistics, of: Field | undefined): unknown {
  const { count, missing, least, greatest, sum = 0n } = statistics;
  const own = { count, missing, min: valueOrNull(least), max: valueOrNull(greatest) };
  const precision = precisionOf(of);
  if (precision === undefined) return own;
  const mean = count === 0 ? undefined : meanOf(sum, count, precision);
  return {
    ...own,
    sum: decimalText(sum, precision),
    mean: mean === undefined ? null : decimalText(mean.digits, mean.scale),
  };
}

const member = (name: string, members: readonly (readonly [string, unknown])[]): string =>
  members.length === 0
    ? ''
    : `,"${name}":{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;

/**
 * @param types of the primary data, which agree on the fields
 * @returns members to follow another one: beginning with a comma, or empty
 */
export function countedMembers(
  model: ContentModel,
  types: readonly ContentType[],
  { facets, statistics }: Counted,
): string {
  const shown = facets.map(({ field, values, total, missing }): [string, unknown] => [
    field,
    { values: values.map(({ value, count }) => ({ value, count })), total, missing },
  ]);
  const stats = statistics.map((one): [string, unknown] => [
    one.field,
    statisticsMember(one, fieldAt(model, types, one.field)),
  ]);
  return member('facets', shown) + member('stats', stats);
}
