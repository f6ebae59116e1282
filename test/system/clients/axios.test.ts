/**
 * The way that public clients of this kind of API go: `axios` with `qs`, the answer unfolded by `jsona`.
 *
 * One of them numbers the members of lists, as `qs` does by itself; the other writes empty brackets. Both name the
 * JSON:API media type as the content type of a GET, and leave `Accept` to axios.
 */
import axios, { type AxiosInstance, isAxiosError } from 'axios';
import Jsona from 'jsona';
import { stringify } from 'qs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { books, bookThat, ids } from '../../../testing/clients/books.js';
import { at, idsAt, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import { type BookClient, nestedParameters, type PlainBook, type Question } from './client.js';
import { describeClient } from './suite.js';

const MEDIA_TYPE = 'application/vnd.api+json';
const jsona = new Jsona();

const connection = (base: string): AxiosInstance =>
  axios.create({ baseURL: base, headers: { 'Content-Type': MEDIA_TYPE } });

function plain(book: unknown): PlainBook {
  const author = at(book, 'author');
  return {
    id: textAt(book, 'id'),
    title: textAt(book, 'title'),
    price: String(at(book, 'price')),
    author: at(author, 'name') === undefined ? undefined : { id: textAt(author, 'id'), name: textAt(author, 'name') },
    reviews: listAt(book, 'reviews').map((review) => String(at(review, 'headline'))),
  };
}

function clientOf(base: string, arrayFormat: 'indices' | 'brackets'): BookClient {
  const http = connection(base);
  const search = (question: Question): string => stringify(nestedParameters(question), { arrayFormat });
  return {
    async list(question) {
      const { data } = await http.get(`/book?${search(question)}`);
      const next = at(data, 'links', 'next');
      return {
        books: listAt(jsona.deserialize(data)).map(plain),
        total: Number(at(data, 'meta', 'total')),
        next: next === undefined ? undefined : String(next),
      };
    },
    book: async (id, question) => plain(jsona.deserialize((await http.get(`/book/${id}?${search(question)}`)).data)),
    failure: (id) =>
      http.get(`/book/${id}`).then(
        () => 'nothing failed',
        (error: unknown) => (isAxiosError(error) ? textAt(error.response?.data, 'errors', 0, 'code') : String(error)),
      ),
  };
}

describeClient('axios, qs with indices, jsona', async ({ base }) => clientOf(base, 'indices'));
describeClient('axios, qs with brackets, jsona', async ({ base }) => clientOf(base, 'brackets'));

describe('axios', () => {
  let shop: Bookshop;
  beforeAll(async () => {
    shop = await startBookshop();
  });
  afterAll(() => shop?.stop());

  it('its own headers › are served', async () => {
    const { status, headers, request } = await connection(shop.base).get('/book');
    expect(request.getHeader('content-type')).toBe(MEDIA_TYPE);
    expect(request.getHeader('accept')).toBe('application/json, text/plain, */*');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(MEDIA_TYPE);
    expect(Number(headers['x-service-query-complexity'])).toBe(250);
  });

  it('the next link of each page › leads through the whole list', async () => {
    const http = axios.create();
    const seen: string[] = [];
    let url: string | undefined = `${shop.base}/book?${stringify({ page: { limit: 40 }, fields: { book: '' } })}`;
    while (url !== undefined) {
      const { data }: { data: unknown } = await http.get(url);
      seen.push(...idsAt(data, 'data'));
      const next = at(data, 'links', 'next');
      url = next === undefined ? undefined : new URL(String(next), shop.origin).href;
    }
    expect(seen).toEqual(ids(books));
  });

  it('an id that must be encoded › is found', async () => {
    const { id } = bookThat('has an id with a reserved character', (book) => encodeURIComponent(book.id) !== book.id);
    const { data } = await connection(shop.base).get(`/book/${encodeURIComponent(id)}`);
    expect(at(data, 'data', 'id')).toBe(id);
    const { data: again } = await axios.get(new URL(textAt(data, 'links', 'self'), shop.origin).href);
    expect(again).toEqual(data);
  });

  it('a missing item › is a 404 whose first error is ItemNotFound', async () => {
    const failed = connection(shop.base).get('/book/no-such-book');
    await expect(failed).rejects.toMatchObject({
      response: { status: 404, data: { errors: [{ code: 'ItemNotFound', status: '404' }] } },
    });
  });

  it('related items and linkage › are found by the links of a book', async () => {
    const http = connection(shop.base);
    const { data } = await http.get(`/author?${stringify({ page: { limit: 1 }, fields: { author: 'books' } })}`);
    const links = at(data, 'data', 0, 'relationships', 'books', 'links');
    const [related, linkage] = await Promise.all(
      ['related', 'self'].map((name) => axios.get(new URL(textAt(links, name), shop.origin).href)),
    );
    expect(idsAt(related?.data, 'data').length).toBeGreaterThan(0);
    expect(idsAt(related?.data, 'data')).toEqual(idsAt(linkage?.data, 'data'));
  });
});
