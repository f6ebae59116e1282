/**
 * Similar items: the index against a naive comparison of all pairs, and the requests for them.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { FeatureVectorsBuilder } from '../../build/segment/similar-features.js';
import { similarJob } from '../../build/segment/similar-finder.js';
import { openSnapshot } from '../../src/client/library/index.js';
import { RequestError } from '../../src/content/errors/index.js';
import { readContentModel } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { VarintCursor } from '../../src/format/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { listDamage, verifySnapshots } from '../../src/index/verify/index.js';
import { answer, dependencies, parseRequest, type Resource } from '../../src/jsonapi/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { picker } from '../../testing/oracle/arbitraries/picking.js';
import { writeFiles } from '../../testing/samples/export.js';

const newFolder = temporaryFolders();

/** Words, each with its stem, none of a stop word; the shortest of a stem stands for it, of two as short the first in text order. */
const stems: Readonly<Record<string, string>> = {
  with: '',
  garden: 'garden',
  gardens: 'garden',
  gardening: 'garden',
  lamp: 'lamp',
  lamps: 'lamp',
  river: 'river',
  stone: 'stone',
  stones: 'stone',
  wind: 'wind',
  station: 'station',
  stations: 'station',
  harbour: 'harbour',
  castle: 'castl',
  castles: 'castl',
  winter: 'winter',
  orchard: 'orchard',
  bell: 'bell',
  salt: 'salt',
  copper: 'copper',
  mirror: 'mirror',
  ferry: 'ferri',
  ferries: 'ferri',
  tower: 'tower',
  glass: 'glass',
};

const vocabulary = Object.keys(stems);

interface Book {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly genre: string | null;
  readonly tags: readonly string[];
  readonly maker: string | null;
  readonly seen: readonly { readonly type: string; readonly id: string }[];
}
type Shared = Readonly<Record<string, unknown>>;
interface Shown {
  readonly data: readonly { readonly type: string; readonly id: string; readonly meta?: { readonly shared: Shared } }[];
  readonly included?: readonly unknown[];
  readonly links: Readonly<Record<string, string>>;
  readonly meta: { readonly total: number };
}

const genres = ['Crime', 'Poetry', 'Travel'];
const model = {
  space: 'shelf',
  language: 'en',
  contentTypes: [
    {
      name: 'book',
      similar: true,
      fields: [
        { name: 'title', type: 'text', search: { weight: 3 } },
        { name: 'about', type: 'textMultiline', search: true },
        { name: 'genre', type: 'select', options: genres },
        { name: 'tags', type: 'text', many: true },
        { name: 'shelf', type: 'select', options: ['a', 'b'], filter: false },
        { name: 'maker', type: 'relationship', to: 'maker', many: false },
        { name: 'seen', type: 'relationship', to: ['place', 'maker'], many: true },
      ],
    },
    { name: 'maker', fields: [{ name: 'name', type: 'text' }] },
    { name: 'place', fields: [{ name: 'name', type: 'text' }] },
  ],
};

function randomBooks(seed: number, count: number): readonly Book[] {
  const pick = picker(seed);
  // Of one word twice in a row, a search counts one.
  const words = (most: number): string =>
    Array.from({ length: pick(most) }, () => vocabulary[Math.min(pick(vocabulary.length), pick(vocabulary.length))])
      .filter((word, i, all) => word !== all[i - 1])
      .join(' ');
  const some = <Of>(most: number, make: () => Of): readonly Of[] => Array.from({ length: pick(most) }, make);
  return Array.from({ length: count }, (_, i) => ({
    id: `b${i}`,
    title: words(5),
    about: words(18),
    genre: pick(4) === 0 ? null : (genres[pick(3)] ?? null),
    tags: [...new Set(some(4, () => `tag${pick(9)}`))],
    maker: pick(3) === 0 ? null : `m${pick(6)}`,
    seen: [...new Set(some(3, () => `${pick(2) === 0 ? 'place' : 'maker'}/m${pick(6)}`))].map((key) => {
      const [type = '', id = ''] = key.split('/');
      return { type, id };
    }),
  }));
}

