/**
 * Searches of random items against the oracle: docs, order, filters and totals.
 * `STELE_CASES=500 STELE_SEED=7` runs more cases, or other ones; a failure prints its seed.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { type Language, type SearchTuning, tuningToJson } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isLong, SearchOracle } from '../../../testing/oracle/answers/search.js';
import { askedOf, searchedLanguages } from '../../../testing/oracle/answers/words.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const cases = Number(process.env['STELE_CASES'] ?? amount(30, 12));
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const newFolder = temporaryFolders();

/** Few enough that they meet, with forms, beginnings and neighbours of each other. */
const vocabulary =
  'the of on one garden gardens gardener gardening gard harden burden painting paintings paint painted pint Café cafe résumé station stations nation 1984 1985 art arts artist north nörth straße strasse 東京 東京都 京都 도서관 도서 カメラ a b o’brien won’t und der garden’s Artist’s l’art Łódź smørrebrød ＡＲＴ painting,station art/garden 用カメラ1984 Wi-Fi wifi wi C++ C# c B&O b-art art-on-b 1984-1985 19841985 .art gardenstation stationsgarden artstation Northstraße nationsburden stationgardenart'.split(
    ' ',
  );
const typed =
  'gardn paintign stattion gar pa nat wif wi-fi c++ bart b&o arton 東 京 도 198 ゃ zzzzzz pianting northh gardem staation gardden stetion cafés GARDENS obrien'.split(
    ' ',
  );

const texts = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '));
/** Marks, some with words within: parted by spaces, so that whatever is code, only words of the tables are seen. */
const marks = [
  ...['[garden](/station)', '` [art](/station) `', '**painted**', '19**84**', '東*京都*'],
  ...['<b>gardens</b>', '<!-- one -->', '**', '`', '# ', '\n', '\n\n', '\n- ', '\n> '],
];
const bodies = fc
  .array(fc.oneof(fc.constantFrom(...vocabulary), fc.constantFrom(...marks)), { maxLength: 30 })
  .map((words) => words.join(' '));
const itemsOf = fc.array(
  fc.record({
    title: fc.option(texts, { nil: null }),
    body: fc.option(bodies, { nil: null }),
    kind: fc.constantFrom('art', 'garden', null),
    stock: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 40 },
);
const questionOf = fc.record({
  words: fc.array(fc.constantFrom(...vocabulary, ...typed), { minLength: 1, maxLength: 9 }),
  end: fc.constantFrom('', '', '', '?', ' '),
  // Instead of these words, the title of an item, or some of its words.
  title: fc.option(
    fc.record({ item: fc.nat(), from: fc.constantFrom(0, 0, 1, 2), length: fc.constantFrom(2, 3, 99) }),
    {
      nil: undefined,
      freq: 2,
    },
  ),
  marked: fc.option(
    fc.record({
      sign: fc.constantFrom('-', '', ''),
      words: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 2 }),
      // Instead of these words, some that stand together in an item.
      quoted: fc.option(fc.record({ item: fc.nat(), from: fc.nat(4), length: fc.integer({ min: 1, max: 4 }) }), {
        nil: undefined,
      }),
    }),
    { nil: undefined, freq: 2 },
  ),
  stock: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 2 }),
  sorted: fc.constantFrom(undefined, 'stock', '-title'),
  skip: fc.constantFrom(0, 0, 1, 5),
  demandsAll: fc.constantFrom(false, false, false, true),
  limit: fc.constantFrom(100, 20, 3, 0),
});
/** Fields that keep where words stand. */
type Places = Readonly<Partial<Record<'title' | 'body' | 'kind', boolean>>>;
/** What of a field is on. */
const switchesOf = fc.record({
  stems: fc.constantFrom(true, true, true, false),
  typos: fc.constantFrom(true, true, true, false),
});
const allOn = { stems: true, typos: true };

/** One way and both, one word and several, and some that no item has. */
const tunings: readonly (SearchTuning | undefined)[] = [
  undefined,
  undefined,
  {
    synonyms: [
      { to: ['art', 'nation', 'north station'] },
      { from: ['garden station', 'the zzzzzz'], to: ['cafe', 'of painting'] },
      { from: ['Łódź'], to: ['東京都', 'north garden', 'burden'] },
    ],
  },
];

/** Every so many cases, one is German with compounds: few seeds drawn at random may contain none. */
const COMPOUNDS_EVERY = 6;

/** Adds compounds to the tuning, which German has. */
const withCompounds = <Drawn extends { language: Language | undefined; tuning: SearchTuning | undefined }>(
  drawn: Drawn & { hasCompounds: boolean },
  seed: number,
): Drawn => {
  if (seed % COMPOUNDS_EVERY === 0) return { ...drawn, language: 'de', tuning: { ...drawn.tuning, compounds: true } };
  return drawn.language === 'de' && drawn.hasCompounds
    ? { ...drawn, tuning: { ...drawn.tuning, compounds: true } }
    : drawn;
};

