/**
 * Conditions on related items and facets of them, with many items that link to few: against counting item by item.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { docId } from '../../../src/content/model/index.js';
import { sourceOfAny } from '../../../src/engine/query/plan/planner.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const once = (...ids: readonly string[]): readonly string[] => [...new Set(ids)];

const groups = Array.from({ length: 4 }, (_, i) => ({ id: `g${i}`, name: `group ${i % 3}` }));
const tags = Array.from({ length: 24 }, (_, i) => ({
  id: `t${i}`,
  rank: i % 9,
  ...(i % 5 === 0 ? {} : { group: `g${i % 4}` }),
}));
const authors = Array.from({ length: 30 }, (_, i) => ({
  id: `a${i}`,
  name: `name ${i % 11}`,
  ...(i % 6 === 0 ? {} : { tags: once(`t${i % 24}`, `t${(i * 5) % 24}`) }),
}));
const books = Array.from({ length: 600 }, (_, i) => ({
  id: `b${i}`,
  pages: i,
  ...(i % 13 === 0 ? {} : { authors: i % 7 === 0 ? once(`a${i % 30}`, `a${(i * 3) % 30}`) : [`a${(i * 11) % 30}`] }),
  ...(i % 17 === 0 ? {} : { tags: once(`t${i % 24}`, `t${(i * 7) % 24}`, `t${(i + 1) % 24}`) }),
  ...(i % 19 === 0 ? {} : { shelf: `t${(i * 5) % 24}` }),
  ...(i % 3 === 0 ? {} : { next: `b${(i * 7) % 600}` }),
}));

const content = {
  'model.json': modelOf({
    book: {
      pages: 'integer',
      authors: linksTo('author'),
      tags: linksTo('tag'),
      shelf: linkTo('tag'),
      next: linkTo('book'),
    },
    author: { name: 'text', tags: linksTo('tag') },
    tag: { rank: 'integer', group: linkTo('group') },
    group: { name: 'text' },
  }),
  'group.ndjson': groups,
  'tag.ndjson': tags,
  'author.ndjson': authors,
  'book.ndjson': books,
};

type Item = Readonly<Record<string, unknown>>;
const byId = new Map<string, Item>([...groups, ...tags, ...authors, ...books].map((item) => [item.id, item]));

/** What the path leads to from an item: values, or ids of items. */
function along(item: Item, path: string): readonly unknown[] {
  let reachedItems: readonly unknown[] = [item];
  for (const name of path.split('.')) {
    const items = reachedItems.map((one) => (typeof one === 'string' ? byId.get(one) : one) as Item);
    reachedItems = items.flatMap((one) => one[name] ?? []);
  }
  return reachedItems;
}

let space: Space;
beforeAll(async () => {
  const folder = newFolder();
  const source = writeFiles(join(folder, 'export'), content);
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'snapshots'));
});

interface Meta {
  readonly total: number;
  readonly facets?: Record<string, { values: { value: unknown; count: number }[]; missing: number; total: number }>;
}
function metaOf(path: string, query: string): Meta {
  const document: { meta: Meta } = JSON.parse(answer(space, parseRequest(space.model, path, query), '').toString());
  return document.meta;
}

describe('a facet of related items', () => {
  it.each([
    'authors.name',
    'authors.tags',
    'authors.tags.rank',
    'authors.tags.group',
    'tags.rank',
    'tags.group',
    'tags.group.name',
    'shelf.group',
    'next.tags.group.name',
  ])('%s › counts each item once for each value', (path) => {
    for (const least of [0, 250, 590]) {
      const chosen = books.filter(({ pages }) => pages >= least);
      const counts = new Map<string, number>();
      for (const book of chosen)
        for (const value of new Set(along(book, path))) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      const { facets } = metaOf('/book', `?filter[pages][_gte]=${least}&_facet[${path}]=1000`);
      const facet = facets?.[path];
      const countedValues = facet?.values.map(({ value, count }): [string, number] => [
        String(typeof value === 'object' && value !== null && 'id' in value ? value.id : value),
        count,
      ]);
      expect(new Map(countedValues)).toEqual(counts);
      expect(facet?.missing).toBe(chosen.filter((book) => along(book, path).length === 0).length);
    }
  });

  it('in ranges › counts each item once for each range', () => {
    const { facets } = metaOf('/book', '?_facet[tags.rank]=10&_facet[tags.rank][ranges]=3,6');
    const inRange = (low: number, high: number): number =>
      books.filter((book) => along(book, 'tags.rank').some((rank) => Number(rank) >= low && Number(rank) < high))
        .length;
    const values = facets?.['tags.rank']?.values.map(({ count }) => count).sort((a, b) => a - b);
    expect(values).toEqual([inRange(0, 3), inRange(3, 6), inRange(6, 9)].sort((a, b) => a - b));
  });
});

