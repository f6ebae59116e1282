/**
 * Sorting, pagination and filtering of lists.
 */
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { books, bookThat, dearestFirst, ids, textOf } from '../../../testing/clients/books.js';
import { at, idsAt, listAt, textAt } from '../../../testing/jsonapi-schema/index.js';
import { compareTexts } from '../../../testing/oracle/index.js';
import { query, talk } from './talk.js';

const shop = talk();

const path = (parameters: Readonly<Record<string, string>>): string =>
  `/book${query({ 'fields[book]': '', ...parameters })}`;
const sortedBy = async (sort: string): Promise<string[]> =>
  idsAt((await shop.ask(path({ sort, 'page[limit]': '100' }))).document, 'data');

describe('sorting', () => {
  const byTitle = [...books].sort((a, b) => compareTexts(textOf(a, 'title'), textOf(b, 'title')));

  it('[sorting-option] [sorting-parameter] [sorting-specified-order] sort › orders the primary data', async () => {
    expect(await sortedBy('title')).toEqual(ids(byTitle).slice(0, 100));
  });

  it('[sorting-parameter-value] [sorting-multiple-fields] [sorting-multiple-fields-order] several fields › are parted by commas and applied in their order', async () => {
    expect(await sortedBy('-price,title')).toEqual(ids([...books].sort(dearestFirst)).slice(0, 100));
    expect(await sortedBy('title,-price')).not.toEqual(await sortedBy('-price,title'));
  });

  it('[sorting-order] a field › is ascending unless a minus stands before it', async () => {
    const ascending = await sortedBy('id');
    expect(ascending).toEqual(ids(books).sort(compareTexts).slice(0, 100));
    expect(await sortedBy('-id')).toEqual(ids(books).sort(compareTexts).reverse().slice(0, 100));
  });

  it('[sorting-not-supported] a sort that is not supported › is refused with 400', async () => {
    for (const sort of ['no-such', 'author', 'cover', 'author.no-such', '', 'title,title']) {
      const { status, document } = await shop.ask(path({ sort }));
      expect([status, at(document, 'errors', 0, 'source')], sort).toEqual([400, { parameter: 'sort' }]);
    }
    expect((await shop.ask(`/book/${books[0]?.id}${query({ sort: 'title' })}`)).status).toBe(400);
  });

  it('[sorting-default] without sort › the order is the export’s', async () => {
    expect(idsAt((await shop.ask(path({ 'page[limit]': '100' }))).document, 'data')).toEqual(ids(books).slice(0, 100));
  });
});

describe('pagination', () => {
  it('[pagination] [pagination-page-parameter] page › cuts a part out of the whole', async () => {
    const { document } = await shop.ask(path({ 'page[limit]': '7', 'page[skip]': '14' }));
    expect(idsAt(document, 'data')).toEqual(ids(books).slice(14, 21));
    expect(at(document, 'meta', 'total')).toBe(books.length);
    expect(listAt((await shop.ask(path({}))).document, 'data')).toHaveLength(20);
  });

  it('[pagination-links] [pagination-links-object] [pagination-keys] pagination links › stand in the links of the collection and are called first, last, prev and next', async () => {
    const { document } = await shop.ask(path({ 'page[limit]': '7', 'page[skip]': '14' }));
    expect(Object.keys(at(document, 'links') ?? {})).toEqual(['self', 'first', 'prev', 'next', 'last']);
    const page = async (name: string): Promise<string[]> =>
      idsAt((await shop.follow(textAt(document, 'links', name))).document, 'data');
    const lastSkip = Math.floor((books.length - 1) / 7) * 7;
    expect(await page('first')).toEqual(ids(books).slice(0, 7));
    expect(await page('prev')).toEqual(ids(books).slice(7, 14));
    expect(await page('next')).toEqual(ids(books).slice(21, 28));
    expect(await page('last')).toEqual(ids(books).slice(lastSkip));
  });

  it('[pagination-unavailable-link] a link that does not apply › is absent', async () => {
    const first = (await shop.ask(path({ 'page[limit]': '7' }))).document;
    expect(Object.keys(at(first, 'links') ?? {})).toEqual(['self', 'first', 'next', 'last']);
    const last = (await shop.follow(textAt(first, 'links', 'last'))).document;
    expect(Object.keys(at(last, 'links') ?? {})).toEqual(['self', 'first', 'prev', 'last']);
  });

  it('[pagination-order] pages › follow each other in the order that sort asks for', async () => {
    const whole = await sortedBy('-price,title');
    const seen: string[] = [];
    let link: string | undefined = `${shop.root()}${path({ sort: '-price,title', 'page[limit]': '30' })}`;
    while (link !== undefined && seen.length < 100) {
      const { document } = await shop.follow(link);
      seen.push(...idsAt(document, 'data'));
      link =
        isRecord(at(document, 'links')) && at(document, 'links', 'next') !== undefined
          ? textAt(document, 'links', 'next')
          : undefined;
    }
    expect(seen.slice(0, 100)).toEqual(whole);
  });
});

describe('filtering', () => {
  it('[filtering] filter › is the parameter that selects', async () => {
    const genre = textOf(
      bookThat('has a genre', (book) => textOf(book, 'genre') !== ''),
      'genre',
    );
    const { document } = await shop.ask(path({ 'filter[genre][_eq]': genre, 'page[limit]': '100' }));
    const expected = books.filter((book) => textOf(book, 'genre') === genre);
    expect(idsAt(document, 'data')).toEqual(ids(expected));
    expect(expected.length).toBeLessThan(books.length);
  });
});
