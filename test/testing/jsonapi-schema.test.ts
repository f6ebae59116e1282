import { describe, expect, it } from 'vitest';
import { amount } from '../../testing/amount.js';
import { expectValidDocument } from '../../testing/jsonapi-schema/index.js';
import { caseFromSeed } from '../../testing/oracle/arbitraries/index.js';
import { expectedDocument } from '../../testing/oracle/index.js';

const links = { self: '/d/book/a/relationships/author', related: '/d/book/a/author' };
const book = (id: string, author: unknown): object => ({
  type: 'book',
  id,
  attributes: { title: 'A' },
  relationships: { author: { data: author, links } },
  links: { self: `/d/book/${id}` },
});
const ann = { type: 'author', id: 'ann' };

describe('expectValidDocument › accepts', () => {
  it.each([
    ['a resource', { jsonapi: { version: '1.1' }, links: { self: '/d/book/a' }, data: book('a', null) }],
    ['a list with what is included', { data: [book('a', ann)], included: [ann], meta: { total: 1 } }],
    ['an empty list with pages', { data: [], links: { first: '/d/book', prev: null } }],
    ['no resource', { data: null }],
    ['errors', { errors: [{ status: '400', code: 'X', title: 'x', detail: 'y', source: { parameter: 'sort' } }] }],
    ['an error of a header, as 1.1 has it', { errors: [{ status: '406', source: { header: 'Accept' } }] }],
    [
      'extensions and profiles, as 1.1 has them',
      { jsonapi: { version: '1.1', ext: [], profile: ['https://x.example/p'] }, data: null },
    ],
    [
      'a link object, as 1.1 has it',
      { data: null, links: { self: { href: '/d', title: 'D', hreflang: ['en'] }, describedby: null } },
    ],
    ['neither data nor errors', { meta: { a: 1 }, links: { book: '/d/book' } }],
  ])('%s', (_, document) => {
    expect(() => expectValidDocument(document)).not.toThrow();
  });

  it('an included resource whose link is hidden by sparse fieldsets', () => {
    expect(() => expectValidDocument({ data: [book('a', null)], included: [ann] }, { hidesLinks: true })).not.toThrow();
  });

  it('every document of the oracle', () => {
    for (let seed = 0; seed < amount(60, 15); seed += 1) {
      const { space, requests } = caseFromSeed(seed);
      for (const { request } of requests) {
        const document = expectedDocument(space, request, '/delivery/jsonapi');
        if (document === undefined) continue;
        const hidesLinks = request.kind !== 'linkage' && request.fieldsets.size > 0;
        expect(() => expectValidDocument(document, { hidesLinks }), `seed ${seed}`).not.toThrow();
      }
    }
  });
});

describe('expectValidDocument › refuses', () => {
  it.each([
    ['no object', [], 'should be object'],
    ['neither data, errors nor meta', { jsonapi: { version: '1.1' } }, "should have required property 'meta'"],
    ['data beside errors', { data: null, errors: [] }, 'should NOT have additional properties'],
    ['a resource without id', { data: { type: 'book' } }, ".data should have required property 'id'"],
    ['an id that is a number', { data: { type: 'book', id: 1 } }, '.data.id should be string'],
    ['an unknown member', { data: { ...ann, name: 'Ann' } }, '{"additionalProperty":"name"}'],
    ['an attribute called links', { data: { ...ann, attributes: { links: 1 } } }, '.data.attributes should NOT have'],
    ['a relationship with nothing', { data: { ...ann, relationships: { book: {} } } }, "required property 'links'"],
    ['a link that is a number', { data: null, links: { self: 1 } }, ".links['self'] should be string"],
    [
      'a relationship’s page link that is a number',
      { data: [{ ...ann, relationships: { b: { links: { next: 1 } } } }] },
      'should be string',
    ],
    ['a status that is a number', { errors: [{ status: 404 }] }, '.errors[0].status should be string'],
    [
      'the same resource twice',
      { data: [ann, { ...ann, meta: {} }] },
      'author "ann" stands in the document more than once',
    ],
    ['a primary resource included', { data: [ann], included: [ann] }, 'stands in the document more than once'],
    [
      'an included resource without a link',
      { data: [book('a', null)], included: [ann] },
      'author "ann" is included, but',
    ],
  ])('%s', (_, document, message) => {
    expect(() => expectValidDocument(document)).toThrow(message);
  });

  it('included resources that link only to each other', () => {
    const included = [
      { ...ann, relationships: { friend: { data: { type: 'author', id: 'bo' } } } },
      { type: 'author', id: 'bo', relationships: { friend: { data: ann } } },
    ];
    expect(() => expectValidDocument({ data: book('a', null), included })).toThrow('author "bo" is included, but no');
  });
});