describe('a condition on a related item', () => {
  it.each(['next.pages', 'shelf.rank', 'tags.rank', 'shelf.group.name', 'next.shelf.rank', 'authors.tags.rank'])(
    '%s › few or nearly all of them, alone, with others and negated › selects who leads to one',
    (path) => {
      const written = path
        .split('.')
        .map((name) => `[${name}]`)
        .join('');
      const values: readonly (number | string)[] = path.endsWith('name') ? ['group 0', 'group 1'] : [0, 1, 4, 7, 300];
      for (const value of values) {
        const passes = (book: Item): boolean =>
          along(book, path).some((one) => (one as number | string) > (value as number | string));
        const small = (book: Item): boolean => (book['pages'] as number) < 40;
        const total = (query: string): number => metaOf('/book', query).total;
        expect(total(`?filter${written}[_gt]=${value}`)).toBe(books.filter(passes).length);
        expect(total(`?filter[_NOT][0]${written}[_gt]=${value}`)).toBe(books.filter((one) => !passes(one)).length);
        const few = books.filter((one) => small(one) && passes(one));
        expect(total(`?filter[pages][_lt]=40&filter${written}[_gt]=${value}`)).toBe(few.length);
        const either = books.filter((one) => small(one) || passes(one));
        expect(total(`?filter[_OR][0][pages][_lt]=40&filter[_OR][1]${written}[_gt]=${value}`)).toBe(either.length);
        for (const skip of [0, 400]) {
          const query = `?filter${written}[_gt]=${value}&sort=-pages&page[limit]=100&page[skip]=${skip}`;
          const page: { data: { attributes: { pages: number } }[] } = JSON.parse(
            answer(space, parseRequest(space.model, '/book', query), '').toString(),
          );
          const expected = books
            .toReversed()
            .filter(passes)
            .slice(skip, skip + 100);
          expect(page.data.map(({ attributes }) => attributes.pages)).toEqual(expected.map(({ pages }) => pages));
        }
      }
    },
  );
});

describe('the source of such a condition', () => {
  it.each([0n, 7n])('listed and as bits, from %d on › has the same docs', (digits) => {
    const { segment } = space.types.get('book')!;
    const operand = { kind: 'number', digits, scale: 0 } as const;
    const child = { kind: 'condition', field: 'rank', operator: '_gt', operand } as const;
    const source = sourceOfAny(segment, { kind: 'through', relationship: 'shelf', type: undefined, child });
    const bits = segment.arena.emptyBitset();
    source.fill(bits, segment.arena);
    const passing = [...books.keys()].filter((doc) =>
      along(books[doc]!, 'shelf.rank').some((one) => Number(one) > digits),
    );
    expect(source.size).toBe(passing.length);
    expect([...bits.toList(source.size)]).toEqual(passing);
    expect([...source.docs(segment.arena)].sort((a, b) => a - b)).toEqual(passing);
    expect([...books.keys()].filter((doc) => source.has(docId(doc)))).toEqual(passing);
  });
});

describe('facets of a list of linked items that ignore conditions on themselves', () => {
  it('are counted among the docs that the others select', () => {
    const query = '?filter[rank][_gt]=3&filter[group][id][_in]=g1,g2';
    const own = '&_facet[rank]=100&_facet[rank][own]=ignored&_facet[group]=100&_facet[group][own]=ignored';
    const linked = along(books[1]!, 'tags').map((id) => tags.find((tag) => tag.id === id)!);
    const high = linked.filter(({ rank }) => rank > 3);
    const inGroups = linked.filter(({ group }) => group === 'g1' || group === 'g2');
    const { total, facets } = metaOf('/book/b1/tags', query + own);
    const sum = (field: string): number =>
      facets?.[field]?.values.reduce((all, { count }) => all + count, facets[field]?.missing ?? 0) ?? 0;
    expect(total).toBe(high.filter((tag) => inGroups.includes(tag)).length);
    expect(sum('rank')).toBe(inGroups.length);
    expect(sum('group')).toBe(high.length);
  });
});

describe('facets that ignore their own of several conditions on one related item', () => {
  const isHigh = (tag: Item): boolean => Number(tag['rank']) > 3;
  const isEarly = (tag: Item): boolean => String(tag['id']).startsWith('t1');
  it.each([
    ['shelf.rank', 'filter[shelf][rank][_gt]=3', isHigh],
    ['shelf', 'filter[shelf][id][_startsWith]=t1', isEarly],
    ['tags.rank', 'filter[tags][rank][_gt]=3', isHigh],
  ] as const)('%s › count the items that the other conditions select', (path, filter, passes) => {
    const [relationship = ''] = path.split('.');
    const groupPath = `${relationship}.group.name`;
    const isInGroup = (tag: Item): boolean => along(tag, 'group.name').includes('group 1');
    const selected = (test: (tag: Item) => boolean): readonly Item[] =>
      books.filter((book) => along(book, relationship).some((id) => test(byId.get(String(id))!)));
    const own = [path, groupPath].map((facet) => `_facet[${facet}]=1000&_facet[${facet}][own]=ignored`).join('&');
    const query = `?${filter}&filter[${relationship}][group][name][_eq]=group 1&${own}`;
    const { total, facets } = metaOf('/book', query);
    expect(total).toBe(selected((tag) => passes(tag) && isInGroup(tag)).length);
    const missing = (facet: string, items: readonly Item[]): number =>
      items.filter((item) => along(item, facet).length === 0).length;
    const different = (facet: string, items: readonly Item[]): number =>
      new Set(items.flatMap((item) => along(item, facet))).size;
    for (const [facet, items] of [
      [path, selected(isInGroup)],
      [groupPath, selected(passes)],
    ] as const) {
      expect(facets?.[facet]).toMatchObject({ missing: missing(facet, items), total: different(facet, items) });
      const most = facets?.[facet]?.values[0]?.count;
      const counts = [...new Set(items.flatMap((item) => along(item, facet)))].map(
        (value) => items.filter((item) => along(item, facet).includes(value)).length,
      );
      expect(most).toBe(Math.max(...counts));
    }
  });
});
