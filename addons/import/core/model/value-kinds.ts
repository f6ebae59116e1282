/**
 * Questions about the values of a field that decide its type: how many have a kind, and whether enough of them have it.
 *
 * Elsewhere: counting the values (intake/value-statistics), the type that follows (field-type, inferred-type).
 */
import type { Value } from '../../value/value.js';
import type { ValueStatistics } from '../intake/value-statistics.js';

/** The most digits after the point that a decimal field may have. */
export const PRECISION_LIMIT = 100;

/** Values of a list count one by one, so a list itself is no kind here. */
export type SingleKind = Exclude<Value['kind'], 'list'>;

/** @returns the number of values of the kind; of all values if no kind is given */
export function countValues({ kinds }: ValueStatistics, kind?: SingleKind): number {
  if (kind !== undefined) return kinds.get(kind) ?? 0;
  let total = 0;
  for (const count of kinds.values()) total += count;
  return total;
}

export const hasAllOfKind = (statistics: ValueStatistics, kind: SingleKind): boolean =>
  countValues(statistics, kind) === countValues(statistics);

export const hasObjectsOrLinks = ({ kinds }: ValueStatistics): boolean =>
  kinds.has('json') || kinds.has('link') || kinds.has('asset');

/** From this number of values on, a tenth of them may have another type: it is then taken for a mistake in the content. */
const MISTAKES_ALLOWED_FROM = 10;
const MISTAKE_SHARE = 0.1;

/** Whether `count` of `total` values decide a type: all of them, or at least 90 % of at least 10 values. */
export const isMost = (count: number, total: number): boolean =>
  count === total || (total >= MISTAKES_ALLOWED_FROM && count >= total * (1 - MISTAKE_SHARE));
