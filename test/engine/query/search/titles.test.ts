/**
 * The order that titles give to a search: a title that is the typed text, then titles with the typed words side by side.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { withChoices } from '../../../../src/content/choices/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, explainRequest, parseRequest } from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { linksTo, modelOf } from '../../../../testing/samples/model.js';

const newFolder = temporaryFolders();
let space: Space;

const often = (word: string): string => Array.from({ length: 12 }, () => `${word} x`).join(' ');

beforeAll(async () => {
  const fields = {
    title: { type: 'text', search: { weight: 2 } },
    body: { type: 'textMultiline', search: true },
    tags: { type: 'text', many: true, search: { weight: 9 } },
    group: { type: 'text' },
  };
  const books = [
    { id: 'study', title: 'War and Peace and War: A Study', body: often('war peace'), group: 'a' },
    { id: 'reversed', title: 'Peace, War', body: often('war peace'), tags: ['war', 'peace'], group: 'a' },
    { id: 'apart', title: 'The War for Lasting Peace', body: often('war peace'), tags: ['war', 'peace'], group: 'b' },
    { id: 'whole', title: 'Wár & Peace', group: 'b' },
    { id: 'whole-and', title: 'War and Peace', group: 'b' },
    { id: 'body', title: 'Essays', body: `war and peace ${often('war peace')}`, group: 'a' },
    { id: 'london', title: 'London', body: often('other words') },
    { id: 'bridge', title: 'London Bridge, London', body: often('london'), tags: ['london'] },
    { id: 'add-on', title: 'Café-Régal', body: 'addon' },
    { id: 'cafe', title: 'The cafe of the regal', body: often('cafe regal'), tags: ['cafe', 'regal'] },
    { id: 'the', title: 'The', body: 'x' },
    { id: 'untitled', title: null, body: often('war peace') },
    ...Array.from({ length: 400 }, (_, i) => ({
      id: `l${i}`,
      title: 'A town',
      body: often('london'),
      tags: ['london'],
    })),
  ];
  const files = {
    'model.json': modelOf(
      { book: fields, film: { name: { type: 'text', search: true } }, shelf: { books: linksTo('book') } },
      { language: 'en' },
    ),
    'book.ndjson': books,
    'film.ndjson': [
      { id: 'f-other', name: 'Peace after war and war after peace' },
      { id: 'f-whole', name: 'War and Peace' },
    ],
    'shelf.ndjson': [{ id: 's', books: ['body', 'study', 'reversed', 'apart', 'whole-and', 'whole'] }],
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, out);
});

interface Shown {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly total: number };
}
const ask = (text: string, path = '/book', rest = ''): Shown => {
  const search = `?filter[_search]=${encodeURIComponent(text)}${rest}`;
  return JSON.parse(answer(space, parseRequest(space.model, path, search), '/d').toString()) as Shown;
};
const idsOf = (text: string, path?: string, rest?: string): readonly string[] =>
  ask(text, path, rest).data.map(({ id }) => id);

describe('a search whose text is a whole title', () => {
  it.each([
    ['War and Peace', 'whole-and'],
    ['war and peace', 'whole-and'],
    ['WAR AND PEACE!', 'whole-and'],
    ['“war and peace”', 'whole-and'],
    ['war peace', 'whole'],
    ['wár & peace', 'whole'],
    ['war-peace', 'whole'],
    ['london', 'london'],
    ['London.', 'london'],
    ['cafe regal', 'add-on'],
    ['Café-Régal', 'add-on'],
    ['the', 'the'],
  ])('%s › comes first', (text, id) => {
    expect(idsOf(text)[0]).toBe(id);
  });

  it('a filter › it is first among the items that pass', () => {
    expect(idsOf('war and peace', '/book', '&filter[group][_eq]=b')[0]).toBe('whole-and');
    expect(idsOf('war and peace', '/book', '&filter[group][_eq]=a')).not.toContain('whole-and');
  });

  it('pages and totals › continue after it', () => {
    const all = ask('london', '/book', '&page[limit]=100');
    expect(all.meta.total).toBe(402);
    const pages = [0, 1, 2, 50].map((skip) => idsOf('london', '/book', `&page[skip]=${skip}&page[limit]=2`));
    expect(pages).toEqual([0, 1, 2, 50].map((skip) => all.data.slice(skip, skip + 2).map(({ id }) => id)));
  });

  it('related items and all types › it comes first', () => {
    expect(idsOf('war and peace', '/shelf/s/books').slice(0, 2)).toEqual(['whole-and', 'study']);
    expect(idsOf('war and peace', '/_search').slice(0, 2)).toEqual(['whole-and', 'f-whole']);
  });

  it('a sort › is not changed by it', () => {
    expect(idsOf('war and peace', '/book', '&sort=title')[0]).toBe('body');
  });
});

describe('a search for words of a title', () => {
  it('titles with the words in order and side by side › come before titles and texts with the words', () => {
    expect(idsOf('war and peace').slice(0, 2)).toEqual(['whole-and', 'study']);
    expect(idsOf('peace and war')[0]).toBe('study');
    expect(idsOf('peace war')[0]).toBe('reversed');
  });

  it('one word next to a stop word › titles with both come first, on every page', () => {
    expect(idsOf('a town of')[0]).toBe('l0');
    const ids = idsOf('the regal');
    expect(ids[0]).toBe('cafe');
    expect(idsOf('the regal', '/book', '&page[skip]=1')).toEqual(ids.slice(1));
  });

  it('one word › titles with it are ranked by their words', () => {
    expect(idsOf('bridge')[0]).toBe('bridge');
    expect(idsOf('peace')[0]).toBe('reversed');
  });

  it('a last word that no item has › does not matter', () => {
    expect(idsOf('war and peace a stu')[0]).toBe('study');
    expect(idsOf('war and peace xyz').slice(0, 2).toSorted()).toEqual(['study', 'whole-and']);
  });
});

describe('the choices of a search › whatever is chosen', () => {
  it.each(['london', 'war peace', 'war and peace', 'cafe regal', 'london bridge', 'peace and war'])(
    '%s › has the same answer',
    (text) => {
      const expected = ask(text);
      for (const page of ['ranked', 'all'] as const) {
        for (const word of ['stored', 'weighed'] as const) {
          withChoices({ ways: { 'search.page': page, 'search.word': word } }, () => {
            expect(ask(text)).toEqual(expected);
          });
        }
      }
    },
  );
});

describe('an explanation', () => {
  it('a search for a title › lists the items that titles put first', () => {
    const words = explainRequest(space, '/book', '?filter[_search]=war+and+peace', '', () => 0).words;
    expect(words?.at(-1)).toEqual({
      type: 'book',
      word: 'war and peace',
      lists: [
        { kind: 'wholeTitle', size: 1, because: 'it is the whole title: before all other items' },
        {
          kind: 'title',
          size: 2,
          because: 'the title has its words side by side: before items that match as many words',
        },
      ],
    });
  });
});
