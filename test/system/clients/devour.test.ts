/**
 * `devour-client`: knows its models beforehand, writes lists as `name[]`, and puts related resources in their place.
 */
import JsonApi from 'devour-client';
import { at, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { type BookClient, nestedParameters, type PlainBook } from './client.js';
import { describeClient } from './suite.js';

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

describeClient('devour-client', async ({ base }) => {
  const devour = new JsonApi({
    apiUrl: base,
    pluralize: false,
    logger: false,
    errorBuilder: (error) => ({ code: at(error, 'code') }),
  });
  devour.define('book', {
    title: '',
    price: '',
    author: { jsonApi: 'hasOne', type: 'author' },
    reviews: { jsonApi: 'hasMany', type: 'review' },
  });
  devour.define('author', { name: '' });
  devour.define('review', { headline: '' });
  const client: BookClient = {
    async list(question) {
      const answer = await devour.findAll('book', nestedParameters(question));
      const next = at(answer, 'links', 'next');
      return {
        books: listAt(answer, 'data').map(plain),
        total: Number(at(answer, 'meta', 'total')),
        next: next === undefined ? undefined : String(next),
      };
    },
    book: async (id, question) => plain(at(await devour.find('book', id, nestedParameters(question)), 'data')),
    // The errors arrive as an object with positions for names.
    failure: (id) =>
      devour.find('book', id).then(
        () => 'nothing failed',
        (errors: unknown) => textAt(errors, '0', 'code'),
      ),
  };
  return client;
});
