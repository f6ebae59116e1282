/**
 * Random searched content and random searches, from a seed: words with forms, prefixes and typing errors of each other,
 * phrases, synonyms, stop words and pinned items, in one locale or several.
 */
import fc from 'fast-check';
import type { Space } from '../../src/index/snapshot/index.js';
import { type SearchedItem, SearchOracle } from '../../testing/oracle/answers/search.js';
import { askedOf } from '../../testing/oracle/answers/words.js';
import { writeFiles } from '../../testing/samples/export.js';
import { openBuilt, withFolder } from '../../testing/worlds/worlds.js';

const vocabulary =
  'the of on one garden gardens gardener gardening gard harden burden painting paintings paint painted pint Café résumé station stations nation 1984 1985 art arts artist north nörth straße 東京 東京都 도서관 カメラ a b o’brien und der Artist’s l’art Łódź ＡＲＴ painting,station art/garden gardenstation stationsgarden artstation northstraße nationsburden'.split(
    ' ',
  );
const typedWords = 'gardn paintign stattion gar pa nat 東 198 zzzzzz northh gardem stetion cafés GARDENS obrien'.split(
  ' ',
);
const commonWords = ['garden', 'station', 'art', 'artists', 'gardens', 'harden'];

const arbitraryText = (words: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength }).map((drawn) => drawn.join(' '));

const TYPES = ['article', 'page', 'note'] as const;

const arbitraryItem = fc.record({
  title: fc.option(arbitraryText(vocabulary.slice(0, 24), 5), { nil: null }),
  body: fc.oneof(
    arbitraryText(commonWords, 14),
    arbitraryText([...vocabulary, '**', '# ', '[garden](/station)', '\n'], 60),
  ),
  kind: fc.constantFrom('art', 'garden', null),
  stock: fc.integer({ min: 0, max: 3 }),
  other: fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.nat()), { maxLength: 9 }),
});

const arbitraryModel = fc.record({
  hasLocales: fc.boolean(),
  language: fc.constantFrom('en', 'de', undefined),
  phrases: fc.boolean(),
  weight: fc.constantFrom(0.5, 1, 3),
  searchRules: fc.constantFrom({}, {}, { stems: false }, { typos: false }, { stems: false, typos: false }),
  tuned: fc.boolean(),
  hasCompounds: fc.boolean(),
});

const tuning = {
  synonyms: [['art', 'nation', 'north station'], { from: ['zzzzzz', 'garden station'], to: ['Café', 'of painting'] }],
  stopWords: ['pint'],
  whole: ['gard'],
  first: [
    { search: 'garden', type: 'page', ids: ['page3', 'gone', 'page1'] },
    { search: 'garden', type: 'article', ids: ['article2'] },
  ],
};

type Item = typeof arbitraryItem extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Model = typeof arbitraryModel extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export interface SearchedWorld {
  readonly space: Space;
  /** Ids that the naive evaluator finds for words in one type; undefined if it lacks a rule that the space uses. */
  readonly expected: ((type: string, words: string) => readonly string[]) | undefined;
}

/** @param size items of the largest type; from some thousands on, frequent words have stored ranks */
export async function searchedWorld(seed: number, size: number): Promise<SearchedWorld> {
  const [model] = fc.sample(arbitraryModel, { seed, numRuns: 1 });
  const files: Record<string, unknown> = { 'model.json': createModel(model!) };
  const texts = new Map<string, SearchedItem[]>();
  const sizes = [size, Math.ceil(size / 3), 2];
  for (const [place, type] of TYPES.entries()) {
    const items = fc.sample(arbitraryItem, { seed: seed + place, numRuns: sizes[place]! });
    const textsOf = ({ title, body, kind }: Item) =>
      new Map([
        ['title', title ?? ''],
        ['body', body],
        ['kind', kind ?? ''],
      ]);
    texts.set(
      type,
      items.map((item, number) => ({ id: `${type}${number}`, texts: textsOf(item) })),
    );
    files[`${type}.ndjson`] = items.map((item, number) =>
      createItem(item, `${type}${number}`, sizes, model!.hasLocales),
    );
  }
  const space = await withFolder((folder) => openBuilt(writeFiles(`${folder}/export`, files), `${folder}/snapshots`));
  if (model!.hasLocales || model!.tuned) return { space, expected: undefined };
  const oracles = new Map<string, SearchOracle>();
  const expected = (type: string, words: string): readonly string[] => {
    const oracle = oracles.get(type) ?? new SearchOracle(space.model.contentTypes.get(type)!.search!, texts.get(type)!);
    oracles.set(type, oracle);
    return oracle.answer(askedOf(words, model!.language), false).ids;
  };
  return { space, expected };
}

