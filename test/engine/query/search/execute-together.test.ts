/**
 * A search of all types: against a naive scorer over all items, and by requests.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { openSnapshot } from '../../../../src/client/library/index.js';
import { RequestError } from '../../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../../src/content/model/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import {
  answer,
  dependencies,
  explainRequest,
  parseRequest,
  type Resource,
  typeKey,
} from '../../../../src/jsonapi/index.js';
import { amount } from '../../../../testing/amount.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { picker } from '../../../../testing/oracle/arbitraries/picking.js';
import { writeFiles } from '../../../../testing/samples/export.js';

const newFolder = temporaryFolders();

interface Item {
  readonly id: string;
  readonly name: string;
  readonly about: string;
}
interface Shown {
  readonly data: readonly { readonly type: string; readonly id: string; readonly meta?: unknown }[];
  readonly included?: readonly unknown[];
  readonly links: Readonly<Record<string, string>>;
  readonly meta: { readonly total: number; readonly search: unknown; readonly facets?: unknown };
}

const vocabulary = [
  'garden',
  'gardener',
  'gardening',
  'station',
  'stations',
  'quiet',
  'lamp',
  'river',
  'stone',
  'wind',
];
const typo = 'statoin';
/** How much a type's items count, and how many there are. */
const types = { book: [1, 180], film: [2, 60], page: [0.5, 3] } as const;
type Name = keyof typeof types;
const names = ['book', 'film', 'page'] as const;

const items = new Map<Name, readonly Item[]>();
let space: Space;
let folder: string;
beforeAll(async () => {
  const pick = picker(7);
  const text = (most: number): string =>
    Array.from({ length: 1 + pick(most) }, () => vocabulary[Math.min(pick(10), pick(10))]).join(' ');
  const files: Record<string, unknown> = {};
  for (const name of names) {
    const own = Array.from({ length: types[name][1] }, (_, i) => ({
      id: `${name}${i}`,
      name: text(4),
      about: text(12),
    }));
    // A word that one type alone has, and one that is in the smallest type only.
    if (name === 'page') own.push({ id: 'only', name: 'zephyr', about: 'quiet zephyr' });
    items.set(name, own);
    files[`${name}.ndjson`] = own;
  }
  const fields = [
    { name: 'name', type: 'text', search: { weight: 3 } },
    { name: 'about', type: 'text', search: { phrases: true } },
  ];
  files['model.json'] = {
    space: 'shelf',
    contentTypes: [
      ...names.map((name) => ({ name, search: { weight: types[name][0] }, fields })),
      { name: 'plain', fields: [{ name: 'name', type: 'text' }] },
    ],
  };
  files['plain.ndjson'] = [{ id: 'p', name: 'garden' }];
  const out = newFolder();
  folder = out;
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, out);
});

const ask = (search: string, path = '/_search'): Shown => {
  const document: Shown = JSON.parse(answer(space, parseRequest(space.model, path, search), '/d').toString());
  return document;
};
const idsOf = (search: string): readonly string[] => ask(search).data.map(({ id }) => id);
function refused(search: string, path = '/_search'): readonly string[] {
  try {
    ask(search, path);
  } catch (error) {
    if (error instanceof RequestError)
      return error.problems.map(({ code, parameter, detail }) => `${code} ${parameter}: ${detail}`);
  }
  throw new Error('nothing is wrong');
}

const mistaken = new Map([[typo, ['station']]]);

/** A word twice in a row counts once. */
const cutOf = (text: string): readonly string[] =>
  text.split(' ').filter((word, place, all) => word !== all[place - 1]);

const neighbours = (title: readonly string[], word: string, next: string): boolean =>
  title.some((own, place) => own === word && title[place + 1] === next);

