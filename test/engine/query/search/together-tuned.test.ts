/**
 * A search of all types with synonyms and pinned items of the model.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { type AnyContent, type OpenSnapshot, openSnapshot } from '../../../../src/client/library/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';

const newFolder = temporaryFolders();
let library: OpenSnapshot<AnyContent>;

beforeAll(async () => {
  const fields = [{ name: 'title', type: 'text', search: true }];
  const files = {
    'model.json': {
      space: 'shop',
      language: 'en',
      search: {
        synonyms: [{ from: 'sofa', to: ['couch'] }, ['tv', 'television set']],
        first: [
          { search: 'sofas', type: 'page', ids: ['delivery', 'gone', 'returns'] },
          { search: 'sofas', type: 'item', ids: ['lamp'] },
        ],
      },
      contentTypes: [
        { name: 'item', fields },
        { name: 'page', search: { weight: 0.01 }, fields },
        { name: 'film', search: { weight: 100 }, fields },
      ],
    },
    'item.ndjson': [
      { id: 'couch', title: 'Red couch' },
      { id: 'sofa', title: 'Red sofa' },
      { id: 'lamp', title: 'Lamp' },
      { id: 'tv', title: 'A tv' },
    ],
    'page.ndjson': [
      { id: 'returns', title: 'Returns' },
      { id: 'delivery', title: 'Delivery' },
    ],
    'film.ndjson': [
      { id: 'couch', title: 'Couch surfing' },
      { id: 'set', title: 'The television set' },
      { id: 'apart', title: 'Set on television' },
    ],
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  library = await openSnapshot(out);
});

interface Found {
  readonly data: readonly { readonly type: string; readonly id: string }[];
  readonly meta: object;
}

function idsAndMeta(search: string): readonly [ids: readonly string[], meta: object] {
  const { data, meta }: Found = JSON.parse(Buffer.from(library.answer(`/_search?${search}`).body).toString());
  return [data.map(({ type, id }) => `${type}/${id}`), meta];
}

describe('a search of all types › with synonyms', () => {
  it('a synonym in one direction › matches in each type, is counted, and listed once', () => {
    const [ids, meta] = idsAndMeta('filter[_search]=sofa+red&_facet[type]=5');
    expect(ids.toSorted()).toEqual(['film/couch', 'item/couch', 'item/sofa']);
    expect(ids.indexOf('item/sofa')).toBeLessThan(ids.indexOf('item/couch'));
    expect(meta).toMatchObject({
      facets: {
        type: {
          values: [
            { value: 'item', count: 2 },
            { value: 'film', count: 1 },
          ],
        },
      },
      search: { words: [{ word: 'sofa', matches: ['sofa', 'couch'] }, { word: 'red' }] },
    });
    expect(idsAndMeta('filter[_search]=couch+')[0].toSorted()).toEqual(['film/couch', 'item/couch']);
  });

  it('a synonym of several words › matches as a phrase in every type', () => {
    expect(idsAndMeta('filter[_search]=tv+')[0].toSorted()).toEqual(['film/apart', 'film/set', 'item/tv']);
    expect(idsAndMeta('filter[_search]="tv"')[0]).toEqual(['item/tv']);
    expect(idsAndMeta('filter[_search]=television+set+')[0].toSorted()).toEqual(['film/apart', 'film/set', 'item/tv']);
  });
});

describe('a search of all types › with items that come first', () => {
  it('any weights › pinned items of each type first, in the model’s order, then hits', () => {
    const [ids, meta] = idsAndMeta('filter[_search]=sofas');
    expect(ids.slice(0, 3)).toEqual(['item/lamp', 'page/delivery', 'page/returns']);
    expect(ids.slice(3).toSorted()).toEqual(['film/couch', 'item/couch', 'item/sofa']);
    expect(meta).toMatchObject({ total: 6 });
    expect(idsAndMeta('filter[_search]=sofas&page[skip]=2&page[limit]=1')[0]).toEqual(['page/returns']);
  });

  it('pinned items of another type or another search › absent; a filter applies to them too', () => {
    expect(idsAndMeta('filter[_search]=sofas&filter[type][_in]=item,film')[0][0]).toBe('item/lamp');
    expect(idsAndMeta('filter[_search]=sofas&filter[type][_in]=item,film')[0]).not.toContain('page/delivery');
    expect(idsAndMeta('filter[_search]=sofas+red')[0]).not.toContain('item/lamp');
    expect(idsAndMeta('filter[_search]=sofas&filter[title][_neq]=Lamp')[0][0]).toBe('page/delivery');
    expect(idsAndMeta('filter[_search]="sofas"')[0]).not.toContain('item/lamp');
  });
});
