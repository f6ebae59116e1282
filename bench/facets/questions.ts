/**
 * The queries of the facet benchmark: one facet or the statistics of one field, of 100 %, 10 % and 0.1 % of the items,
 * and a whole page, each also as SQL.
 *
 * The SQL counts only the shown values: neither the number of all values nor the items without one.
 */
import type { Random } from '../../data/generate/random.js';
import { BUCKETS, WORDS, word } from './content.js';

const FACETS = ['kind', 'place', 'code', 'makers', 'makers.land', 'sold', 'ranges'] as const;
type FacetName = (typeof FACETS)[number];

/** A count to make: a facet, or the statistics of `price`. */
type Counted = FacetName | 'price';

/** Buckets `[start, end)`. */
interface Selection {
  readonly start: number;
  readonly end: number;
  /** Whether these are all buckets, so that a question needs no condition. */
  readonly isAll: boolean;
}

export interface CountQuestion {
  readonly kind: 'count';
  readonly counted: Counted;
  readonly selection: Selection;
}

/** A word, two filters, three facets with their own conditions ignored, one statistic, and twenty items. */
export interface PageQuestion {
  readonly kind: 'page';
  readonly word: string;
  readonly kindIs: string;
  readonly placeFrom: string;
}

export type Question = CountQuestion | PageQuestion;

export interface QuestionClass {
  readonly name: string;
  readonly questions: readonly Question[];
}

/** Values of a facet in an answer. */
export const SHOWN = 10;
/** Where the ranges of prices begin, but the first one. */
export const RANGE_CENTS = [1000, 2000, 5000] as const;

const TITLES: Readonly<Record<Counted, string>> = {
  kind: 'facet of 8 values',
  place: 'facet of 1,000 values',
  code: 'facet of 100,000 values',
  makers: 'facet of 1,000 linked items',
  'makers.land': 'facet of 40 values of linked items',
  sold: 'facet by month',
  ranges: 'facet by range of numbers',
  price: 'statistics of a number',
};

const SHARES: readonly (readonly [title: string, buckets: number])[] = [
  ['100 %', BUCKETS],
  ['10 %', BUCKETS / 10],
  ['0.1 %', BUCKETS / 1000],
];

/** @param each number of queries of a class, or all if it has fewer */
export function questionClasses(random: Random, each: number): readonly QuestionClass[] {
  const classes: QuestionClass[] = [];
  for (const counted of [...FACETS, 'price' as const]) {
    for (const [share, buckets] of SHARES) {
      const starts = buckets === BUCKETS ? [0] : Array.from({ length: each }, () => random.below(BUCKETS - buckets));
      const questions = starts.map(
        (start): CountQuestion => ({
          kind: 'count',
          counted,
          selection: { start, end: start + buckets, isAll: buckets === BUCKETS },
        }),
      );
      classes.push({ name: `${TITLES[counted]}, ${share} of the items`, questions });
    }
  }
  const pages = Array.from(
    { length: each },
    (): PageQuestion => ({
      kind: 'page',
      word: word(random.below(WORDS)),
      kindIs: `k${random.below(4)}`,
      placeFrom: `p0${random.below(3)}00`,
    }),
  );
  return [...classes, { name: 'list page: a word, two filters, three facets, one statistic', questions: pages }];
}

/** @returns the question as a client sends it: path and query below the delivery root */
export function targetOf(question: Question): string {
  if (question.kind === 'page') {
    const own = ['kind', 'place'].map((field) => `&_facet[${field}][own]=ignored`).join('');
    return (
      `/item?filter[_search]=${question.word}&filter[kind][_eq]=${question.kindIs}&filter[place][_gte]=${question.placeFrom}` +
      `&_facet[kind]=${SHOWN}&_facet[place]=${SHOWN}&_facet[code]=${SHOWN}&_facet[code][own]=ignored${own}&_stats=price&page[limit]=20`
    );
  }
  const { counted, selection } = question;
  const where = selection.isAll ? '' : `filter[bucket][_gte]=${selection.start}&filter[bucket][_lt]=${selection.end}&`;
  return `/item?${where}page[limit]=0&${parameterOf(counted)}`;
}

function parameterOf(counted: Counted): string {
  switch (counted) {
    case 'price':
      return '_stats=price';
    case 'sold':
      return `_facet[sold]=${SHOWN}&_facet[sold][interval]=month`;
    case 'ranges':
      return `_facet[price]=${SHOWN}&_facet[price][ranges]=${RANGE_CENTS.map((cents) => cents / 100).join(',')}`;
    default:
      return `_facet[${counted}]=${SHOWN}`;
  }
}

const top = (value: string, from: string, where: string): string =>
  `SELECT ${value} v, count(*) n FROM ${from} ${where} GROUP BY 1 ORDER BY n DESC, v LIMIT ${SHOWN}`;

const RANGES = `CASE ${RANGE_CENTS.map((cents, i) => `WHEN cents < ${cents} THEN ${i}`).join(' ')} ELSE ${RANGE_CENTS.length} END`;

function groupedBy(counted: Counted): string {
  switch (counted) {
    case 'sold':
      return 'month';
    case 'ranges':
      return RANGES;
    default:
      return counted;
  }
}

/**
 * @returns the statement; its rows are a value and a count, or the four statistics. `link` has a row for each maker of an
 *          item, `landed` one for each land of its makers, and both its bucket.
 */
export function countSql({ counted, selection }: CountQuestion): string {
  const where = selection.isAll ? '' : `WHERE bucket >= ${selection.start} AND bucket < ${selection.end}`;
  if (counted === 'price') return `SELECT count(cents), min(cents), max(cents), sum(cents) FROM item ${where}`;
  if (counted === 'makers') return top('maker', 'link', where);
  if (counted === 'makers.land') return top('land', 'landed', where);
  return top(groupedBy(counted), 'item', where);
}

/**
 * @param hasWord gives the condition that an item has a word
 * @returns the statements of a list page: how many and which items, three facets, and one field's statistics
 */
export function pageSql(
  { word, kindIs, placeFrom }: PageQuestion,
  hasWord: (word: string) => string,
): readonly string[] {
  const has = hasWord(word);
  const [kind, place] = [`kind = '${kindIs}'`, `place >= '${placeFrom}'`];
  return [
    `SELECT count(*) FROM item WHERE ${has} AND ${kind} AND ${place}`,
    top('kind', 'item', `WHERE ${has} AND ${place}`),
    top('place', 'item', `WHERE ${has} AND ${kind}`),
    top('code', 'item', `WHERE ${has} AND ${kind} AND ${place}`),
    `SELECT count(cents), min(cents), max(cents), sum(cents) FROM item WHERE ${has} AND ${kind} AND ${place}`,
    `SELECT number, title FROM item WHERE ${has} AND ${kind} AND ${place} ORDER BY number LIMIT 20`,
  ];
}
