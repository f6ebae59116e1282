/**
 * List queries for PostgreSQL: pages with facets and statistics of all, a tenth and a hundredth of the items, and
 * searches.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import type { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { BUCKETS, prepareExport, skewed, word } from '../facets/content.js';
import type { HandClass, HandContest, HandQuestion } from './by-hand.js';

/** A counted part of an answer, or a condition, in both languages; `where` is the SQL condition on items, or empty. */
interface Part {
  readonly url: string;
  readonly sql: (where: string) => string;
}

const shown = 10;
const ends = [10, 20, 50].join();

const top = (value: string, from: string, count = 'count(*)'): string =>
  `SELECT ${value} AS v, ${count} AS n FROM ${from} GROUP BY 1 ORDER BY n DESC, v LIMIT ${shown}`;

const facet = (field: string, sql: Part['sql'], more = ''): Part => ({ url: `_facet[${field}]=${shown}${more}`, sql });

const own = (field: string, value = field, more = '', told = 'v'): Part =>
  facet(field, (where) => `SELECT ${told}, n FROM (${top(value, `item ${where}`)}) AS f`, more);

/** The links of the items. */
const links = (where: string): string =>
  `(SELECT maker, item FROM link ${where === '' ? '' : `JOIN item ON number = item ${where}`}) AS l`;

/** An item counts once for a value, however many of its makers have it. */
const linked = (field: string): Part =>
  facet(`makers.${field}`, (where) =>
    top(field, `(SELECT DISTINCT ${field}, item FROM ${links(where)} JOIN maker ON number = maker) AS d`),
  );

const price: Part = {
  url: '_stats=price',
  sql: (where) => `SELECT count(price), min(price), max(price), sum(price) FROM item ${where}`,
};

const COUNTED: Readonly<Record<string, readonly Part[]>> = {
  'facet of 8 values': [own('kind')],
  'facet of 1,000 values': [own('place')],
  'facet of 100,000 values': [own('code')],
  'facet by month': [
    own('sold', "date_trunc('month', sold)", '&_facet[sold][interval]=month', "to_char(v, 'YYYY-MM')"),
  ],
  'facet by range': [
    own(
      'price',
      `width_bucket(price, '{${ends}}'::numeric[])`,
      `&_facet[price][ranges]=${ends}`,
      `coalesce(('{${ends}}'::text[])[v], '')`,
    ),
  ],
  'facet of 1,000 linked items': [
    facet(
      'makers',
      (where) =>
        `SELECT id, n FROM (SELECT maker, count(*) AS n FROM ${links(where)} GROUP BY 1) AS c JOIN maker ON number = maker ORDER BY n DESC, id LIMIT ${shown}`,
    ),
  ],
  'facet of their 1,000 names': [linked('name')],
  'facet of their 40 lands': [linked('land')],
  'facet of 40 lands, to-one': [
    facet('house.land', (where) =>
      top(
        'land',
        `(SELECT house, count(*) AS c FROM item ${where} GROUP BY 1) AS h JOIN maker ON number = house`,
        'sum(c)',
      ),
    ),
  ],
  'three facets and a statistic': [own('kind'), own('place'), own('code'), price],
  statistics: [price],
};

interface Condition {
  readonly url: string;
  readonly sql: string;
}

/** @param share number of selected items in each thousand */
function some(share: number, random: Random): Condition {
  if (share === BUCKETS) return { url: '', sql: '' };
  const start = random.below(BUCKETS - share);
  return {
    url: `filter[bucket][_gte]=${start}&filter[bucket][_lt]=${start + share}`,
    sql: `bucket >= ${start} AND bucket < ${start + share}`,
  };
}

/** @param count of different words that are in many titles */
function words(count: number, random: Random): Condition {
  const drawn = new Set<string>();
  while (drawn.size < count) drawn.add(word(skewed(random, count === 1 ? 200 : 20)));
  const all = [...drawn];
  return { url: `filter[_search]=${all.join('+')}`, sql: `words @@ to_tsquery('simple', '${all.join(' & ')}')` };
}

interface Ordered {
  readonly order?: (words: string) => string;
  readonly more?: string;
  /** @returns additional text of an item with these words */
  readonly told?: (words: string) => string;
}

/** A page of 20 items, all of them counted. */
function page(conditions: readonly Condition[], parts: readonly Part[], ordered: Ordered = {}): HandQuestion {
  const { order = () => 'number', more = '', told = () => '' } = ordered;
  const sqlConditions = conditions.filter(({ sql }) => sql !== '');
  const where = sqlConditions.length === 0 ? '' : `WHERE ${sqlConditions.map(({ sql }) => sql).join(' AND ')}`;
  const query = /to_tsquery\([^)]*\)/.exec(where)?.[0] ?? '';
  const makers = 'array(SELECT id FROM link JOIN maker ON maker.number = maker WHERE item = item.number)';
  const items = `SELECT * FROM item ${where} ORDER BY ${order(query)} LIMIT 20`;
  return {
    url: `/item?${[...sqlConditions, ...parts].map(({ url }) => url).join('&')}${more}`,
    sql: [
      `SELECT count(*) FROM item ${where}`,
      ...parts.map(({ sql }) => sql(where)),
      `SELECT id, item.*, ${makers}${told(query)} FROM (${items}) AS item`,
    ],
  };
}

