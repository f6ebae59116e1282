/**
 * `include` and `fields`: what a client may ask to be added to a document, and left out of it.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { books, relatedTo } from '../../../testing/clients/books.js';
import { at, keysAt, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { resourcesOf } from './samples.js';
import { query, talk } from './talk.js';

const shop = talk();

const key = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type}/${id}`;
const firstTen = books.slice(0, 10);
const path = (parameters: Readonly<Record<string, string>>): string =>
  `/book${query({ 'page[limit]': '10', ...parameters })}`;

describe('inclusion of related resources', () => {
  it('[inclusion-include-parameter] [inclusion-unrequested] include › adds what is asked for and nothing else', async () => {
    const authors = firstTen.flatMap((book) => relatedTo(book, 'author'));
    const { document } = await shop.ask(path({ include: 'author' }));
    expect(keysAt(document, 'included')).toEqual([...new Set(authors.map(key))]);
    expect((await shop.ask(path({}))).document).not.toHaveProperty('included');
    expect(at((await shop.ask(path({ include: '' }))).document, 'included')).toEqual([]);
  });

  it('[inclusion-include-parameter-value] include › is a list of paths, with commas between and dots inside', async () => {
    const authors = firstTen.flatMap((book) => relatedTo(book, 'author'));
    const countries = authors.flatMap((author) => relatedTo(author, 'country'));
    const publishers = firstTen.flatMap((book) => relatedTo(book, 'publisher'));
    const { status, document } = await shop.ask(path({ include: 'author.country,publisher' }));
    expect(status).toBe(200);
    const expected = new Set([...authors, ...countries, ...publishers].map(key));
    expect([...keysAt(document, 'included')].sort()).toEqual([...expected].sort());
    // The intermediate resources of a path are there too, or the end of it would not be linked to.
    expect(keysAt(document, 'included')).toEqual(expect.arrayContaining(authors.map(key)));
  });

  it('[inclusion-bad-request] a path that leads nowhere › is refused with 400', async () => {
    for (const include of ['no-such', 'author.no-such', 'title', 'author..country', '.author', 'author,']) {
      const { status, document } = await shop.ask(path({ include }));
      expect([status, at(document, 'errors', 0, 'source')], include).toEqual([400, { parameter: 'include' }]);
    }
  });
});

describe('sparse fieldsets', () => {
  const fieldsOf = (resource: unknown): string[] =>
    ['attributes', 'relationships'].flatMap((member) => {
      const found = at(resource, member);
      return isRecord(found) ? Object.keys(found) : [];
    });

  it('[sparse-fieldsets-parameter] [sparse-fieldsets-additional-fields] a set of fields › is all that is shown of its type', async () => {
    const { document } = await shop.ask(
      path({ include: 'author,publisher', 'fields[book]': 'title,publisher', 'fields[author]': '' }),
    );
    for (const resource of resourcesOf(document)) {
      const type = textAt(resource, 'type');
      if (type === 'book') expect(fieldsOf(resource)).toEqual(['title', 'publisher']);
      if (type === 'author') expect(Object.keys(resource)).toEqual(['type', 'id', 'links']);
      if (type === 'publisher') expect(fieldsOf(resource).length).toBeGreaterThan(3);
    }
    expect(new Set(resourcesOf(document).map((resource) => textAt(resource, 'type'))).size).toBe(3);
  });

  it('[sparse-fieldsets-parameter-value] the names › are parted by commas, and each must exist', async () => {
    for (const fields of ['title price', 'title;price', 'title,,price', 'title,no-such', 'title,']) {
      const { status, document } = await shop.ask(path({ 'fields[book]': fields }));
      expect([status, at(document, 'errors', 0, 'source')], fields).toEqual([400, { parameter: 'fields[book]' }]);
    }
    const { document } = await shop.ask(path({ 'fields[book]': 'price,title' }));
    expect(new Set(listAt(document, 'data').flatMap(fieldsOf))).toEqual(new Set(['title', 'price']));
  });
});
