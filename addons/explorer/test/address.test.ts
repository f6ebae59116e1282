/**
 * The explorer's address and its query: what is written is read again.
 */
import fc from 'fast-check';
import { stringify } from 'qs';
import { describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { findSpace, readPlace, readTarget, requestTarget, writePlace, writeTarget } from '../app/address/place.js';
import type { FilterNode, Query } from '../app/query/query.js';
import { readQuery } from '../app/query/read.js';
import { writeQuery } from '../app/query/write.js';
import { buildNestedParams } from '../app/understand/nested-params.js';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const name = fc.constantFrom('title', 'price', 'genre', 'author');
const condition = fc
  .tuple(name, fc.constantFrom('_eq', '_in', '_lt'), fc.array(text, { minLength: 1, maxLength: 3 }))
  .map(
    ([field, operator, values]): FilterNode => ({
      kind: 'condition',
      path: field === 'author' ? ['author', 'id'] : [field],
      operator,
      values: operator === '_in' ? values : values.slice(0, 1),
    }),
  );

/** At one place a group of a kind stands once, and a list of values too: that is how URLs have them. */
const distinct = (nodes: readonly FilterNode[]): readonly FilterNode[] => [
  ...new Map(
    nodes.map((node) => [node.kind === 'group' ? node.group : `${node.path.join()}${node.operator}`, node]),
  ).values(),
];
const { nodes } = fc.letrec<{ nodes: readonly FilterNode[]; group: FilterNode }>((tie) => ({
  nodes: fc
    .array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('group')), {
      minLength: 1,
      maxLength: 3,
    })
    .map(distinct),
  group: fc
    .tuple(fc.constantFrom('_AND', '_OR', '_NOT'), fc.array(tie('nodes'), { minLength: 1, maxLength: 3 }))
    .map(([group, alternatives]): FilterNode => ({ kind: 'group', group, alternatives })),
}));

const query: fc.Arbitrary<Query> = fc.record({
  filter: nodes,
  search: fc.option(text, { nil: undefined }),
  sort: fc.uniqueArray(fc.record({ field: name, descending: fc.boolean() }), {
    selector: ({ field }) => field,
    maxLength: 2,
  }),
  include: fc.option(fc.constantFrom(['author'], ['author.country', 'reviews'], []), { nil: undefined }),
  limit: fc.option(fc.constantFrom('0', '7'), { nil: undefined }),
  skip: fc.option(fc.constant('20'), { nil: undefined }),
  windows: fc.constantFrom(
    new Map(),
    new Map([
      ['reviews.limit', '3'],
      ['author.books.skip', '2'],
    ]),
  ),
  fields: fc.constantFrom(
    new Map(),
    new Map([
      ['book', ['title', 'price']],
      ['author', []],
    ]),
  ),
  locale: fc.option(fc.constant('de-CH'), { nil: undefined }),
  otherParams: fc.constantFrom([], [['_facet[genre]', '3'] as const, ['_facet[genre][own]', 'ignored'] as const]),
});

/**
 * An object has the conditions on one field together, and what is twice in a group of its own: their order says
 * nothing.
 */
const inAnyOrder = (filter: readonly FilterNode[]): readonly unknown[] =>
  filter
    .map((node) =>
      JSON.stringify(node.kind === 'group' ? { ...node, alternatives: node.alternatives.map(inAnyOrder) } : node),
    )
    .toSorted();

describe('a query', () => {
  it('written as parameters in an address › is read as the same query', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const target = writeTarget({ path: ['book'], params: writeQuery(asked) });
        const place = readPlace(new URL(writePlace({ tab: 'items', ask: false, target }), 'http://x.example/').hash);
        expect(readQuery(readTarget(place.target).params)).toEqual(asked);
      }),
      { numRuns: amount(300, 60) },
    );
  });

  it('as an object for clients, written by qs › is read as the same query', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const { params } = readTarget(`/book?${stringify(buildNestedParams(asked))}`);
        const again = readQuery(params);
        const plain = ({ filter, otherParams, ...rest }: Query) => ({
          ...rest,
          filter: inAnyOrder(filter),
          otherParams: otherParams.toSorted(),
        });
        expect(plain(again)).toEqual(plain(asked));
      }),
      { numRuns: amount(300, 60) },
    );
  });
});

describe('a path', () => {
  it('any ids › are read unchanged, also from the address that a browser rewrites', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (path) => {
        const target = writeTarget({ path, params: [] });
        const { hash } = new URL(writePlace({ tab: 'code', ask: true, target }), 'http://x.example/');
        const place = readPlace(hash);
        expect([place.tab, place.ask]).toEqual(['code', true]);
        expect(readTarget(place.target).path).toEqual(path);
      }),
      { numRuns: amount(300, 60) },
    );
  });
});

describe('the sent request', () => {
  const one = [{ name: 'shop' }];
  const several = [{ name: 'shop' }, { name: 'a/b?c' }];

  it.each([
    ['/', one, 'shop', ''],
    ['/book?sort=title', one, 'shop', '/book?sort=title'],
    ['/shop', several, 'shop', ''],
    ['/shop?x=1', several, 'shop', '?x=1'],
    ['/shop/book/1?x=/', several, 'shop', '/book/1?x=/'],
    ['/a%2Fb%3Fc/book', several, 'a/b?c', '/book'],
    ['/other/book', several, undefined, '/book'],
    ['/', several, undefined, ''],
  ])('target %s › the space receives the path below its delivery root', (target, spaces, space, sent) => {
    expect(findSpace(spaces, target)?.name).toBe(space);
    expect(requestTarget(spaces, target)).toBe(sent);
  });
});
