/**
 * Documents of items that another engine found: the same bytes as the snapshot's own answers.
 */

import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/content/errors/index.js';
import { docId } from '../../../src/content/model/index.js';
import { type Space, spaceOf } from '../../../src/index/snapshot/index.js';
import {
  answer,
  DocumentWriter,
  linkQuery,
  type ParsedRequest,
  type PlacedItem,
  parseRequest,
  type Resource,
} from '../../../src/jsonapi/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';

const base = 'https://shop.example/delivery';

interface Answered {
  readonly request: ParsedRequest;
  /** The document as the snapshot answers. */
  readonly document: Buffer;
  /** All resources of it, the primary ones first. */
  readonly shown: readonly Resource[];
  readonly page: readonly PlacedItem[];
  readonly total: number;
}

function answered(space: Space, path: string, search: string): Answered {
  const request = parseRequest(space.model, path, search);
  const resources: Resource[] = [];
  const document = answer(space, request, base, { writtenResources: resources });
  const { data, meta } = JSON.parse(document.toString());
  const primary = Array.isArray(data) ? data.length : Math.min(resources.length, 1);
  const page = resources.slice(0, primary).map(({ type, doc }) => ({ type: type.name, doc }));
  return { request, document, shown: resources, page, total: meta?.total };
}

function writerOf(space: Space, request: ParsedRequest, shown?: Resource[]): DocumentWriter {
  return new DocumentWriter(spaceOf(space, request.locale?.place ?? 0), base, linkQuery(request), shown);
}

/** @param doc of the item that a request for linkage names */
function written(writer: DocumentWriter, { request, page, total }: Answered, doc: number): Buffer {
  switch (request.kind) {
    case 'root':
      return writer.root();
    case 'collection':
    case 'search':
      return writer.collection(request, { total }, page);
    case 'item':
      return writer.item(request, page[0]);
    case 'related':
      return writer.related(request, { total }, page);
    case 'suggest':
      throw new Error('no item is shown');
    case 'linkage':
      return writer.linkage(request, docId(doc));
  }
}

describe('DocumentWriter', () => {
  it.each([
    ['', ''],
    ['/book', '?page[limit]=7&page[skip]=4&sort=title'],
    ['/book', '?include=author,reviews&fields[book]=title,author&localeCode=de'],
    ['/book', '?filter[title][_eq]=Nothing is called so'],
    ['/book/the-salt-road', ''],
    ['/book/the-salt-road', '?include=reviews&page[reviews][limit]=1'],
    ['/book/the-salt-road/author', ''],
    ['/book/the-salt-road/series', ''],
    ['/book/the-drowned-verger/series', '?include=books'],
    ['/series/maud-quill/books', '?page[limit]=3&sort=-title'],
    ['/series/maud-quill/relationships/books', '?page[limit]=3&page[skip]=2'],
    ['/book/the-salt-road/relationships/author', '?localeCode=de'],
    ['/book/the-salt-road/relationships/series', ''],
  ])('%s%s › the document of the snapshot, and the caller receives every resource', async (path, search) => {
    const space = await openBookshop();
    const expected = answered(space, path, search);
    const [, type, id] = path.split('/');
    const [item] = id === undefined ? [] : answered(space, `/${type}/${id}`, '').page;
    const resources: Resource[] = [];
    const document = written(writerOf(space, expected.request, resources), expected, item?.doc ?? -1);
    expect(document.toString()).toBe(expected.document.toString());
    expect(resources.map((resource) => [resource.type.name, resource.doc])).toEqual(
      expected.shown.map((resource) => [resource.type.name, resource.doc]),
    );
  });

  it('several documents › earlier ones are unchanged', async () => {
    const space = await openBookshop();
    const books = answered(space, '/book', '?page[limit]=5');
    const authors = answered(space, '/author', '?page[limit]=5');
    const writer = writerOf(space, books.request);
    const documents = [books, authors, books].map((one) => written(writer, one, 0));
    expect(documents.map(String)).toEqual([books, authors, books].map(({ document }) => document.toString()));
  });

  it('an item that the space does not have › an InvariantError, and the next document is complete', async () => {
    const space = await openBookshop();
    const item = answered(space, '/book/the-salt-road', '');
    const list = answered(space, '/book', '?page[limit]=5');
    const linkage = answered(space, '/book/the-salt-road/relationships/author', '');
    const writer = writerOf(space, list.request);
    expect(() => written(writer, { ...item, page: [] }, 0)).toThrow(InvariantError);
    const unknown = { ...list, page: [{ type: 'ghost', doc: docId(0) }] };
    expect(() => written(writer, unknown, 0)).toThrow('the request names ghost, which this space does not have');
    const types = new Map([...space.types].map(([name, type]) => [name, { ...type, joins: new Map() }]));
    const withoutJoins = new DocumentWriter({ ...space, types }, base, '');
    expect(() => written(withoutJoins, linkage, 0)).toThrow('book has no join for author');
    // Fails half way.
    expect(() => written(writer, { ...list, page: [...list.page, { type: 'book', doc: docId(1e9) }] }, 0)).toThrow();
    expect(written(writer, list, 0).toString()).toBe(list.document.toString());
  });
});