/** Every item scored by docs/ask/search.md: words are their own stems here. */
function naive(words: readonly string[], chosen: readonly Name[]): readonly string[] {
  const rows = chosen.flatMap((type) => {
    const all = items.get(type) ?? [];
    const usual = (field: 'name' | 'about'): number =>
      all.reduce((sum, item) => sum + cutOf(item[field]).length, 0) / all.length;
    const lengths = { name: usual('name'), about: usual('about') };
    return all.map((item) => ({ type, item, lengths }));
  });
  const impactOf = ({ item, lengths }: (typeof rows)[number], word: string): number => {
    const count = (['name', 'about'] as const).reduce((sum, field) => {
      const cut = cutOf(item[field]);
      const frequency = cut.filter((one) => one === word).length;
      return sum + ((field === 'name' ? 3 : 1) * frequency) / (0.25 + (0.75 * cut.length) / lengths[field]);
    }, 0);
    return count === 0 ? 0 : Math.max(1, Math.round((255 * count) / (1.2 + count)));
  };
  const knownWords = new Set(rows.flatMap(({ item }) => `${item.name} ${item.about}`.split(' ')));
  const having = (word: string): number => rows.filter((row) => impactOf(row, word) > 0).length;
  const greatest = Math.max(...chosen.map((type) => types[type][0]));
  const searchWords = words.flatMap((word, place) => {
    const own = knownWords.has(word) ? [{ word, weight: 16 }] : [];
    const isLast = place === words.length - 1;
    const begun = [...knownWords].filter((one) => isLast && one !== word && one.startsWith(word));
    const near = own.length + begun.length > 0 ? [] : (mistaken.get(word) ?? []);
    const matches = [...own, ...[...begun, ...near].map((one) => ({ word: one, weight: 8 }))];
    const counted = own.length > 0 ? own : matches;
    const docs = Math.min(
      rows.length,
      counted.reduce((sum, match) => sum + having(match.word), 0),
    );
    return matches.length === 0 ? [] : [{ matches, docs, text: own.length > 0 || !isLast ? word : '' }];
  });
  const scored = rows.map((row, place) => {
    const scores = searchWords.map(({ matches, docs }) => {
      const best = Math.max(...matches.map(({ word, weight }) => weight * impactOf(row, word)));
      const rarity = Math.max(1, Math.round(128 * Math.log(1 + (rows.length - docs + 0.5) / (docs + 0.5))));
      return best * Math.max(1, Math.round((rarity * types[row.type][0]) / greatest));
    });
    const answered = scores.filter((score) => score > 0).length;
    const title = cutOf(row.item.name);
    // Words that no item has are not compared with titles.
    const compared = words.filter((word) => searchWords.some(({ text }) => text === word));
    const isInTitle =
      compared.length > 1 && compared.every((word, i) => i === 0 || neighbours(title, compared[i - 1]!, word));
    const isTitle = title.join('') === words.join('');
    return {
      id: row.item.id,
      place,
      answered,
      isInTitle,
      whole: isTitle ? types[row.type][0] : 0,
      score: scores.reduce((sum, score) => sum + score, 0),
    };
  });
  const isLong = words.length >= 5;
  let needed = isLong ? 1 : Math.max(1, searchWords.length);
  while (needed > 1 && scored.filter(({ answered }) => answered >= needed).length < 100) needed -= 1;
  const rank = (answered: number): number => (isLong ? Number(answered === searchWords.length) : answered);
  return scored
    .filter(({ answered }) => answered >= needed)
    .sort((a, b) => {
      if (a.whole > 0 || b.whole > 0) return b.whole - a.whole || a.place - b.place;
      const byTitle = Number(b.isInTitle) - Number(a.isInTitle);
      return rank(b.answered) - rank(a.answered) || byTitle || b.score - a.score || a.place - b.place;
    })
    .map(({ id }) => id);
}