const SHARES: readonly (readonly [name: string, buckets: number])[] = [
  ['all', BUCKETS],
  ['10 %', BUCKETS / 10],
  ['1 %', BUCKETS / 100],
];

const pages = Object.entries(COUNTED).flatMap(([name, parts]) =>
  SHARES.map(([share, buckets]): HandClass => {
    return { name: `${name}, ${share}`, targetMs: 50, ask: (random) => page([some(buckets, random)], parts) };
  }),
);

const ranked: Ordered = { order: (query) => `ts_rank(words, ${query}) DESC, number` };
const headlines: Ordered = {
  ...ranked,
  more: '&_highlight=title',
  told: (query) => `, ts_headline('simple', title, ${query})`,
};

/** Each engine ranks in its own order, so only the counts must be equal. */
const counts = { compared: 'counts', targetMs: 30 } as const;

const SEARCHES: readonly HandClass[] = [
  { name: 'search of a word', ...counts, ask: (random) => page([words(1, random)], [], ranked) },
  { name: 'search of two words', ...counts, ask: (random) => page([words(2, random)], [], ranked) },
  { name: 'a word, 10 %', ...counts, ask: (random) => page([words(1, random), some(100, random)], [], ranked) },
  { name: 'two words, 10 %', ...counts, ask: (random) => page([words(2, random), some(100, random)], [], ranked) },
  { name: 'two words, highlighted', ...counts, ask: (random) => page([words(2, random)], [], headlines) },
  {
    name: 'a word, sorted',
    ...counts,
    ask: (random) =>
      page([words(1, random)], [], { order: () => 'price DESC NULLS LAST, number', more: '&sort=-price' }),
  },
  {
    name: 'two words, three facets, a statistic',
    ...counts,
    ask: (random) => page([words(2, random)], COUNTED['three facets and a statistic'] ?? [], ranked),
  },
  {
    name: 'a word, 10 %, three facets, a statistic',
    ...counts,
    targetMs: 50,
    ask: (random) => page([words(1, random), some(100, random)], COUNTED['three facets and a statistic'] ?? [], ranked),
  },
  {
    name: 'two words of all types',
    ...counts,
    ask: (random) => {
      const { url, sql } = page([words(2, random)], [], ranked);
      return { url: url.replace('/item', '/_search'), sql };
    },
  },
  {
    name: 'suggestions',
    compared: 'nothing',
    targetMs: 30,
    ask: (random) => {
      const [first, begun] = [word(skewed(random, 200)), word(skewed(random, 200)).slice(0, 4)];
      const like = `SELECT title FROM item WHERE title LIKE '${first} ${begun}%' ORDER BY title LIMIT 10`;
      return { url: `/_suggest?q=${first}+${begun}`, sql: [like] };
    },
  },
];

/** Statements that create narrow tables: numbers for ids, the columns of a query in one table, and a text for searches. */
const tables = (load: string): readonly string[] => [
  `CREATE TABLE maker AS SELECT _doc AS number, id, name, land FROM ${load}.maker`,
  `CREATE TABLE link AS SELECT i._doc AS item, m._doc AS maker FROM ${load}."item.makers" AS l
     JOIN ${load}.item AS i ON i.id = l.id JOIN ${load}.maker AS m ON m.id = l.target`,
  `CREATE TABLE item AS SELECT i._doc AS number, i.id, bucket::integer, kind, i.place, code, price, sold, title, m._doc AS house,
     to_tsvector('simple', title) AS words
     FROM ${load}.item AS i LEFT JOIN ${load}."item.house" AS h ON h.id = i.id LEFT JOIN ${load}.maker AS m ON m.id = h.target`,
  'ALTER TABLE maker ADD PRIMARY KEY (number)',
  'ALTER TABLE link ADD PRIMARY KEY (item, maker)',
  'ALTER TABLE item ADD PRIMARY KEY (number)',
  'CREATE INDEX ON link (maker)',
  'CREATE INDEX ON item USING gin (words)',
  'CREATE INDEX ON item (title)',
  ...['bucket', 'kind', 'place', 'code', 'price', 'sold', 'house'].map((field) => `CREATE INDEX ON item (${field})`),
  'VACUUM ANALYZE item',
  'VACUUM ANALYZE link',
  'VACUUM ANALYZE maker',
];

export function contestOf(items: number, seed: number, space: Space): HandContest {
  return { name: `lists_${items}_${seed}`, space, classes: [...pages, ...SEARCHES], tables };
}

export async function listContest(items: number, seed: number): Promise<HandContest> {
  const folder = await prepareExport(items, seed);
  await buildSnapshot(folder, `${folder}-snapshots`, { files: diskFiles, strict: true });
  return contestOf(items, seed, await openCurrent(diskFiles, `${folder}-snapshots`));
}
