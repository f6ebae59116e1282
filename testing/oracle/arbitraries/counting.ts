/**
 * Random facets and statistics that the types allow, with all options.
 */
import fc from 'fast-check';
import {
  countedRelationship,
  decimalText,
  type Field,
  isIndexed,
  isListOfTexts,
  LIMITS,
  modelTypeOf,
  operatorsOf,
} from '../../../src/content/model/index.js';
import type { FacetQuery, Grouping } from '../../../src/engine/facets/index.js';
import type { RequestedCounting } from '../../../src/jsonapi/request/parsed-request.js';
import { fieldOf, type OracleSpace } from '../content/dataset.js';
import { askedFields, sharedCounts } from './conditions.js';
import type { Parameter } from './spelling.js';
import { arbitraryPiece } from './texts.js';

const HAVE_FACETS = ['boolean', 'select', 'text', 'integer', 'decimal', 'dateTime', 'relationship', 'location'];

function arbitraryRanges(field: Field): fc.Arbitrary<Grouping> {
  const precision = field.type === 'decimal' ? field.precision : 0;
  const unit = fc.oneof(fc.bigInt({ min: -20n, max: 3000n }), fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }));
  return fc.uniqueArray(unit, { minLength: 1, maxLength: 5 }).map((all) => ({
    kind: 'ranges',
    ends: all
      .sort((a, b) => (a < b ? -1 : 1))
      .map((units) => ({ units, label: field.type === 'decimal' ? decimalText(units, precision) : Number(units) })),
  }));
}

const arbitraryDistances: fc.Arbitrary<Grouping> = fc.record({
  kind: fc.constant('distances' as const),
  from: fc.record({ latitude: fc.constantFrom(0.5, 90, -45.25), longitude: fc.constantFrom(0.5, 180, -179.75) }),
  ends: fc
    .uniqueArray(fc.constantFrom(1, 1500, 800_000.5, 9_000_000, 25_000_000), { minLength: 1, maxLength: 4 })
    .map((all) => all.sort((a, b) => a - b).map((metres) => ({ units: BigInt(metres * 1000), label: metres }))),
});

function arbitraryGrouping(field: Field): fc.Arbitrary<Grouping> {
  if (field.type === 'location') return arbitraryDistances;
  const values = fc.constant<Grouping>({ kind: 'values' });
  if (field.type === 'dateTime') {
    const period = fc.constantFrom('year' as const, 'month' as const, 'day' as const);
    return fc.oneof(
      values,
      period.map((one) => ({ kind: 'period' as const, period: one })),
    );
  }
  return field.type === 'integer' || field.type === 'decimal' ? fc.oneof(values, arbitraryRanges(field)) : values;
}

function arbitraryFacet({ path, field }: Path): fc.Arbitrary<FacetQuery> {
  const isText = field.type === 'text' || field.type === 'select' || field.type === 'relationship';
  const prefix = arbitraryPiece('ab').map((text) =>
    text === '' ? undefined : new TextEncoder().encode(text === 'b' ? 'É' : text),
  );
  return fc.record({
    field: fc.constant(path),
    limit: fc.nat({ max: 5 }),
    grouping: arbitraryGrouping(field),
    prefix: isText ? fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, prefix) : fc.constant(undefined),
    isByValue: fc.boolean(),
    ignoresOwnConditions: fc.boolean(),
  });
}

interface Path {
  readonly path: string;
  readonly field: Field;
  /** Whether an item leads to one at most. */
  readonly isOne: boolean;
}

/** Paths that have facets, also through relationships to one type: in the model's order, and by name after a relationship. */
function pathsOf(space: OracleSpace, types: readonly string[], hops: number): Path[] {
  return askedFields(space, types).flatMap((field): readonly Path[] => {
    const { name } = field;
    const fields = types.map((type) => fieldOf(space, type, name));
    if (!HAVE_FACETS.includes(modelTypeOf(field)) || !fields.every(isIndexed)) return [];
    const own = { path: name, field, isOne: true };
    const count = sharedCounts(space, types)
      .filter((one) => countedRelationship(one.name) === name)
      .map((one) => ({ path: one.name, field: one, isOne: true }));
    const to = new Set(fields.flatMap((one) => (one.type === 'relationship' ? one.to : [])));
    if (hops === 0 || to.size !== 1 || !fields.every((one) => operatorsOf(one).length > 0)) return [own, ...count];
    const isOne = fields.every((one) => one.type === 'relationship' && !one.many);
    const behind = pathsOf(space, [...to], hops - 1).map((one) => ({
      ...one,
      path: `${name}.${one.path}`,
      isOne: isOne && one.isOne,
    }));
    return [own, ...[...count, ...behind].toSorted((a, b) => (a.path < b.path ? -1 : 1))];
  });
}

/** Nothing, as a rule. */
export function arbitraryCounting(
  space: OracleSpace,
  types: readonly string[],
): fc.Arbitrary<RequestedCounting | undefined> {
  const fields = pathsOf(space, types, LIMITS.hops);
  const links = fields.filter(({ path, field }) => path === field.name && field.type === 'relationship');
  const names = fields
    .filter(({ field, isOne }) => field.type !== 'relationship' && field.type !== 'location' && isOne)
    .filter(({ field }) => !isListOfTexts(field))
    .map(({ path }) => path);
  const counting = fc
    .record({
      facets: fc
        .subarray(fields, { maxLength: Math.min(4, fields.length) })
        .chain((chosen) => fc.tuple(...chosen.map(arbitraryFacet))),
      statistics: fc.subarray(names, { maxLength: Math.min(3, names.length) }),
      included: fc.subarray(
        links.map(({ path }) => path),
        { maxLength: Math.min(1, links.length) },
      ),
    })
    .map(({ facets, statistics, included }) => ({
      facets,
      statistics,
      included: new Set(included.filter((name) => facets.some(({ field }) => field === name))),
    }))
    .map((one) => (one.facets.length + one.statistics.length === 0 ? undefined : one));
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: counting });
}

function facetParameters(facet: FacetQuery, isIncluded: boolean): Parameter[] {
  const name = `_facet[${facet.field}]`;
  const { grouping } = facet;
  const written: Parameter[] = [{ name, value: String(facet.limit) }];
  if (grouping.kind === 'period') written.push({ name: `${name}[interval]`, value: grouping.period });
  if (grouping.kind === 'distances') {
    const { latitude, longitude } = grouping.from;
    written.push({ name: `${name}[from]`, value: `${latitude},${longitude}` });
  }
  if (grouping.kind === 'ranges' || grouping.kind === 'distances') {
    written.push({ name: `${name}[ranges]`, value: grouping.ends.map(({ label }) => String(label)).join(',') });
  }
  if (facet.prefix !== undefined) {
    written.push({ name: `${name}[prefix]`, value: Buffer.from(facet.prefix).toString() });
  }
  if (facet.isByValue) written.push({ name: `${name}[sort]`, value: 'value' });
  if (facet.ignoresOwnConditions) written.push({ name: `${name}[own]`, value: 'ignored' });
  if (isIncluded) written.push({ name: `${name}[include]`, value: 'true' });
  return written;
}

/** The parameters that ask for it, decoded. */
export function countingParameters(counting: RequestedCounting | undefined): Parameter[] {
  if (counting === undefined) return [];
  const { facets, statistics, included } = counting;
  return [
    ...facets.flatMap((facet) => facetParameters(facet, included.has(facet.field))),
    ...(statistics.length === 0 ? [] : [{ name: '_stats', value: statistics.join(',') }]),
  ];
}
