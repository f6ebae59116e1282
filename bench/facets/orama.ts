/**
 * Orama, in this process and memory. It counts by visiting every item that was found.
 *
 * Its facets of `enum` fields give all values, unordered: the most frequent are picked here, as it does it itself for
 * texts, with ties by value. It has no statistics: they are made from the items that it finds.
 */
import { hasFunctions, loadPackage, packageVersion } from '../search/contestants/packages.js';
import { eachItem, makerId } from './content.js';
import type { Answer, Contestant } from './contestants.js';
import { type CountQuestion, isAll, type PageQuestion, RANGE_CENTS, SHOWN } from './questions.js';

const PACKAGE = '@orama/orama';

/** It keeps everything as objects; more items take memory that the others would miss. */
export const ORAMA_ITEMS_MAXIMUM = 100_000;

interface Found {
  readonly count: number;
  readonly hits: readonly { readonly document: { readonly cents: number } }[];
  readonly facets?: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
}

interface OramaModule {
  create(options: object): object;
  insert(database: object, document: object): unknown;
  search(database: object, options: object): Found | Promise<Found>;
}

const isOrama = (value: unknown): value is OramaModule => hasFunctions(value, ['create', 'insert', 'search']);

/** A place is a number besides: Orama has ranges of numbers only. */
const SCHEMA = {
  bucket: 'number',
  kind: 'enum',
  place: 'enum',
  placeNumber: 'number',
  code: 'enum',
  cents: 'number',
  month: 'enum',
  title: 'string',
  makers: 'enum[]',
};

const placeNumber = (place: string): number => Number(place.slice(1));

/** Both ends belong to a range. */
const RANGES = [0, ...RANGE_CENTS].map((from, i) => ({ from, to: (RANGE_CENTS[i] ?? Number.MAX_SAFE_INTEGER) - 1 }));

const FIELDS = {
  kind: 'kind',
  place: 'place',
  code: 'code',
  makers: 'makers',
  sold: 'month',
  ranges: 'cents',
} as const;

const facetOf = (field: string): object => ({ [field]: field === 'cents' ? { ranges: RANGES } : {} });

const orderOf = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

/** @returns the most frequent values, those that are equally frequent by value */
export function mostFrequent(values: Readonly<Record<string, number>>): Answer {
  return Object.entries(values)
    .filter(([, count]) => count > 0)
    .sort(([left, one], [right, other]) => other - one || orderOf(left, right))
    .slice(0, SHOWN)
    .map(([value, count]) => `${value} ${count}`);
}

/** Ranges are named by their place, as with all contestants. */
const byPlace = (values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(RANGES.map(({ from, to }, place) => [place, values[`${from}-${to}`] ?? 0]));

export function statisticsOf(cents: readonly number[]): string {
  let [least, greatest, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const one of cents) {
    least = Math.min(least, one);
    greatest = Math.max(greatest, one);
    sum += one;
  }
  return cents.length === 0 ? '0 null null null' : `${cents.length} ${least} ${greatest} ${sum}`;
}

const statistics = ({ hits }: Found): string => statisticsOf(hits.map(({ document }) => document.cents));

export function openOrama(items: number, seed: number): Contestant {
  const { create, insert, search } = loadPackage(PACKAGE, isOrama);
  const database = create({ schema: SCHEMA, sort: { enabled: false } });
  eachItem(items, seed, ({ bucket, kind, place, code, cents, sold, title, makers }, index) => {
    const month = sold.slice(0, 7);
    const values = { bucket, kind, place, placeNumber: placeNumber(place), code, cents, month, title };
    insert(database, { id: String(index), ...values, makers: makers.map(makerId) });
  });
  const found = (options: object): Found => {
    const result = search(database, options);
    if (result instanceof Promise) throw new Error('Orama has answered with a promise: it would be timed wrongly.');
    return result;
  };
  /** Without the items: how many there are, and a facet. */
  const counts = (options: object): Found => found({ ...options, preflight: true });
  const facet = ({ facets }: Found, field: string): Answer => {
    const values = facets?.[field]?.values ?? {};
    return mostFrequent(field === 'cents' ? byPlace(values) : values);
  };

  function countRun({ counted, selection }: CountQuestion): () => Answer {
    const where = isAll(selection) ? {} : { where: { bucket: { between: [selection.start, selection.end - 1] } } };
    if (counted !== 'price') {
      const field = FIELDS[counted];
      const options = { ...where, facets: facetOf(field) };
      return () => facet(counts(options), field);
    }
    // How many there are to fetch is looked up before the clock starts: with a greater limit it would take longer.
    const options = { ...where, limit: counts(where).count };
    return () => [statistics(found(options))];
  }

  function pageRun({ word, kindIs, placeFrom }: PageQuestion): () => Answer {
    const kind = { kind: { eq: kindIs } };
    const place = { placeNumber: { gte: placeNumber(placeFrom) } };
    return () => {
      const kinds = counts({ term: word, where: place, facets: { kind: {} } });
      const places = counts({ term: word, where: kind, facets: { place: {} } });
      // Both conditions leave no more items than one of them.
      const page = found({ term: word, where: { ...kind, ...place }, facets: { code: {} }, limit: places.count });
      return [...facet(kinds, 'kind'), ...facet(places, 'place'), ...facet(page, 'code'), statistics(page)];
    };
  }

  return {
    name: 'Orama',
    version: packageVersion(PACKAGE),
    async prepare(question) {
      const run = question.kind === 'page' ? pageRun(question) : countRun(question);
      return { run, answer: async () => run() };
    },
  };
}
