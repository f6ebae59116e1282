/**
 * Random queries on one or several content types: a filter tree, sort keys and a page.
 */
import fc from 'fast-check';
import { isHeldAs, isOn, isSortable, LIMITS, operatorsOf } from '../../../src/content/model/index.js';
import type { CollectionQuery, Filter, SortKey, Window } from '../../../src/engine/query/query-tree.js';
import { fieldOf, itemsOf, type OracleSpace } from '../content/dataset.js';
import { sharedCounts, sharedFields } from './conditions.js';
import { arbitraryAsked } from './hops.js';

function conditionsOf(filter: Filter): number {
  if (filter.kind === 'condition') return 1;
  if (filter.kind === 'through')
    return Number(filter.type !== undefined) + (filter.child === undefined ? 0 : conditionsOf(filter.child));
  if (filter.kind === 'not') return conditionsOf(filter.child);
  return filter.children.reduce((sum, child) => sum + conditionsOf(child), 0);
}

function arbitraryTree(condition: fc.Arbitrary<Filter>, depth: number): fc.Arbitrary<Filter> {
  if (depth === 0) return condition;
  const children = fc.array(arbitraryTree(condition, depth - 1), { minLength: 1, maxLength: 4 });
  const group = fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), children });
  const not = fc.record({ kind: fc.constant('not' as const), child: arbitraryTree(condition, depth - 1) });
  return fc.oneof({ weight: 6, arbitrary: condition }, { weight: 3, arbitrary: group }, { weight: 1, arbitrary: not });
}

/** A tree of at most five groups inside each other and 64 conditions. */
export const arbitraryFilter = (space: OracleSpace, types: readonly string[]): fc.Arbitrary<Filter> =>
  arbitraryTree(arbitraryAsked(space, types, LIMITS.hops), LIMITS.filterDepth).filter(
    (filter) => conditionsOf(filter) <= LIMITS.filterConditions,
  );

/** Fields, and those of the one type behind to-one relationships. */
function sortablePaths(space: OracleSpace, types: readonly string[], hops: number): readonly string[] {
  const shared = sharedFields(space, types);
  const own = shared.filter(({ name }) => types.every((type) => isSortable(fieldOf(space, type, name))));
  const behind = (hops === 0 ? [] : shared).flatMap(({ name }) => {
    const fields = types.map((type) => fieldOf(space, type, name));
    const isHop = fields.every((one) => one.type === 'relationship' && !one.many && operatorsOf(one).length > 0);
    const to = new Set(fields.flatMap((one) => (one.type === 'relationship' ? one.to : [])));
    return isHop && to.size === 1 ? sortablePaths(space, [...to], hops - 1).map((path) => `${name}.${path}`) : [];
  });
  return ['id', ...[...own, ...sharedCounts(space, types)].map(({ name }) => name), ...behind];
}

/** Up to three keys, each field once. */
export function arbitrarySort(space: OracleSpace, types: readonly string[]): fc.Arbitrary<readonly SortKey[]> {
  const names = sortablePaths(space, types, LIMITS.hops);
  const places = sharedFields(space, types)
    .filter(({ name }) => types.every((type) => isHeldAs(fieldOf(space, type, name), 'locations')))
    .filter(({ name }) => types.every((type) => isOn(fieldOf(space, type, name), 'sort')))
    .map(({ name }) => name);
  const plain = fc.record({ field: fc.constantFrom(...names), descending: fc.boolean() });
  const distance = fc.record({
    field: fc.constantFrom(...places, 'id'),
    descending: fc.boolean(),
    from: fc.record({
      latitude: fc.constantFrom(0, 90, -89.5, 45, 12.3456789),
      longitude: fc.constantFrom(0, 180, -179.5, 45, -12.3456789),
    }),
  });
  const keys = fc.uniqueArray(plain, { maxLength: 3, selector: ({ field }) => field });
  if (places.length === 0) return keys;
  const measured = distance.filter(({ field }) => field !== 'id');
  return fc.oneof(
    keys,
    fc
      .tuple(keys, measured, fc.nat({ max: 2 }))
      .map(([others, key, place]) => others.toSpliced(place, 0, key).slice(0, 3)),
  );
}

/** Pages that begin before, within and behind `total` items, with a limit of 0 among them. */
export const arbitraryPage = (total: number, limitMaximum: number): fc.Arbitrary<Window> =>
  fc.record({
    skip: fc.oneof(fc.constant(0), fc.nat({ max: total + 3 })),
    limit: fc.oneof(fc.constant(Math.min(20, limitMaximum)), fc.nat({ max: Math.min(limitMaximum, total + 3) })),
  });

/** A question to one content type of the space, for an executor. */
export const arbitraryQuery = (space: OracleSpace): fc.Arbitrary<CollectionQuery> =>
  fc.constantFrom(...space.model.contentTypes.keys()).chain((type) =>
    fc.record({
      type: fc.constant(type),
      filter: fc.option(arbitraryFilter(space, [type]), { nil: undefined, freq: 8 }),
      sort: arbitrarySort(space, [type]),
      page: arbitraryPage(itemsOf(space, type).length, LIMITS.pageLimitMaximum),
    }),
  );
