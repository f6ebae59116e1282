/**
 * Fetching resources and relationships: which addresses answer, with what status, and with what primary data.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { books } from '../../../testing/clients/books.js';
import { at, keysAt, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { linksOf } from '../../../testing/oracle/index.js';
import { contentReplies, FAILURES, failureReplies, relationshipsOf, resourcesOf } from './samples.js';
import { query, talk } from './talk.js';

const shop = talk();

/** Some links of each kind, not all: each one followed is a request. */
const some = <T>(list: readonly T[]): readonly T[] =>
  list.filter((_, index) => index % Math.ceil(list.length / 40) === 0);

describe('fetching resources', () => {
  it('[fetch-url-support] [fetch-response-code] self and related links › answer 200 when followed', async () => {
    const documents = (await contentReplies(shop)).map(({ document }) => document);
    const links = [
      ...documents.map((document) => textAt(document, 'links', 'self')),
      ...some(documents.flatMap(resourcesOf).filter((resource) => 'links' in resource)).map((resource) =>
        textAt(resource, 'links', 'self'),
      ),
      ...some(documents.flatMap(relationshipsOf)).map(({ relationship }) => textAt(relationship, 'links', 'related')),
    ];
    expect(links.length).toBeGreaterThan(100);
    for (const link of links) expect((await shop.follow(link)).status, link).toBe(200);
  });

  it('[top-level-links] the top-level self link › generates the document it stands in', async () => {
    for (const { document, text } of some(await contentReplies(shop))) {
      expect((await shop.follow(textAt(document, 'links', 'self'))).text).toBe(text);
    }
  });

  it('[resource-link-response] the self link of a resource › is answered with that resource as primary data', async () => {
    const { document } = await shop.ask(`/book${query({ 'page[limit]': '10' })}`);
    for (const book of listAt(document, 'data')) {
      const single = await shop.follow(textAt(book, 'links', 'self'));
      expect(at(single.document, 'data')).toEqual(book);
    }
  });

  it('[fetch-primary-data-collection] [logical-collection] a collection › is a list, also of one item and of none', async () => {
    const [first] = books;
    for (const [id, expected] of [
      [first?.id ?? '', 1],
      ['no-such-book', 0],
    ] as const) {
      const { status, document } = await shop.ask(`/book${query({ 'filter[id][_eq]': id })}`);
      expect(status).toBe(200);
      expect(listAt(document, 'data')).toHaveLength(expected);
      expect(Array.isArray(at(document, 'data'))).toBe(true);
    }
  });

  it('[primary-data] [fetch-primary-data-single] one resource › is an object, and null where there is none now', async () => {
    for (const { path, document } of await contentReplies(shop)) {
      const data = at(document, 'data');
      expect(data === null || Array.isArray(data) || isRecord(data), path).toBe(true);
    }
    const [withAuthor] = books.filter((book) => linksOf(book, 'series').length > 0);
    const [without] = books.filter((book) => linksOf(book, 'series').length === 0);
    const related = await shop.ask(`/book/${encodeURIComponent(withAuthor?.id ?? '')}/series`);
    expect(isRecord(at(related.document, 'data'))).toBe(true);
    const none = await shop.ask(`/book/${encodeURIComponent(without?.id ?? '')}/series`);
    expect([none.status, at(none.document, 'data')]).toEqual([200, null]);
  });

  it('[fetch-responses-404] an item that does not exist › is not found', async () => {
    const { status, document } = await shop.ask('/book/no-such-book');
    expect([status, at(document, 'errors', 0, 'code')]).toEqual([404, 'ItemNotFound']);
    expect((await shop.ask('/book/no-such-book/author')).status).toBe(404);
  });

  it('[fetch-responses-other-status-codes] [fetch-responses-error-details] other failures › have their own status and details', async () => {
    const replies = await failureReplies(shop);
    expect(replies.map(({ status }) => status)).toEqual(FAILURES.map(([status]) => status));
    for (const { path, document } of replies)
      expect(textAt(document, 'errors', 0, 'detail').length, path).toBeGreaterThan(20);
  });

  it('[fetch-responses-http-semantics] HEAD, conditional requests and other methods › are answered as HTTP says', async () => {
    const got = await shop.ask('/book');
    const head = await shop.ask('/book', { method: 'HEAD' });
    expect([head.status, head.text.length, head.headers['content-length']]).toEqual([
      200,
      0,
      got.headers['content-length'],
    ]);
    expect(got.headers['content-length']).toBe(String(Buffer.byteLength(got.text)));
    expect(got.headers.etag).toMatch(/^"[^"]+"$/);
    const etag = String(got.headers.etag);
    const same = await shop.ask('/book', { headers: { 'if-none-match': etag, 'cache-control': 'no-cache' } });
    expect([same.status, same.text.length, same.headers.etag]).toEqual([304, 0, etag]);
    const refused = await shop.ask('/book', { method: 'DELETE' });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('fetching relationships', () => {
  it('[fetch-relationships] [fetch-relationships-response-200] [fetch-relationships-response-200-primary-data] [fetch-relationships-http-semantics] self links of relationships › answer 200 with the linkage', async () => {
    const found = (await contentReplies(shop)).flatMap(({ document }) => relationshipsOf(document));
    for (const { relationship } of some(found)) {
      const link = textAt(relationship, 'links', 'self');
      const { status, document } = await shop.follow(link);
      expect(status, link).toBe(200);
      expect(at(document, 'data'), link).toEqual(at(relationship, 'data'));
    }
  });

  it('[fetch-relationships-response-200-self-related] linkage documents › link to themselves and to the related resources', async () => {
    for (const { path, document } of await contentReplies(shop)) {
      if (!path.includes('/relationships/')) continue;
      expect(textAt(document, 'links', 'self'), path).toBe(path);
      const related = await shop.follow(textAt(document, 'links', 'related'));
      const data = at(related.document, 'data');
      expect(Array.isArray(data) ? keysAt(related.document, 'data') : at(data, 'id'), path).toEqual(
        Array.isArray(data) ? keysAt(document, 'data') : at(document, 'data', 'id'),
      );
    }
  });

  it('[fetch-relationships-response-404] [fetch-relationships-other-status-codes] [fetch-relationships-other-error-details] a relationship link that does not exist › is not found', async () => {
    const [book] = books;
    for (const [path, code] of [
      [`/book/${book?.id}/relationships/no-such-relationship`, 'RelationshipNotFound'],
      [`/book/${book?.id}/relationships/title`, 'RelationshipNotFound'],
      ['/book/no-such-book/relationships/author', 'ItemNotFound'],
      ['/no-such-type/x/relationships/author', 'ContentTypeNotFound'],
    ] as const) {
      const { status, document } = await shop.ask(path);
      expect([status, at(document, 'errors', 0, 'code')], path).toEqual([404, code]);
    }
    const wrong = await shop.ask(`/book/${book?.id}/relationships/author${query({ sort: 'name' })}`);
    expect([wrong.status, listAt(wrong.document, 'errors').length]).toEqual([400, 1]);
  });

  it('[fetch-relationships-response-exists-empty] an empty relationship › is 200 with null or an empty list', async () => {
    const single = books.find((book) => linksOf(book, 'series').length === 0);
    const many = books.find((book) => linksOf(book, 'reviews').length === 0);
    const none = await shop.ask(`/book/${encodeURIComponent(single?.id ?? '')}/relationships/series`);
    expect([none.status, at(none.document, 'data')]).toEqual([200, null]);
    const empty = await shop.ask(`/book/${encodeURIComponent(many?.id ?? '')}/relationships/reviews`);
    expect([empty.status, at(empty.document, 'data')]).toEqual([200, []]);
  });
});
