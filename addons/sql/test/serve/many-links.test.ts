/**
 * Items with hundreds of millions of links each: an answer needs memory for the links that it shows only. Without a server: a
 * stand-in returns the rows.
 */
import { describe, expect, it } from 'vitest';
import { readContentModel, snapshotId } from '../../../../src/content/model/index.js';
import { parseRequest } from '../../../../src/jsonapi/index.js';
import { shelf } from '../../../../testing/samples/export.js';
import { LoadedSearches } from '../../search/loaded-searches.js';
import { createServedSpace } from '../../serve/served-load.js';

/** Links of one item. The links of a page are more than a 32-bit number counts. */
const TOTAL = 400_000_000;
const ITEMS = 20;

const ids = Array.from({ length: ITEMS }, (_, item) => `a${item + 10}`);
const record = (id: string): Buffer => {
  const name = `"name":"${id}"`;
  return Buffer.concat([Buffer.from([id.length, 0, name.length]), Buffer.from(id + name)]);
};

/** @param first the links that are fetched: three of each item, from this place on */
function ask(first: number) {
  return async <Row extends object>(text: string, values: readonly string[]): Promise<readonly Row[]> => {
    const wanted = ids.filter((id) => values.includes(id));
    const rows: object[] = /\btarget\b/.test(text)
      ? wanted.flatMap((id) =>
          [0, 1, 2].map((more) => {
            const place = first + more;
            return { relationship: 'books', id, total: TOTAL, place, type: 'book', target: `${id}-${place}` };
          }),
        )
      : /\brecord\b/.test(text)
        ? wanted.map((id) => ({ id, record: record(id), local: null, own: null }))
        : ids.map((id) => ({ type: 'author', id }));
    return rows as Row[];
  };
}

async function documentOf(path: string, search: string, first: number) {
  const read = readContentModel(shelf['model.json']);
  const id = snapshotId('a'.repeat(64));
  if (!('model' in read) || id === undefined) throw new Error('the shelf has no model');
  const { model } = read;
  const counts = new Map([['author', { items: ITEMS, populated: new Map() }]]);
  const space = createServedSpace(
    { id, schema: 'stele_1', model, counts, searches: new LoadedSearches('stele_1', new Map()) },
    { pool: { ask: ask(first) }, statementMs: 1000, answerMs: 60_000, isLost: () => false, onFailure: () => undefined },
  );
  const before = process.memoryUsage().arrayBuffers;
  const answer = await space.answer(parseRequest(model, path, search), '', { signal: new AbortController().signal });
  return { document: JSON.parse(answer.toString()), takenBytes: process.memoryUsage().arrayBuffers - before };
}

describe('items with hundreds of millions of links', () => {
  it.each([0, TOTAL - 3])(
    'a page of items, with links from %i on › is right, and reads only the shown links',
    async (skip) => {
      const window = `?page[books][skip]=${skip}&page[books][limit]=3`;
      const { document, takenBytes } = await documentOf('/author', window, skip);
      expect(document.data.map((item: { id: string }) => item.id)).toEqual(ids);
      for (const { id, relationships } of document.data) {
        expect(relationships.books.meta).toEqual({ total: TOTAL });
        expect(relationships.books.data).toEqual(
          [0, 1, 2].map((more) => ({ type: 'book', id: `${id}-${skip + more}` })),
        );
      }
      expect(takenBytes).toBeLessThan(2 ** 20);
    },
  );

  it('the last links of an item › are found without reading the others', async () => {
    const { document, takenBytes } = await documentOf(
      '/author/a10/relationships/books',
      `?page[skip]=${TOTAL - 3}&page[limit]=3`,
      TOTAL - 3,
    );
    expect(document.meta).toEqual({ total: TOTAL });
    expect(document.data.at(-1)).toEqual({ type: 'book', id: `a10-${TOTAL - 1}` });
    expect(takenBytes).toBeLessThan(2 ** 20);
  });
});
