/**
 * An inverse relationship in requests: a to-many relationship like any other, also where its links are counted.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { CHOICES, withChoices } from '../../src/content/choices/index.js';
import { MemorySpace } from '../../testing/samples/memory-space.js';
import { linksTo, linkTo, modelOf } from '../../testing/samples/model.js';

const model = modelOf({
  author: { name: 'text', country: { ...linkTo('country'), inverse: { name: 'authors', sort: '-name' } } },
  book: {
    title: 'text',
    pages: 'integer',
    author: { ...linkTo('author'), inverse: { name: 'books', sort: '-pages' } },
  },
  country: { name: 'text' },
});

const items = {
  author: [
    { id: 'ann', name: 'Ann', country: 'is' },
    { id: 'bob', name: 'Bob', country: 'is' },
    { id: 'cid', name: 'Cid', country: 'pt' },
  ],
  book: [
    { id: 'one', title: 'Ash', pages: 100, author: 'ann' },
    { id: 'two', title: 'Oak', pages: 300, author: 'ann' },
    { id: 'three', title: 'Elm', author: 'ann' },
    { id: 'four', title: 'Ivy', pages: 200, author: 'bob' },
  ],
  country: [{ id: 'is', name: 'Iceland' }, { id: 'pt', name: 'Portugal' }, { id: 'fr' }],
};

const idsOf = (resources: readonly { readonly id: string }[]): readonly string[] => resources.map(({ id }) => id);

describe('an inverse relationship', () => {
  let space: MemorySpace;
  beforeAll(async () => {
    space = await MemorySpace.of(model, items);
  });

  it('linkage and related items › are in its order, and in pages', () => {
    expect(idsOf(space.document('/author/ann').data.relationships.books.data)).toEqual(['two', 'one', 'three']);
    expect(idsOf(space.document('/author/ann/relationships/books').data)).toEqual(['two', 'one', 'three']);
    expect(space.ids('/author/ann/books')).toEqual(['two', 'one', 'three']);
    expect(space.ids('/author/ann/books', 'sort=title')).toEqual(['one', 'three', 'two']);
    const { books } = space.document('/author/ann', 'page[books][limit]=1&page[books][skip]=1').data.relationships;
    expect(idsOf(books.data)).toEqual(['one']);
    expect(books.meta).toEqual({ total: 3 });
  });

  it('include › follows it, and a second one behind it', () => {
    const { included } = space.document('/country/is', 'include=authors.books&page[authors][books][limit]=2');
    expect(idsOf(included)).toEqual(['bob', 'ann', 'four', 'two', 'one']);
  });

  it('filters › hold of one linking item, and reach through two inverses', () => {
    expect(space.ids('/author', 'filter[books][pages][_gt]=150')).toEqual(['ann', 'bob']);
    expect(space.ids('/author', 'filter[books][pages][_gt]=150&filter[books][title][_eq]=Ash')).toEqual([]);
    expect(space.ids('/author', 'filter[books][id][_eq]=three')).toEqual(['ann']);
    expect(space.ids('/author', 'filter[books][_exists]=false')).toEqual(['cid']);
    expect(space.ids('/country', 'filter[authors][books][title][_eq]=Ivy')).toEqual(['is']);
    expect(space.ids('/book', 'filter[author][books][id][_eq]=one')).toEqual(['one', 'two', 'three']);
  });

  it('filters in each way of finding the linking items › select the same items', () => {
    const searches = [
      'filter[books][title][_gt]=B',
      'filter[books][pages][_gt]=150',
      'filter[books][title][_eq]=Birch',
      'filter[_NOT][][books][pages][_lt]=250',
    ];
    const selected = CHOICES['hop.docs'].ways.map((way) =>
      withChoices({ ways: { 'hop.docs': way } }, () => searches.map((search) => space.ids('/author', search))),
    );
    const expected = [['ann', 'bob'], ['ann', 'bob'], [], ['cid']];
    expect(selected).toEqual([expected, expected, expected]);
  });

  it('a facet of all items › is counted once, and a filtered one by itself', () => {
    const taken: string[] = [];
    const ask = (search: string): unknown =>
      withChoices(
        { onChoice: ({ name, taken: way }) => name === 'related.stored' && taken.push(`${search} ${way}`) },
        () => space.document('/author', search).meta.facets['books.title'],
      );
    const all = ask('_facet[books.title]=9');
    expect(ask('_facet[books.title]=9')).toEqual(all);
    const filtered = ask('_facet[books.title]=9&filter[id][_eq]=bob');
    expect(filtered).toMatchObject({ values: [{ count: 1 }] });
    expect(ask('_facet[books.title]=9')).toEqual(all);
    expect(taken).toEqual(['_facet[books.title]=9 stored', '_facet[books.title]=9 stored']);
  });

  it('a filter through links that several items share › does without that choice', async () => {
    const shared = await MemorySpace.of(
      modelOf({ shelf: { name: 'text', books: linksTo('book') }, book: { title: 'text' } }),
      {
        shelf: [
          { id: 'red', books: ['one', 'two'] },
          { id: 'blue', books: ['two'] },
        ],
        book: [
          { id: 'one', title: 'Ash' },
          { id: 'two', title: 'Oak' },
        ],
      },
    );
    const names: string[] = [];
    const ids = withChoices({ ways: { 'hop.docs': 'mark' }, onChoice: ({ name }) => names.push(name) }, () =>
      shared.ids('/shelf', 'filter[books][title][_eq]=Oak'),
    );
    expect(ids).toEqual(['red', 'blue']);
    expect(names).not.toContain('hop.docs');
  });

  it('its number of links › is filtered, sorted and counted', () => {
    expect(space.ids('/author', 'filter[books][_count][_gte]=1')).toEqual(['ann', 'bob']);
    expect(space.ids('/author', 'sort=books._count')).toEqual(['cid', 'bob', 'ann']);
    const { facets } = space.document('/author', '_facet[books._count]=5').meta;
    expect(facets['books._count'].values).toEqual([
      { value: 0, count: 1 },
      { value: 1, count: 1 },
      { value: 3, count: 1 },
    ]);
  });

  it('facets › count each item once for each value of its linking items', () => {
    const { facets } = space.document('/country', '_facet[authors.books.title]=5&_facet[authors]=5').meta;
    expect(facets['authors'].values).toHaveLength(3);
    expect(facets['authors.books.title'].values).toHaveLength(4);
  });

  it('complexity › counts it as a to-many relationship', () => {
    expect(() => space.document('/author', 'include=books&page[books][limit]=50')).toThrow(
      /complexity of this query is/,
    );
    expect(space.document('/author', 'include=books&page[limit]=2').included).toHaveLength(4);
  });
});
