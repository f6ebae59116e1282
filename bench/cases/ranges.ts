/**
 * Query classes with a range that selects from a thousandth to more than half of all items.
 *
 *     npm run bench:engine -- --only range
 */
import { asCents, asInstant, asInteger, list, type QueryClass, range } from './query-class.js';

const group = 'ranges';
const NARROW = { least: 0.0005, most: 0.002 } as const;
const WIDE = { least: 0.25, most: 0.65 } as const;

const FIELDS = [
  { kind: 'integer', field: 'views', written: asInteger },
  { kind: 'decimal', field: 'price', written: asCents },
  { kind: 'date', field: 'published', written: asInstant },
] as const;

export const RANGES: readonly QueryClass[] = FIELDS.flatMap(({ kind, field, written }): QueryClass[] => [
  {
    name: `${kind} range, narrow`,
    group,
    url: (sample, random) => list('article', ...range(sample, random, field, written, NARROW)),
  },
  {
    name: `${kind} range, wide`,
    group,
    url: (sample, random) => list('article', ...range(sample, random, field, written, WIDE)),
  },
]);