const makers = Array.from({ length: 6 }, (_, i) => ({ id: `m${i}`, name: `maker ${i}` }));
const exportOf = (books: readonly Book[]): string =>
  writeFiles(join(newFolder(), 'export'), {
    'model.json': model,
    'book.ndjson': books.map((book, i) => ({ ...book, shelf: i % 2 === 0 ? 'a' : 'b' })),
    'maker.ndjson': makers,
    'place.ndjson': makers,
  });

// The plain way.

interface Weighed {
  readonly name: readonly [group: 'words' | 'tags' | 'links', field: string, value: unknown];
  readonly weight: number;
}

/** @returns of each book its features by their place among all, of which those of equal weight are in order */
function vectorsOf(books: readonly Book[]): readonly ReadonlyMap<number, Weighed>[] {
  const fields = [
    ['title', 3],
    ['about', 1],
  ] as const;
  const wordsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
  const features: { readonly name: Weighed['name']; readonly impacts: ReadonlyMap<number, number> }[] = [];
  const met = new Set(books.flatMap(({ title, about }) => [...wordsOf(title), ...wordsOf(about)]));
  for (const stem of [...new Set([...met].flatMap((word) => stems[word] || []))].sort()) {
    const forms = [...met].filter((word) => stems[word] === stem).sort();
    const [word = ''] = forms.sort((a, b) => a.length - b.length);
    const impacts = new Map<number, number>();
    for (const [doc, book] of books.entries()) {
      let count = 0;
      for (const [field, weight] of fields) {
        const own = wordsOf(book[field]);
        const filled = books.map((other) => wordsOf(other[field]).length).filter((length) => length > 0);
        const usual = filled.reduce((sum, length) => sum + length, 0) / filled.length;
        const often = own.filter((one) => stems[one] === stem).length;
        if (often > 0) count += (weight * often) / (0.25 + (0.75 * own.length) / usual);
      }
      if (count > 0) impacts.set(doc, Math.max(1, Math.round((255 * count) / (1.2 + count))));
    }
    features.push({ name: ['words', '', word], impacts });
  }
  const addValues = (
    group: 'tags' | 'links',
    field: string,
    of: (book: Book) => readonly string[],
    shown: (key: string) => unknown,
  ): void => {
    for (const value of [...new Set(books.flatMap(of))].sort()) {
      const docs = books.flatMap((book, doc) => (of(book).includes(value) ? [doc] : []));
      features.push({ name: [group, field, shown(value)], impacts: new Map(docs.map((doc) => [doc, 128])) });
    }
  };
  const seenTypes = ['place', 'maker'];
  addValues('tags', 'genre', ({ genre }) => (genre === null ? [] : [genre]), String);
  addValues('tags', 'tags', ({ tags }) => tags, String);
  addValues(
    'links',
    'maker',
    ({ maker }) => (maker === null ? [] : [maker]),
    (id) => ({ type: 'maker', id }),
  );
  addValues(
    'links',
    'seen',
    ({ seen }) => seen.map(({ type, id }) => `${seenTypes.indexOf(type)}${id}`),
    (key) => ({
      type: seenTypes[Number(key[0])],
      id: key.slice(1),
    }),
  );
  return books.map((_, doc) => {
    const own = features.flatMap(({ name, impacts }, feature) => {
      const impact = impacts.get(doc);
      const count = impacts.size;
      if (impact === undefined || count < 2 || count > Math.max(2, books.length / 2)) return [];
      const rarity = Math.max(1, Math.round(128 * Math.log(1 + (books.length - count + 0.5) / (count + 0.5))));
      return [{ feature, name, weight: Math.ceil((rarity * impact) / 16) }];
    });
    const heaviest = own.toSorted((a, b) => b.weight - a.weight || a.feature - b.feature).slice(0, 12);
    return new Map(heaviest.map(({ feature, ...rest }) => [feature, rest]));
  });
}

