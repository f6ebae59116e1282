/**
 * Searches that the oracle's tests do not cover: among related items, of several types, and explained ones.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { explanationText } from '../../../../src/cli/query/explanation.js';
import { executeSearch } from '../../../../src/engine/query/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { TEST_NEAR_WORD } from '../../../../src/index/costs/index.js';
import { readSearch, SearchIndex } from '../../../../src/index/search/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import {
  answer,
  dependencies,
  explainRequest,
  fieldKey,
  parseRequest,
  typeKey,
} from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { linksTo, modelOf } from '../../../../testing/samples/model.js';

const newFolder = temporaryFolders();

interface Shown {
  readonly data: readonly { readonly type: string; readonly id: string }[];
  readonly meta: { readonly total: number; readonly search?: unknown };
  readonly links: { readonly self: string; readonly next?: string };
}

let space: Space;
beforeAll(async () => {
  const text = { name: 'title', type: 'text', search: true };
  const files = {
    'model.json': modelOf(
      {
        book: [text, { name: 'pages', type: 'integer' }],
        film: [text, { name: 'pages', type: 'integer' }],
        page: [text],
        list: { items: linksTo('book', 'film') },
        letter: {
          title: { type: 'text', search: { phrases: true } },
          body: { type: 'text', search: { phrases: true } },
          note: { type: 'text', search: true },
        },
        pile: { letters: linksTo('letter') },
        folder: { pages: linksTo('page') },
      },
      { language: 'en' },
    ),
    'book.ndjson': [
      { id: 'b1', title: 'The garden in the long and quiet summer', pages: 3 },
      { id: 'b2', title: 'Gardens', pages: 2 },
      { id: 'b3', title: 'Station', pages: 1 },
      { id: 'b4', title: 'Garden garden', pages: 1 },
    ],
    'film.ndjson': [{ id: 'f1', title: 'A gardener', pages: 5 }],
    // More than enough items have both words, but the linked items do not.
    'page.ndjson': [
      ...Array.from({ length: 120 }, (_, i) => ({ id: `both${i}`, title: `A quiet station ${i}` })),
      { id: 'quiet', title: 'A quiet house' },
      { id: 'station', title: 'Station' },
      { id: 'neither', title: 'House' },
    ],
    'letter.ndjson': [
      ...Array.from({ length: 200 }, (_, i) => ({ id: `filler${i}`, title: 'station', body: 'quiet', note: null })),
      { id: 'together', title: 'House', body: 'In the quiet station of the town', note: null },
      { id: 'apart', title: 'A quiet house', body: 'The station is not quiet', note: null },
      { id: 'across', title: 'The town is quiet', body: 'Stations of it', note: null },
      { id: 'note', title: 'Quiet', body: 'Stations', note: 'a quiet station' },
      { id: 'forms', title: 'Quiet stations', body: '', note: null },
    ],
    'pile.ndjson': [{ id: 'p1', letters: ['across', 'forms', 'apart', 'together'] }],
    'folder.ndjson': [{ id: 'some', pages: ['neither', 'quiet', 'station', 'both7'] }],
    'list.ndjson': [
      {
        id: 'l1',
        items: [
          { type: 'film', id: 'f1' },
          { type: 'book', id: 'b1' },
          { type: 'book', id: 'b3' },
          { type: 'book', id: 'b2' },
        ],
      },
    ],
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, out);
});

const ask = (path: string, search: string): Shown => {
  const document: Shown = JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
  return document;
};
const idsOf = (path: string, search: string): readonly string[] => ask(path, search).data.map(({ id }) => id);

describe('a search among related items', () => {
  it('of several types › the linked items that match, the best first', () => {
    const { data, meta } = ask('/list/l1/items', '?filter[_search]=garden');
    expect(data.map(({ id }) => id)).toEqual(['b2', 'f1', 'b1']);
    expect(meta).toEqual({
      total: 3,
      search: { words: [{ word: 'garden', matches: ['gardener', 'garden', 'gardens'] }] },
    });
  });

  it('with a filter and a sort › keeps to both', () => {
    expect(idsOf('/list/l1/items', '?filter[_search]=garden&filter[pages][_gt]=2')).toEqual(['f1', 'b1']);
    expect(idsOf('/list/l1/items', '?filter[_search]=garden&sort=-pages')).toEqual(['f1', 'b1', 'b2']);
  });

  it('few linked items with all words, many in the type › the linked items decide', () => {
    expect(idsOf('/folder/some/pages', '?filter[_search]=quiet+station')).toEqual(['both7', 'station', 'quiet']);
    expect(ask('/page', '?filter[_search]=quiet+station').meta.total).toBe(120);
  });

  it('of any number of hits in the type › decodes no list', () => {
    const read = vi.spyOn(SearchIndex.prototype, 'readList');
    idsOf('/folder/some/pages', '?filter[_search]=quiet+station');
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('page by page › each continues the previous one', () => {
    const { data, links } = ask('/list/l1/items', '?filter[_search]=garden&page[limit]=2');
    expect(data.map(({ id }) => id)).toEqual(['b2', 'f1']);
    expect(links.next).toBe('/list/l1/items?filter%5B_search%5D=garden&page%5Blimit%5D=2&page%5Bskip%5D=2');
    expect(idsOf('/list/l1/items', '?filter[_search]=garden&page[limit]=2&page[skip]=2')).toEqual(['b1']);
  });
});

describe('a phrase in an index with positions', () => {
  it('its words in any form › follow one another in one field with positions', () => {
    expect(idsOf('/letter', '?filter[_search]="quiet+station"').toSorted()).toEqual(['forms', 'together']);
    expect(idsOf('/letter', '?filter[_search]="the+quiet+station+of+the"')).toEqual(['together']);
    expect(idsOf('/letter', '?filter[_search]="station+quiet"')).toEqual([]);
    expect(idsOf('/letter', '?filter[_search]="quiet+station"+house')).toEqual(['together', 'forms']);
  });

  it('with a minus sign › excludes these items only', () => {
    const total = (search: string): number => ask('/letter', `?filter[_search]=${search}`).meta.total;
    expect(total('quiet+-"quiet+station"')).toBe(total('quiet') - 2);
  });

  it('without positions › its words anywhere', () => {
    expect(idsOf('/book', '?filter[_search]="summer+garden"')).toEqual(['b1']);
  });

  it('among related items › as in the collection', () => {
    expect(idsOf('/pile/p1/letters', '?filter[_search]="quiet+station"').toSorted()).toEqual(['forms', 'together']);
    // The phrase has only stop words, and no item has the word next to it.
    expect(idsOf('/letter', '?filter[_search]="of+the"+zzzz')).toEqual(['together']);
    expect(idsOf('/pile/p1/letters', '?filter[_search]="of+the"+zzzz')).toEqual(['together']);
  });
});

describe('a search without hits', () => {
  it('a word that is like no other › is listed without matches', () => {
    const { data, meta } = ask('/book', '?filter[_search]=zzzz');
    expect({ data, meta }).toEqual({
      data: [],
      meta: { total: 0, search: { words: [{ word: 'zzzz', matches: [] }] } },
    });
  });

  it('a word without matches next to one with matches › is ignored', () => {
    expect(idsOf('/book', '?filter[_search]=zzzz+station')).toEqual(['b3']);
  });

  it('no search › no words in meta', () => {
    expect(ask('/book', '').meta).toEqual({ total: 4 });
  });
});

describe('the estimated cost of a search', () => {
  function spent(text: string, page: { readonly skip: number; readonly limit: number }): number {
    const { segment } = space.types.get('letter')!;
    segment.arena.budget.reset();
    executeSearch(segment, readSearch(text, 'en'), { filter: undefined, sort: [], page });
    return segment.arena.budget.spent;
  }
  const first = { skip: 0, limit: 20 };

  it('mistakes, many words and pages far back › count', () => {
    const oneWordCost = spent('quiet ', first);
    expect(oneWordCost).toBeLessThan(20_000);
    // The misspelt word is compared with each word of the small dictionary.
    expect(spent('quiett ', first)).toBeGreaterThan(oneWordCost + 10 * TEST_NEAR_WORD);
    // Looking at a sum for each item, and adding each item of the lists of two frequent words.
    expect(spent('quiet station town house note ', first)).toBeGreaterThan(oneWordCost + 4 * 5_000 + 205 + 2 * 205);
    expect(spent('quiet ', { skip: 150, limit: 20 })).toBeGreaterThan(oneWordCost + 205);
  });

  it('an explanation › has it', () => {
    const estimateOf = (question: string): number =>
      explainRequest(space, '/letter', `?filter[_search]=${question}`, '', () => 1e12).estimatedNs;
    expect(estimateOf('quiet')).toBeGreaterThan(0);
    expect(estimateOf('quiett+')).toBeGreaterThan(estimateOf('quiet+') + 10 * TEST_NEAR_WORD);
  });
});

describe('an explained search', () => {
  it('words › are listed with their posting lists', () => {
    let now = 0;
    const explained = explainRequest(
      space,
      '/book',
      '?filter[_search]=statoin+zzzz+garden&filter[pages][_gt]=0',
      '',
      () => (now += 1e8),
    );
    expect(explained.words).toEqual([
      {
        type: 'book',
        word: 'statoin',
        lists: [{ kind: 'typo', size: 1, because: 'words that differ by a typing mistake' }],
      },
      { type: 'book', word: 'zzzz', lists: [] },
      { type: 'book', word: 'garden', lists: [{ kind: 'word', size: 3, because: 'the word in all its forms' }] },
    ]);
    expect(explained.order?.way).toBe('best');
    const text = explanationText(explained);
    expect(text).toMatch(/book +statoin +words that differ by a typing mistake +1 +1\n/);
    expect(text).toMatch(/book +zzzz +nothing *\n/);
    expect(text).toMatch(/book +garden +the word in all its forms +1 +3\n/);
  });

  it('phrases and exclusions › are listed with the items of each word', () => {
    const explainPhrases = (path: string, question: string): unknown =>
      explainRequest(space, path, `?filter[_search]=${question}`, '', () => 0).words?.filter(({ word }) =>
        word.includes('"'),
      );
    expect(explainPhrases('/letter', '"quiet+town"+-house+-zzzz')).toEqual([
      {
        type: 'letter',
        word: '"quiet town"',
        lists: [
          { kind: 'together', size: 2, because: 'its words in all their forms, next to one another' },
          { kind: 'together', size: 205, because: 'its words in all their forms, next to one another' },
        ],
      },
      {
        type: 'letter',
        word: '-"house"',
        lists: [{ kind: 'excluded', size: 2, because: 'excluded: its words in all their forms' }],
      },
      { type: 'letter', word: '-"zzzz"', lists: [] },
    ]);
    expect(explainPhrases('/book', '"quiet+garden"')).toEqual([
      {
        type: 'book',
        word: '"quiet garden"',
        lists: [
          { kind: 'anywhere', size: 1, because: 'its words in all their forms, anywhere in the item' },
          { kind: 'anywhere', size: 3, because: 'its words in all their forms, anywhere in the item' },
        ],
      },
    ]);
  });
});

describe('the surrogate keys of a search', () => {
  it('a list and related items › are the searched fields of all items, and how many there are', () => {
    const keysOf = (path: string): ReadonlySet<string> =>
      dependencies(space.model, parseRequest(space.model, path, '?filter[_search]=garden'), []);
    expect([...keysOf('/book')]).toEqual(expect.arrayContaining([typeKey('book'), fieldKey('book', 'title')]));
    expect(keysOf('/book').has(fieldKey('book', 'pages'))).toBe(false);
    expect([...keysOf('/list/l1/items')]).toEqual(
      expect.arrayContaining([typeKey('book'), typeKey('film'), fieldKey('book', 'title'), fieldKey('film', 'title')]),
    );
  });
});
