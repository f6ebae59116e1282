/**
 * Items that facets of relationships show, as included resources.
 */
import { expect, it } from 'vitest';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';

interface Identified {
  readonly type: string;
  readonly id: string;
}
const nameOf = ({ type, id }: Identified): string => `${type}/${id}`;

async function documentOf(search: string) {
  const space = await openBookshop();
  const { data, included, meta } = JSON.parse(answer(space, parseRequest(space.model, '/book', search), '').toString());
  const named = (field: string): string[] =>
    meta.facets[field].values.map(({ value }: { value: Identified }) => nameOf(value));
  return { data, included, named };
}

it('a facet with include=true › its items are included whole, and none of another facet', async () => {
  const facets = '_facet[author]=3&_facet[author][include]=true&_facet[publisher]=2&_facet[genre]=2';
  const { data, included, named } = await documentOf(`?page[limit]=1&${facets}`);
  expect(data).toHaveLength(1);
  expect(included.map(nameOf)).toEqual(named('author'));
  const space = await openBookshop();
  const first = answer(space, parseRequest(space.model, `/${named('author')[0]}`, ''), '');
  expect(included[0]).toEqual(JSON.parse(first.toString()).data);
});

it('an item that is also included › once, before items that only the facet shows', async () => {
  const { data, included, named } = await documentOf(
    '?page[limit]=1&include=author&_facet[author]=3&_facet[author][include]=true',
  );
  const author = nameOf(data[0].relationships.author.data);
  expect(named('author')).toContain(author);
  expect(included.map(nameOf)).toEqual([author, ...named('author').filter((name) => name !== author)]);
});

it('a facet without include › nothing is included', async () => {
  const { included, named } = await documentOf('?page[limit]=1&_facet[author]=3');
  expect(named('author')).toHaveLength(3);
  expect(included).toBeUndefined();
});
