/**
 * Synonyms, pinned items and words of the model, and `_match=all`: results, `meta`, and refused models.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot, readExportModel } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { answer, explainRequest, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const synonyms = [
  ['tv', 'television', 'tele vision set'],
  { from: 'sofa', to: ['couch'] },
  { from: ['united states of america', 'usa'], to: 'new world' },
];
const titles = {
  a: 'A television for the garden',
  b: 'Tele vision set, hardly used',
  c: 'A vision set by tele',
  d: 'Couches in the garden',
  e: 'A sofa',
  f: 'States of the garden, united',
  g: 'The new world',
  h: 'A world that is new',
};

function exportOf(search: unknown, more: object = {}): string {
  const folder = newFolder();
  const fields = [{ name: 'title', type: 'text', search: { phrases: true } }];
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ thing: fields }, { language: 'en', search, ...more }),
    'thing.ndjson': Object.entries(titles).map(([id, title]) => ({ id, title })),
  });
  return folder;
}

describe('synonyms', () => {
  let space: Space;
  beforeAll(async () => {
    const folder = exportOf({ synonyms });
    await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    space = await openCurrent(diskFiles, join(folder, 'out'));
  });

  const asked = (words: string, more = '') => {
    const search = `?filter[_search]=${encodeURIComponent(words)}${more}`;
    return JSON.parse(answer(space, parseRequest(space.model, '/thing', search), '').toString());
  };
  const ids = (words: string, more?: string): string =>
    asked(words, more)
      .data.map(({ id }: { id: string }) => id)
      .join('');

  it.each([
    ['both ways, and of several words only where they stand together', 'tv ', 'ab'],
    ['the other way', 'televisions ', 'ab'],
    ['several words, each of them', 'tele vision set ', 'bca'],
    ['one way', 'sofas ', 'ed'],
    ['not the other way', 'couch ', 'd'],
    ['a stop word in what is asked', 'united states of america ', 'gf'],
    ['not in a phrase', '"sofa"', 'e'],
    ['not for a word that goes on', 'televis', 'a'],
    ['one beside others', 'tv garden ', 'adfb'],
  ])('%s', (_, words, expected) => {
    expect(ids(words)).toBe(expected);
  });

  it('matched synonyms › are in meta and in highlights', () => {
    const { meta, data } = asked('tv ', '&_highlight=title');
    expect(meta.search.words).toEqual([{ word: 'tv', matches: ['television', 'tele vision set'] }]);
    const shown = data.map(({ meta: { highlights } }: { meta: { highlights: { title: Highlighted } } }) =>
      highlights.title.words.map(({ start, end }) => highlights.title.text.slice(start, end)).join(' '),
    );
    expect(shown).toEqual(['television', 'Tele vision set']);
    const { words } = explainRequest(space, '/thing', '?filter[_search]=tv+', '', undefined, {
      timeLimitNs: 0,
      maxCostMs: 1000,
      ignores: undefined,
    });
    expect(words?.[0]?.lists).toMatchObject([{ kind: 'synonym', size: 1 }, { kind: 'synonym' }]);
  });

  it('every word required › a synonym suffices, and a word without any match finds nothing', () => {
    expect(ids('tv garden ', '&_match=all')).toBe('a');
    expect(ids('tv garden zzzzzz ', '&_match=all')).toBe('');
    expect(ids('tv garden zzzzzz ')).not.toBe('');
    expect(ids('tv garden couch sofa united world ', '&_match=all')).toBe('');
    expect(ids('united states garden of the ', '&_match=all')).toBe('f');
    expect(ids('"the garden" united -tv ', '&_match=all')).toBe('f');
  });

  it('a query of very many words › has no synonyms', () => {
    expect(asked('tv set '.repeat(128)).meta.total).toBe(3);
    expect(asked('tv set '.repeat(129)).meta.total).toBe(2);
  });

  it('the model › is written unchanged', () => {
    expect(space.model.search?.synonyms).toEqual([
      { to: synonyms[0] },
      { from: ['sofa'], to: ['couch'] },
      { from: ['united states of america', 'usa'], to: ['new world'] },
    ]);
  });

  it('changed synonyms › build no type again', async () => {
    const folder = exportOf({ synonyms });
    const build = () => buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    const first = await build();
    const model = (search: unknown) => ({
      'model.json': modelOf(
        { thing: { title: { type: 'text', search: { phrases: true } } } },
        { language: 'en', search },
      ),
    });
    writeFiles(join(folder, 'export'), model({ synonyms: [['tv', 'sofa']] }));
    const second = await build();
    expect(second.snapshot).not.toBe(first.snapshot);
    expect(second.types.map(({ linked }) => linked)).toEqual([true]);
  });
});

interface Highlighted {
  readonly text: string;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

describe('a model with invalid synonyms', () => {
  const refusal = async (search: unknown, more?: object): Promise<string> =>
    readExportModel(join(exportOf(search, more), 'export'), diskFiles).then(
      () => 'accepted',
      (error: unknown) => String(error),
    );

  it.each([
    [
      'a circle',
      [
        { from: 'tv', to: 'set' },
        { from: 'sets', to: ['box', 'TV'] },
      ],
      /synonyms\[1\]: the synonyms form a circle: "tv" → "set" → "tv"; remove one of them, or write/,
    ],
    ['itself', [{ from: 'sofa', to: 'Sofas' }], /synonyms\[0\]: the synonyms form a circle/],
    [
      'a stop word',
      [['the', 'tv']],
      /synonyms\[0\]: "the" has no word to search for: it is a stop word.*; write another word, or remove it/,
    ],
    ['no letters', [['!!', 'tv']], /"!!" has no word/],
    ['too long a word', [['x'.repeat(70), 'tv']], /too long to be searched|has no word/],
    ['too long a word beside another', [[`tv ${'x'.repeat(70)}`, 'set']], /has a word that is too long to be searched/],
    ['the same twice', [['tv', 'set', 'TV']], /a search reads "TV" as "tv"; remove one of them/],
    ['one alone', [['tv']], /there is one text alone; write \["tv", "television"\]/],
    ['nothing', [[]], /the array is empty/],
    ['not a text', [['tv', 3]], /3 is not a valid text/],
    ['one side', [{ from: 'tv' }], /synonyms\[0\]\.to: it is missing/],
    ['another key', [{ from: 'tv', to: 'set', both: true }], /the key "both" is unknown here/],
    ['many words', [['tv', 'a set '.repeat(17)]], /has 34 words; at most 16 are allowed/],
    ['a long text', [['tv', 'a '.repeat(150)]], /is longer than 200 characters/],
    [
      'very many for one',
      [Array.from({ length: 34 }, (_, number) => `word${number}`)],
      /"word0" has 33 synonyms; at most 32 are allowed/,
    ],
    [
      'very many',
      Array.from({ length: 501 }, (_, number) => [`a${number}`, `b${number}`]),
      /there are 1002 texts; synonyms have at most 1000/,
    ],
    ['an object', {}, /synonyms: an object is not an array/],
  ])('%s › is refused with its path and the correction', async (_, synonyms_, reason) => {
    expect(await refusal({ synonyms: synonyms_ })).toMatch(reason);
  });

  it('of a locale › are reported with its code; next to locales they are refused', async () => {
    const locales = [{ code: 'en', search: { synonyms: [['the', 'tv']] } }];
    expect(await refusal(undefined, { language: undefined, locales })).toMatch(/locales\[en\]\.search\.synonyms\[0\]/);
    expect(await refusal({ synonyms: [['a', 'b']] }, { language: undefined, locales: [{ code: 'en' }] })).toMatch(
      /search: a model with locales has a search for each/,
    );
  });

  it('a chain that does not end at its start › is accepted', async () => {
    const chain = Array.from({ length: 500 }, (_, number) => ({ from: `w${number}`, to: `w${number + 1}` }));
    expect(await refusal({ synonyms: chain })).toBe('accepted');
  });
});

describe('pinned items', () => {
  const first = [
    { search: 'Garden sofas', type: 'thing', ids: ['g', 'missing', 'e'] },
    { search: 'garden', type: 'thing', ids: ['h'] },
    { search: 'sofa', type: 'film', ids: ['x'] },
  ];

  it('come first for that search only, are filtered, counted, paged and sorted like other items; missing ones are reported', async () => {
    const folder = exportOf({ first, synonyms: [['sofa', 'couch']] });
    const build = () => buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    const { notes } = await build();
    const told = [
      '"first" of "Garden sofas" names no thing: missing',
      '"first" of "sofa" names the content type film, which the model does not have',
    ];
    expect(notes).toEqual(told);
    expect((await build()).notes).toEqual(told);
    const space = await openCurrent(diskFiles, join(folder, 'out'));
    const asked = (words: string, more = ''): [string, number] => {
      const search = `?filter[_search]=${encodeURIComponent(words)}${more}`;
      const { data, meta } = JSON.parse(answer(space, parseRequest(space.model, '/thing', search), '').toString());
      return [data.map(({ id }: { id: string }) => id).join(''), meta.total];
    };
    expect(asked('the garden sofa ')).toEqual(['gedaf', 5]);
    expect(asked('gardens sofas', '&page[limit]=2&page[skip]=1')).toEqual(['ed', 5]);
    expect(asked('garden ')).toEqual(['hdaf', 4]);
    expect(asked('garden ', '&sort=-id')).toEqual(['hfda', 4]);
    expect(asked('garden ', '&filter[id][_neq]=h')).toEqual(['daf', 3]);
    expect(asked('sofa garden ')[0]).not.toMatch(/^g/);
    expect(asked('"garden" ')).toEqual(['daf', 3]);
    expect(asked('garden -world')).toEqual(['daf', 3]);
  });

  it.each([
    ['no word', [{ search: '?', type: 'thing', ids: ['a'] }], /first\[0\]\.search: "\?" has no word to search for/],
    [
      'twice',
      [
        { search: 'sofa', type: 'thing', ids: ['a'] },
        { search: 'The sofas', type: 'thing', ids: ['b'] },
      ],
      /first\[1\]\.search: "The sofas" is the same search as search\.first\[0\]/,
    ],
    ['no ids', [{ search: 'sofa', type: 'thing', ids: [] }], /ids: the array is empty; write \{"search"/],
    [
      'many ids',
      [{ search: 'sofa', type: 'thing', ids: Array.from({ length: 21 }, (_, n) => `i${n}`) }],
      /there are 21 ids; at most 20 items come first/,
    ],
    ['no search', [{ type: 'thing', ids: ['a'] }], /undefined is not a valid search/],
  ])('%s › is refused', async (_, wrong, reason) => {
    await expect(readExportModel(join(exportOf({ first: wrong }), 'export'), diskFiles)).rejects.toThrow(reason);
  });
});

describe('stop words and whole words of a model', () => {
  const spaceWith = async (search: unknown) => {
    const folder = exportOf(search);
    const report = await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    const space = await openCurrent(diskFiles, join(folder, 'out'));
    expect([...space.types.values()].flatMap(({ segment }) => checkSegment(segment))).toEqual([]);
    const ids = (words: string): string =>
      JSON.parse(
        answer(
          space,
          parseRequest(space.model, '/thing', `?filter[_search]=${encodeURIComponent(words)}`),
          '',
        ).toString(),
      )
        .data.map(({ id }: { id: string }) => id)
        .join('');
    return { ids, report, folder };
  };

  it('a stop word › is ignored in queries with other words, and found alone', async () => {
    const { ids } = await spaceWith({ stopWords: ['Garden', 'set'] });
    expect(ids('garden television ')).toBe('a');
    expect(ids('garden ')).toBe('daf');
    const { ids: plain } = await spaceWith(undefined);
    expect(plain('garden television ')).toBe('adf');
  });

  it('a word kept whole › has no other forms, and is no correction of another word', async () => {
    const { ids } = await spaceWith({ whole: ['couches', 'television'] });
    expect([ids('couches '), ids('couch '), ids('televsion '), ids('televis')]).toEqual(['d', '', '', 'a']);
    const { ids: plain } = await spaceWith(undefined);
    expect([plain('couches '), plain('couch '), plain('televsion '), plain('televis')]).toEqual(['d', 'd', 'a', 'a']);
    expect(ids('televisions ')).toBe('');
  });

  it('changed words › build the type again; equal words do not', async () => {
    const { folder, report } = await spaceWith({ whole: ['couches'] });
    const build = () => buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
    expect((await build()).snapshot).toBe(report.snapshot);
    const fields = [{ name: 'title', type: 'text', search: { phrases: true } }];
    writeFiles(join(folder, 'export'), {
      'model.json': modelOf({ thing: fields }, { language: 'en', search: { whole: ['sofa'] } }),
    });
    expect((await build()).types.map(({ linked }) => linked)).toEqual([false]);
  });

  it.each([
    [
      'two words',
      { stopWords: ['tv', 'two words'] },
      /search\.stopWords\[1\]: "two words" is 2 words to a search; write one word/,
    ],
    ['no word', { whole: ['++'] }, /search\.whole\[0\]: "\+\+" is 0 words to a search/],
    ['Chinese', { whole: ['東京'] }, /is written without spaces, so a search does not read it as one word/],
    ['both', { stopWords: ['tv'], whole: ['TV'] }, /search\.whole\[0\]: "TV" is a stop word, .*; remove it/],
    ['an empty list', { whole: [] }, /the array is empty/],
    ['too many', { whole: Array.from({ length: 501 }, (_, number) => `w${number}`) }, /there are 501 words/],
  ])('%s › is refused', async (_, search, reason) => {
    await expect(readExportModel(join(exportOf(search), 'export'), diskFiles)).rejects.toThrow(reason);
  });
});