function createModel({ hasLocales, language, phrases, weight, searchRules, tuned, hasCompounds }: Model): unknown {
  const compounds = hasCompounds ? { compounds: true } : {};
  const isGerman = !hasLocales && language === 'de';
  const search =
    tuned || (isGerman && hasCompounds) ? { search: { ...(tuned && tuning), ...(isGerman && compounds) } } : {};
  const localized = hasLocales ? { localized: true } : {};
  const fields = [
    { name: 'title', type: 'text', search: { weight: 3, ...searchRules, ...(phrases && { phrases }) }, ...localized },
    { name: 'body', type: 'markdown', search: phrases ? { phrases } : true },
    { name: 'kind', type: 'select', options: ['art', 'garden'], search: true },
    { name: 'stock', type: 'integer' },
    { name: 'other', type: 'relationship', to: TYPES, many: true },
  ];
  const locales = [
    { code: 'en', default: true, language: 'en', ...search },
    { code: 'de', fallback: 'en', language: 'de', ...(hasCompounds && { search: compounds }) },
    { code: 'fr', language: 'none' },
  ];
  return {
    space: 'searched',
    ...(hasLocales ? { locales } : { ...(language && { language }), ...search }),
    contentTypes: TYPES.map((name) => ({ name, ...(name === 'page' && { search: { weight } }), fields })),
  };
}

function createItem(item: Item, id: string, sizes: readonly number[], hasLocales: boolean): object {
  const { title, other, ...values } = item;
  const links = new Map(
    other.map(([type, number]) => {
      const to = { type, id: `${type}${number % sizes[TYPES.indexOf(type)]!}` };
      return [JSON.stringify(to), to];
    }),
  );
  const words = title?.split(' ').reverse().join(' ');
  return {
    id,
    ...values,
    title: hasLocales ? { en: title, ...(item.stock > 1 && words !== undefined && { de: words }) } : title,
    other: [...links.values()],
  };
}

const arbitraryWords = fc
  .record({
    words: fc.array(fc.constantFrom(...vocabulary, ...typedWords), { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('', '', '', '?', ' '),
    mark: fc.constantFrom('', '', '"garden station" ', '-"art" ', '-pint ', '"the of" ', '"artists garden gardens" '),
    wordCount: fc.constantFrom(1, 2, 2, 7),
  })
  .map(({ words, end, mark, wordCount }) => `${mark}${words.slice(0, wordCount).join(' ')}${end}`);

/** @returns requests for one type */
export const wordsFor = (seed: number, count: number): { type: string; words: string }[] =>
  fc.sample(fc.record({ type: fc.constantFrom(...TYPES), words: arbitraryWords }), { seed, numRuns: count });

const arbitraryList = fc.record({
  path: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('article', 'article', 'page', 'note').map((type) => `/${type}`) },
    { weight: 3, arbitrary: fc.constant('/_search') },
    { weight: 2, arbitrary: fc.nat(20).map((number) => `/article/article${number}/other`) },
  ),
  words: arbitraryWords,
  filter: fc.constantFrom('', '', '&filter[stock][_gt]=1', '&filter[kind][_eq]=art&filter[stock][_neq]=0'),
  sort: fc.constantFrom('', '', '&sort=-stock', '&sort=title,stock'),
  page: fc.constantFrom('', '', '&page[limit]=3&page[skip]=2', '&page[limit]=21', '&page[limit]=20&page[skip]=9'),
  more: fc.constantFrom(
    '',
    '&_match=all',
    '&_highlight=title,body',
    '&_highlight=body&include=other&page[other][limit]=2',
  ),
  types: fc.constantFrom('', '&filter[type][_in]=article,note', '&_facet[type]=2'),
  counted: fc.constantFrom(
    '',
    '',
    '&_facet[kind]=3&_facet[stock]=4&_facet[stock][own]=ignored&_stats=stock,title',
    '&_facet[kind]=2&_facet[kind][own]=ignored&_facet[other]=3&_facet[other][include]=true',
    '&_facet[stock]=3&_facet[stock][ranges]=1,2&_facet[title]=2&_facet[title][sort]=value',
  ),
  locale: fc.constantFrom('', '&localeCode=de', '&localeCode=fr'),
});

const arbitraryTyped = fc.record({
  text: fc.oneof(
    fc.constantFrom('g', 'ga', 'paint', 'garden s', 'gardem', 'stattion', 'the', 'garden the', 'ar', '東', 'zzz'),
    arbitraryWords,
  ),
  type: fc.constantFrom('', '&type=page'),
  locale: fc.constantFrom('', '&localeCode=de'),
});

/** @returns requests of the space. @param hasLocales whether it has some */
export function searchesFor(seed: number, count: number, hasLocales: boolean): { path: string; search: string }[] {
  const localeOf = (locale: string): string => (hasLocales ? locale : '');
  const lists = arbitraryList.map(({ path, words, filter, sort, page, more, types, counted, locale }) => {
    const isOfAll = path === '/_search';
    const chosen = isOfAll ? types : `${filter}${sort}${counted}`;
    return { path, search: `?filter[_search]=${encodeURIComponent(words)}${chosen}${page}${more}${localeOf(locale)}` };
  });
  const completions = arbitraryTyped.map(({ text, type, locale }) => {
    return { path: '/_suggest', search: `?q=${encodeURIComponent(text)}${type}${localeOf(locale)}` };
  });
  return fc.sample(fc.oneof({ weight: 6, arbitrary: lists }, { weight: 1, arbitrary: completions }), {
    seed,
    numRuns: count,
  });
}
