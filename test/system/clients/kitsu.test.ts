/**
 * `kitsu`: writes its own query strings, and nests included resources under `data` of each relationship.
 */
import Kitsu from 'kitsu';
import { at, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { type BookClient, nestedParameters, type PlainBook, type Question } from './client.js';
import { describeClient } from './suite.js';

/** Kitsu writes lists as `name[]=…` for each member of their objects, so alternatives are numbered here. */
function parameters(question: Question): Record<string, unknown> {
  const { anyOf, ...rest } = question;
  const nested = nestedParameters(rest);
  return anyOf === undefined ? nested : { ...nested, filter: { _OR: Object.fromEntries(anyOf.entries()) } };
}

function plain(book: unknown): PlainBook {
  const author = at(book, 'author', 'data');
  return {
    id: textAt(book, 'id'),
    title: textAt(book, 'title'),
    price: String(at(book, 'price')),
    author: at(author, 'name') === undefined ? undefined : { id: textAt(author, 'id'), name: textAt(author, 'name') },
    reviews: listAt(book, 'reviews', 'data').map((review) => String(at(review, 'headline'))),
  };
}

describeClient('kitsu', async ({ base }) => {
  const kitsu = new Kitsu({
    baseURL: base,
    pluralize: false,
    camelCaseTypes: false,
    resourceCase: 'none',
    query: 'modern',
  });
  const client: BookClient = {
    async list(question) {
      const answer: unknown = await kitsu.get('book', { params: parameters(question) });
      const next = at(answer, 'links', 'next');
      return {
        books: listAt(answer, 'data').map(plain),
        total: Number(at(answer, 'meta', 'total')),
        next: next === undefined ? undefined : String(next),
      };
    },
    async book(id, question) {
      const answer: unknown = await kitsu.get(`book/${id}`, { params: parameters(question) });
      return plain(at(answer, 'data'));
    },
    failure: (id) =>
      kitsu.get(`book/${id}`).then(
        () => 'nothing failed',
        (error: unknown) =>
          error instanceof Error && 'errors' in error ? textAt(error.errors, 0, 'code') : String(error),
      ),
  };
  return client;
});