const questionsOf = fc.array(questionOf, { minLength: 20, maxLength: 20 });
const caseOf = fc.record({
  items: itemsOf,
  questions: questionsOf,
  language: fc.constantFrom(...searchedLanguages),
  tuning: fc.constantFrom(...tunings),
  weights: fc.record({ title: fc.constantFrom(1, 3, 0.5), body: fc.constantFrom(1, 2) }),
  phrases: fc.constantFrom<Places>(
    {},
    { title: true, body: true, kind: true },
    { title: true, body: true },
    { body: true },
  ),
  switches: fc.tuple(switchesOf, switchesOf),
  hasCompounds: fc.constantFrom(true, true, false),
});

/** So many that beginnings have lists of their own, and frequent words their best items stored. */
const manyOf = fc.record({
  items: fc
    .array(
      fc.record({
        title: fc.option(
          fc.array(fc.constantFrom(...vocabulary.slice(1, 20)), { maxLength: 9 }).map((words) => words.join(' ')),
          { nil: null },
        ),
        body: fc
          .array(fc.constantFrom('garden', 'station', 'art', 'artists', 'gardens', '**', 'harden'), {
            minLength: 8,
            maxLength: 16,
          })
          .map((words) => words.join(' ')),
        kind: fc.constantFrom('art', 'garden', null),
        stock: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 3000, maxLength: 3000, size: 'max' },
    )
    // A few are misspelt.
    .map((items) => items.map((item, number) => (number % 1000 === 7 ? { ...item, title: 'gardem stetion' } : item))),
  // A sort is compared by whole lists, which are longer here than a page.
  questions: fc.array(
    questionOf.map((question) => ({ ...question, sorted: undefined })),
    { minLength: 60, maxLength: 60 },
  ),
  language: fc.constantFrom('en', undefined),
  tuning: fc.constantFrom(...tunings),
  weights: fc.record({ title: fc.constantFrom(1, 3), body: fc.constantFrom(1, 2) }),
  phrases: fc.constant<Places>({ title: true, body: true }),
  switches: fc.constant([allOn, allOn] as [typeof allOn, typeof allOn]),
});

type Case = typeof caseOf extends fc.Arbitrary<infer T> ? Omit<T, 'hasCompounds'> : never;

async function built({ items, language, tuning, weights, phrases, switches: [ofTitle, ofBody] }: Case): Promise<Space> {
  const folder = newFolder();
  const fields = [
    { name: 'title', type: 'text', search: { weight: weights.title, phrases: phrases.title, ...ofTitle } },
    { name: 'body', type: 'markdown', search: { weight: weights.body, phrases: phrases.body, ...ofBody } },
    { name: 'kind', type: 'select', options: ['art', 'garden'], search: { phrases: phrases.kind } },
    { name: 'stock', type: 'integer' },
  ];
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ thing: fields }, { language, ...(tuning && { search: tuningToJson(tuning) }) }),
    'thing.ndjson': items.map((item, number) => ({ id: `t${number}`, ...item })),
  });
  await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
  return openCurrent(diskFiles, join(folder, 'out'));
}

interface Shown {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number; readonly search: { readonly words: readonly { word: string }[] } };
}

function asked(space: Space, search: string): Shown {
  const shown: Shown = JSON.parse(answer(space, parseRequest(space.model, '/thing', search), '').toString());
  return shown;
}

/** What stands between the quotation marks. */
function phraseOf({ words, quoted }: NonNullable<Case['questions'][number]['marked']>, { items }: Case): string {
  const title = quoted === undefined ? null : items[quoted.item % items.length]!.title;
  const some = title?.split(' ').slice(quoted?.from, (quoted?.from ?? 0) + (quoted?.length ?? 0)) ?? [];
  return (some.join('') === '' ? words : some).join(' ');
}

interface Seen {
  questions: number;
  long: number;
  marked: number;
  answered: number;
  filtered: number;
  strict: number;
  stoodIn: number;
  titles: number;
  joined: number;
  compounds: number;
}