function naiveSimilar(
  vectors: readonly ReadonlyMap<number, Weighed>[],
  doc: number,
): readonly { readonly id: string; readonly shared: unknown }[] {
  const own = vectors[doc] ?? new Map<number, Weighed>();
  const compared = vectors.flatMap((other, place) => {
    if (place === doc) return [];
    const shared = [...own].filter(([feature]) => other.has(feature));
    const score = shared.reduce((sum, [feature]) => sum + (other.get(feature)?.weight ?? 0), 0);
    return score === 0 ? [] : [{ place, score, shared }];
  });
  compared.sort((a, b) => b.score - a.score || a.place - b.place);
  return compared.slice(0, 10).map(({ place, shared }) => {
    const words = shared.flatMap(([, { name }]) => (name[0] === 'words' ? [name[2]] : []));
    const grouped = (group: string): Record<string, unknown[]> => {
      const of: Record<string, unknown[]> = {};
      for (const [, { name }] of shared) {
        const [own, field, value] = name;
        if (own === group) of[field] = [...(of[field] ?? []), value];
      }
      return of;
    };
    const [tags, links] = [grouped('tags'), grouped('links')];
    return {
      id: `b${place}`,
      shared: {
        ...(words.length > 0 && { words }),
        ...(Object.keys(tags).length > 0 && { tags }),
        ...(Object.keys(links).length > 0 && { links }),
      },
    };
  });
}

const askIn = (space: Space, target: string): Shown => {
  const [path = '', search = ''] = target.split('?');
  return JSON.parse(answer(space, parseRequest(space.model, path, search), '/d').toString());
};

const books = randomBooks(5, 60);
let space: Space;
let folder: string;
beforeAll(async () => {
  folder = newFolder();
  await buildSnapshot(exportOf(books), folder, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, folder);
});

const ask = (target: string): Shown => askIn(space, target);

function refused(target: string): readonly string[] {
  try {
    ask(target);
  } catch (error) {
    if (error instanceof RequestError)
      return error.problems.map(({ code, parameter = '-', detail }) => `${code} ${parameter}: ${detail}`);
  }
  throw new Error('nothing is wrong');
}

describe('similar items', () => {
  it.each([5, 6, 7])(
    'of random content %i › are those that comparing all pairs finds, with what they share',
    async (seed) => {
      const content = randomBooks(seed, 20 + seed * 8);
      const out = newFolder();
      await buildSnapshot(exportOf(content), out, { files: diskFiles, strict: true });
      const built = await openCurrent(diskFiles, out);
      const vectors = vectorsOf(content);
      for (const [doc, { id }] of content.entries()) {
        const { data, meta } = askIn(built, `/book/${id}/_similar?fields[book]=`);
        const similarItems = data.map((one) => ({ id: one.id, shared: one.meta?.shared }));
        expect(similarItems, id).toEqual(naiveSimilar(vectors, doc));
        expect(meta.total).toBe(data.length);
      }
      expect(listDamage(await verifySnapshots(diskFiles, out))).toEqual([]);
    },
  );

  it('built by threads, or from an earlier snapshot › the same bytes', async () => {
    const changed = books.map((book, i) => (i === 3 ? { ...book, title: 'copper ferries' } : book));
    const ids = async (options: object, ...exports: readonly (readonly Book[])[]): Promise<string> => {
      const out = newFolder();
      let id = '';
      for (const content of exports)
        ({ snapshot: id } = await buildSnapshot(exportOf(content), out, {
          files: diskFiles,
          strict: true,
          ...options,
        }));
      return id;
    };
    const rebuiltIds = await ids({}, changed);
    expect(await ids({ threads: 2 }, changed)).toBe(rebuiltIds);
    expect(await ids({}, books, changed)).toBe(rebuiltIds);
    expect(await ids({}, changed)).not.toBe(space.id);
  });

  it('a feature of very many items › is compared, but does not add candidates', () => {
    const size = 6000;
    const vectors = new FeatureVectorsBuilder(size);
    const half = Uint32Array.from({ length: size / 2 }, (_, i) => i);
    vectors.addValues(half, Uint32Array.of(0, half.length));
    // Neighbours share a value of their own.
    vectors.addValues(
      Uint32Array.from({ length: size }, (_, i) => i),
      Uint32Array.from({ length: size / 2 + 1 }, (_, i) => i * 2),
    );
    const input = { vectors: vectors.finish(), wordOfStem: new Uint32Array(0), wordCount: 0, from: 0, to: 2 };
    const { bytes, lengths } = similarJob.work(input, undefined as never);
    expect([...lengths]).toEqual([bytes.length / 2, bytes.length / 2]);
    const cursor = new VarintCursor();
    const read: number[] = [];
    while (cursor.at < bytes.length) read.push(cursor.varint(bytes));
    // Of the first: two features, the rarer first; then its neighbour, which shares both.
    expect(read).toEqual([2, 1, 0, 1, 3, 2, 1, 0, 0, 3]);
  });
});