describe('a search of all types', () => {
  it('any words, types and page › the ranking of a naive scorer over all of them, with its exact total', () => {
    let [short, relaxed, several] = [0, 0, 0];
    const search = fc.record({
      words: fc.uniqueArray(fc.constantFrom(...vocabulary, 'zephyr', 'gard', typo), { minLength: 1, maxLength: 6 }),
      chosen: fc.subarray([...names], { minLength: 1 }),
      skip: fc.constantFrom(0, 0, 5, 130, 400),
      isFiltered: fc.boolean(),
    });
    fc.assert(
      fc.property(search, ({ words, chosen, skip, isFiltered }) => {
        const expected = naive(words, chosen);
        // A filter that all pass has every item looked at.
        const filter = isFiltered ? '&filter[id][_exists]=true' : '';
        const question = `?filter[_search]=${words.join('%20')}&filter[type][_in]=${chosen.join()}`;
        const { data, meta } = ask(`${question}${filter}&page[limit]=50&page[skip]=${skip}&_facet[type]=5`);
        expect(meta.total, question).toBe(expected.length);
        expect(
          data.map(({ id }) => id),
          question,
        ).toEqual(expected.slice(skip, skip + 50));
        const counts = chosen
          .map((value) => ({
            value,
            count: expected.filter((id) => (id === 'only' ? value === 'page' : id.startsWith(value))).length,
          }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count);
        expect(meta.facets).toEqual({ type: { values: counts, total: counts.length, missing: 0 } });
        if (words.length < 5) short += 1;
        if (words.length === 3 && expected.length > 100) relaxed += 1;
        if (counts.length > 1) several += 1;
      }),
      // One that is certain to be short, relaxed and of several types, however the rest falls.
      {
        numRuns: amount(300, 75),
        examples: [[{ words: ['gardener', 'station', 'wind'], chosen: [...names], skip: 5, isFiltered: false }]],
      },
    );
    expect(Math.min(short, relaxed, several)).toBeGreaterThan(0);
  });

  it('of one type › equals the list of that type, except the links', () => {
    for (const words of ['quiet garden', 'statoin', 'gard', '"quiet garden" -lamp', 'a b c d e garden']) {
      const search = `?filter[_search]=${encodeURIComponent(words)}&page[limit]=100`;
      const { links: _, ...together } = ask(`${search}&filter[type][_in]=film`);
      const { links: __, ...alone } = ask(search, '/film');
      expect(together, words).toEqual(alone);
    }
  });

  it('a word that one type has › is not corrected in the others', () => {
    expect(idsOf('?filter[_search]=zephyr.')).toEqual(['only']);
    expect(ask('?filter[_search]=zephir').meta.search).toEqual({ words: [{ word: 'zephir', matches: ['zephyr'] }] });
  });

  it('phrases and exclusions › apply to every type', () => {
    const all = names.flatMap((name) => items.get(name) ?? []);
    const having = all.filter(({ about }) => ` ${about} `.includes(' quiet garden ')).map(({ id }) => id);
    const { data, meta } = ask('?filter[_search]="quiet garden"&page[limit]=100');
    expect(data.map(({ id }) => id).sort()).toEqual(having.sort());
    expect(meta.total).toBe(having.length);
    const without = all.filter(({ name, about }) => {
      const words = `${name} ${about}`.split(' ');
      return words.includes('river') && !words.includes('garden');
    });
    expect(ask('?filter[_search]=river. -garden&page[limit]=0').meta.total).toBe(without.length);
  });

  it('links and fields › as in a list; highlights › as in each type', () => {
    const { links, data } = ask(
      '?filter[_search]=zephyr&_highlight=name&fields[page]=about&page[limit]=1&page[skip]=0',
    );
    expect(links['self']).toBe(
      '/d/_search?filter%5B_search%5D=zephyr&_highlight=name&fields%5Bpage%5D=about&page%5Blimit%5D=1&page%5Bskip%5D=0',
    );
    expect(links['last']).toContain('/d/_search?');
    expect(data).toEqual([
      {
        type: 'page',
        id: 'only',
        attributes: { about: 'quiet zephyr' },
        links: { self: '/d/page/only' },
        meta: { highlights: { name: { text: 'zephyr', words: [{ start: 0, end: 6 }] } } },
      },
    ]);
  });

  it('its surrogate keys › of all searched types', () => {
    const resources: Resource[] = [];
    const request = parseRequest(space.model, '/_search', '?filter[_search]=zephyr&_facet[type]=3');
    answer(space, request, '/d', { writtenResources: resources });
    const keys = dependencies(space.model, request, resources);
    expect([...keys]).toEqual(expect.arrayContaining([...names.map(typeKey), 'film:name', 'page:about', 'page/only']));
    expect(keys.has('plain')).toBe(false);
  });

  it('its cost › is charged before the work, and shown by --explain', () => {
    const request = parseRequest(space.model, '/_search', '?filter[_search]=quiet garden station');
    expect(() => answer(space, request, '/d', { maxCostMs: 0.01 })).toThrow(/QueryTooCostly/);
    const explained = explainRequest(space, '/_search', '?filter[_search]=quiet garden', '/d', undefined, {
      timeLimitNs: 0,
      maxCostMs: 100,
      ignores: undefined,
    });
    expect(explained).toMatchObject({ route: 'search', complexity: 250, order: { way: 'best' } });
    expect(explained.words?.map(({ type, word }) => `${type} ${word}`)).toContain('film quiet');
  });

  it.each([
    [
      '',
      'InvalidParameter filter[_search]: A search of all types needs words to look for: write filter[_search]=<words>.',
    ],
    [
      '?filter[_search]=',
      'InvalidValue filter[_search]: The search is empty: write words to look for, or leave filter[_search] out.',
    ],
    [
      '?filter[_search]=x&filter[type][_in]=boook',
      'InvalidValue filter[type][_in]: "boook" is not a searched type. Did you mean "book"? The searched types are: book, film, page.',
    ],
    [
      '?filter[_search]=x&filter[type][_in]=plain',
      'InvalidValue filter[type][_in]: "plain" is not a searched type. The searched types are: book, film, page.',
    ],
    [
      '?filter[_search]=x&filter[type][_eq]=book',
      'InvalidParameter filter[type][_eq]: "filter[type][_eq]" does not choose types: write filter[type][_in]=<type>,<type>.',
    ],
    [
      '?filter[_search]=x&sort=name',
      'InvalidParameter sort: A search of all types takes no "sort"; "sort" is for the list of one type. The parameters here are: filter[_search], filter[type][_in], filter[<field>][<operator>], include, fields[<type>], page[limit], page[skip], page[<relationship>][limit], page[<relationship>][skip], _facet[type], _highlight, _match.',
    ],
    [
      '?filter[_search]=x&_facet[name]=3',
      'InvalidParameter _facet[name]: "_facet[name]" is not accepted in a search of all types, which takes only _facet[type]=<limit>. Count it in the list of one type.',
    ],
    [
      '?filter[_search]=x&_facet[type]=x',
      'InvalidValue _facet[type]: "x" is not a value for "_facet[type]", which takes the maximum number of values: an integer from 0 to 1000.',
    ],
    [
      '?filter[_search]=x&_highlight=id',
      'UnknownField _highlight: There is no searched field "id" here. Searched fields: name, about.',
    ],
    [
      '?filter[_search]=x&page[limit]=101',
      'InvalidValue page[limit]: "101" is not a value for "page[limit]", which takes an integer from 0 to 100.',
    ],
  ])('%s › is refused', (search, expected) => {
    expect(refused(search)).toEqual([expected]);
  });

  it('beyond the last page › is empty, with the total', () => {
    const { data, meta } = ask('?filter[_search]=quiet&page[skip]=9007199254740991');
    expect([data, meta.total > 0]).toEqual([[], true]);
  });

  it('the library › asks by an object, and gets the same bytes', async () => {
    const opened = await openSnapshot(folder);
    const answered = opened.search({
      filter: { _search: 'zephyr', type: { _in: ['page'] } },
      facets: { type: 2 },
      highlight: ['name'],
    });
    const url = opened.answer('/_search?filter[_search]=zephyr&filter[type][_in]=page&_facet[type]=2&_highlight=name');
    expect(answered.text).toBe(Buffer.from(url.body).toString());
    expect([answered.total, answered.items[0]?.id]).toEqual([1, 'only']);
  });

  it('a weight › changes no segment, only which items come first', async () => {
    const files = (weight: number) => ({
      'model.json': {
        space: 'two',
        contentTypes: ['a', 'b'].map((name) => ({
          name,
          ...(name === 'b' && { search: { weight } }),
          fields: [{ name: 'name', type: 'text', search: true }],
        })),
      },
      'a.ndjson': [{ id: 'a1', name: 'lamp' }],
      'b.ndjson': [{ id: 'b1', name: 'lamp' }],
    });
    const [folderOf, out] = [join(newFolder(), 'export'), newFolder()];
    await buildSnapshot(writeFiles(folderOf, files(1)), out, { files: diskFiles, strict: true });
    const idsIn = async (): Promise<readonly string[]> => {
      const two = await openCurrent(diskFiles, out);
      const request = parseRequest(two.model, '/_search', '?filter[_search]=lamp');
      const document: Shown = JSON.parse(answer(two, request, '').toString());
      return document.data.map(({ id }) => id);
    };
    expect(await idsIn()).toEqual(['a1', 'b1']);
    const again = await buildSnapshot(writeFiles(folderOf, files(3)), out, { files: diskFiles, strict: true });
    expect(await idsIn()).toEqual(['b1', 'a1']);
    expect(again.types.map(({ linked }) => linked)).toEqual([true, true]);
  });

  it('a space without searched fields › says so', () => {
    const plain = contentModel('plain', [contentType('book', [{ name: 'name', type: 'text' }])]);
    expect(() => parseRequest(plain, '/_search', '?filter[_search]=x')).toThrow(/No content type has a searched field/);
  });

  it('paths below it › are not found', () => {
    expect(refused('', '/_search/x').join()).toContain('NotFound');
  });
});