function expectAlike(space: Space, drawn: Case, name: string, seen: Seen): void {
  const { segment } = space.types.get('thing')!;
  expect(checkSegment(segment), name).toEqual([]);
  const stocks = new Map(drawn.items.map(({ stock }, number) => [`t${number}`, stock]));
  const oracle = new SearchOracle(
    segment.type.search!,
    drawn.items.map(({ title, body, kind }, number) => ({
      id: `t${number}`,
      texts: new Map(Object.entries({ title, body, kind }).map(([name, text]) => [name, text ?? ''])),
    })),
  );
  for (const { words: drawnWords, title, end, marked, stock, sorted, skip, limit, demandsAll } of drawn.questions) {
    const mark = marked === undefined ? '' : `${marked.sign}"${phraseOf(marked, drawn)}" `;
    const typedTitle =
      title &&
      drawn.items[title.item % drawn.items.length]!.title?.split(' ').slice(title.from, title.from + title.length);
    const words = typedTitle !== undefined && typedTitle.join('') !== '' ? typedTitle : drawnWords;
    const text = mark + words.join(' ') + end;
    const query = askedOf(text, drawn.language, drawn.tuning, demandsAll);
    const filter = stock === undefined ? '' : `&filter[stock][_eq]=${stock}`;
    const sort = sorted === undefined ? '' : `&sort=${sorted}`;
    const match = demandsAll ? '&_match=all' : '';
    const search = `?filter[_search]=${encodeURIComponent(text)}${filter}${sort}${match}`;
    const label = `${name}, ${search}, ${drawn.language}`;
    const expected = oracle
      .answer(query, demandsAll)
      .ids.filter((id) => stock === undefined || stocks.get(id) === stock);
    const found = asked(space, `${search}&page[limit]=${limit}&page[skip]=${skip}`);
    expect(found.meta.total, label).toBe(expected.length);
    expect(
      found.meta.search.words.map(({ word }) => word),
      label,
    ).toEqual(oracle.shownWords(query));
    const ids = found.data.map(({ id }) => id);
    if (sorted === undefined) expect(ids, label).toEqual(expected.slice(skip, skip + limit));
    else {
      const whole = asked(space, `${search}&page[limit]=100`).data.map(({ id }) => id);
      expect(whole.toSorted(), label).toEqual(expected.toSorted());
      const all = JSON.parse(
        answer(space, parseRequest(space.model, '/thing', `?sort=${sorted}&page[limit]=100`), '').toString(),
      ) as Shown;
      expect(ids, label).toEqual(
        all.data
          .map(({ id }) => id)
          .filter((id) => whole.includes(id))
          .slice(skip, skip + limit),
      );
    }
    seen.questions += 1;
    seen.long += Number(isLong(query));
    seen.marked += Number(marked !== undefined && expected.length > 0);
    seen.answered += Number(expected.length > 0);
    seen.filtered += Number(stock !== undefined);
    seen.strict += Number(demandsAll && expected.length > 0);
    seen.titles += Number(typedTitle !== undefined && expected.length > 0);
    seen.joined += Number(
      expected.length > 0 && query.words.some(({ isJoined, joined }) => isJoined || joined.length > 0),
    );
    seen.compounds += Number(expected.length > 0 && drawn.tuning?.compounds === true);
    seen.stoodIn += Number(expected.length > 0 && query.words.some(({ standIns }) => standIns.length > 0));
  }
}

describe(`searches and their twin, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  const seen = {
    questions: 0,
    long: 0,
    marked: 0,
    answered: 0,
    filtered: 0,
    strict: 0,
    stoodIn: 0,
    titles: 0,
    joined: 0,
    compounds: 0,
  };

  it('any search › has the docs, order and total of the oracle', { timeout: 300_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const drawn = withCompounds(fc.sample(caseOf, { seed, numRuns: 1 })[0]!, seed);
      const space = await built(drawn);
      expectAlike(space, drawn, `seed ${seed}`, seen);
    }
  });

  it('very many items › have the docs, order and total of the oracle', { timeout: 300_000 }, async () => {
    const drawn = fc.sample(manyOf, { seed: firstSeed, numRuns: 1 })[0]!;
    const space = await built(drawn);
    const { tables } = space.types.get('thing')!.segment.search!;
    expect(tables.prefixStarts.length).toBeGreaterThan(3);
    expect(tables.topStems.length).toBeGreaterThan(3);
    expect(tables.misspellings.length).toBeGreaterThan(1);
    expectAlike(space, drawn, `many, seed ${firstSeed}`, seen);
  });

  it('the random searches › cover all features', () => {
    console.log(`searches compared: ${JSON.stringify(seen)}`);
    expect(seen.questions).toBe(cases * 20 + 60);
    expect(seen.answered).toBeGreaterThan(seen.questions / 3);
    expect(seen.long).toBeGreaterThan(seen.questions / 5);
    expect(seen.marked).toBeGreaterThan(seen.questions / 10);
    expect(seen.long).toBeLessThan(seen.questions / 2);
    expect(seen.filtered).toBeGreaterThan(seen.questions / 4);
    expect(seen.strict).toBeGreaterThan(seen.questions / 60);
    expect(seen.titles).toBeGreaterThan(seen.questions / 6);
    expect(seen.joined).toBeGreaterThan(seen.questions / 20);
    expect(seen.compounds).toBeGreaterThan(seen.questions / 20);
    expect(seen.stoodIn).toBeGreaterThan(seen.questions / 30);
  });
});