describe('GET /<type>/<id>/_similar', () => {
  const fullAnswer = (): Shown => ask('/book/b1/_similar');

  it('page › shows a part, in the same order, with links', () => {
    const part = ask('/book/b1/_similar?page[limit]=2&page[skip]=3');
    expect(part.data).toEqual(fullAnswer().data.slice(3, 5));
    expect(part.meta.total).toBe(fullAnswer().data.length);
    expect(part.links['next']).toBe('/d/book/b1/_similar?page%5Blimit%5D=2&page%5Bskip%5D=5');
  });

  it('filter, sort, include and fields › work as for related items', () => {
    const crime = fullAnswer().data.filter(({ id }) => books.find((book) => book.id === id)?.genre === 'Crime');
    expect(ask('/book/b1/_similar?filter[genre][_eq]=Crime').data).toEqual(crime);
    const sorted = ask('/book/b1/_similar?sort=id&fields[book]=title').data.map(({ id }) => id);
    expect(sorted).toEqual(
      fullAnswer()
        .data.map(({ id }) => id)
        .sort(),
    );
    expect(ask('/book/b1/_similar?include=maker').included?.length).toBeGreaterThan(0);
  });

  it('a missing item or type, or a type without the index › is refused with advice', () => {
    expect(refused('/book/none/_similar')[0]).toMatch(/^ItemNotFound/);
    expect(refused('/film/b1/_similar')[0]).toMatch(/^ContentTypeNotFound/);
    expect(refused('/maker/m1/_similar')).toEqual([
      'RelationshipNotFound -: "maker" has no index of similar items: write "similar": true into that type in model.json, and build again.',
    ]);
    expect(refused('/book/b1/relationships/_similar')[0]).toMatch(/^RelationshipNotFound/);
    expect(refused('/book?include=_similar')[0]).toMatch(/include/);
    expect(refused('/book/b1/_similar?page[limit]=101')[0]).toMatch(/^InvalidValue page\[limit\]/);
  });

  it('surrogate keys › name the compared fields: words, options, lists and links', () => {
    const resources: Resource[] = [];
    const request = parseRequest(space.model, '/book/b1/_similar', '');
    answer(space, request, '/d', { writtenResources: resources });
    const keys = [...dependencies(space.model, request, resources)];
    const plain = [...dependencies(space.model, parseRequest(space.model, '/book/b1/maker', ''), [])];
    const more = keys.filter((key) => !plain.includes(key));
    for (const field of ['title', 'about', 'genre', 'tags', 'maker', 'seen']) {
      expect(
        more.some((key) => key.includes(field)),
        field,
      ).toBe(true);
    }
  });

  it('the client library › returns the same items', async () => {
    const open = await openSnapshot(folder);
    expect(
      open
        .type('book')
        .similar('b1')
        ?.items.map(({ id }) => id),
    ).toEqual(fullAnswer().data.map(({ id }) => id));
    expect(open.type('book').similar('none')).toBeUndefined();
    expect(() => open.type('maker').similar('m1')).toThrow(RequestError);
  });
});

describe('"similar" in model.json', () => {
  it('a type without a comparable field › is refused', () => {
    const read = readContentModel({
      space: 's',
      contentTypes: [{ name: 'page', similar: true, fields: [{ name: 'n', type: 'integer' }] }],
    });
    expect(read).toMatchObject({ problems: [{ path: 'contentTypes[0].similar' }] });
  });
});
