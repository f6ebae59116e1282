/**
 * Suggestions: typed text is completed from words and titles.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { type AnyContent, type OpenSnapshot, openSnapshot } from '../../../../src/client/library/index.js';
import { RequestError } from '../../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../../src/content/model/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, dependencies, estimatedCost, parseRequest, typeKey } from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { modelOf } from '../../../../testing/samples/model.js';

const newFolder = temporaryFolders();
let space: Space;
let library: OpenSnapshot<AnyContent>;

beforeAll(async () => {
  const title = { name: 'title', type: 'text', search: { weight: 3 } };
  const files = {
    'model.json': modelOf(
      { book: [{ name: 'about', type: 'text', search: true }, title], film: [title], plain: { title: 'text' } },
      { language: 'en' },
    ),
    'book.ndjson': [
      { id: '1', title: 'Harry Potter and the Chamber', about: 'a boy' },
      { id: '2', title: 'Harry Potter and the Stone', about: 'a boy' },
      { id: '3', title: 'The Café of Harry', about: 'coffee' },
      { id: '4', title: 'Pottery', about: 'clay for gardeners' },
      { id: '5', title: 'Pottery', about: 'more clay' },
      // With more occurrences than the items that begin with the whole title.
      ...Array.from({ length: 40 }, (_, i) => ({ id: `s${i}`, title: `Summer, summer and summer ${i}`, about: 'x' })),
      { id: 'whole', title: 'The Summer', about: Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ') },
      ...Array.from({ length: 60 }, (_, i) => ({ id: `g${i}`, title: `Gardens of ${i}`, about: 'potato' })),
    ],
    'film.ndjson': [{ id: 'f', title: 'Harry Potter and the Stone' }],
    'plain.ndjson': [{ id: 'p', title: 'Harry' }],
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, out);
  library = await openSnapshot(out);
});

const suggested = (text: string): readonly string[] =>
  library.suggest(text).map(({ text: one, kind, type, count }) => `${kind} ${one} ${type} ${count}`);

describe('suggestions', () => {
  it.each<[string, readonly string[]]>([
    [
      'harry pot',
      [
        'title Harry Potter and the Chamber book 1',
        'title Harry Potter and the Stone book 1',
        'title Harry Potter and the Stone film 1',
      ],
    ],
    ['cafe', ['word cafe book 1', 'title The Café of Harry book 1']],
    ['CAFÉ', ['word cafe book 1', 'title The Café of Harry book 1']],
    ['stone potter', ['title Harry Potter and the Stone book 1', 'title Harry Potter and the Stone film 1']],
    ['pottery ', ['word pottery book 2', 'title Pottery book 2']],
    ['chambre ', ['word chamber book 1', 'title Harry Potter and the Chamber book 1']],
    ['chamfe', ['word chamber book 1', 'title Harry Potter and the Chamber book 1']],
    ['harry xyzzy', []],
    [
      'HARRY POTTER, and the stone',
      ['title Harry Potter and the Stone book 1', 'title Harry Potter and the Stone film 1'],
    ],
    ['xyzzyxyzzy', []],
    ['(((', []],
  ])('%s › %j', (text, expected) => {
    expect(suggested(text)).toEqual(expected);
  });

  it('of one word › the most frequent words, then titles that have one of them, ten in all', () => {
    const suggestions = suggested('p');
    expect(suggestions.slice(0, 2)).toEqual(['word potato book 60', 'word potter book 2']);
    expect(suggestions).toContain('title Pottery book 2');
    expect(suggested('g')).toHaveLength(10);
    expect(suggested('g').slice(0, 2)).toEqual(['word gardeners book 61', 'word gardens book 61']);
  });

  it('a whole title › comes before titles that contain it, though many items have more of its words', () => {
    expect(suggested('the summer')[0]).toBe('title The Summer book 1');
    expect(suggested('summer').find((text) => text.startsWith('title'))).not.toBe('title The Summer book 1');
  });

  it('of chosen types › of no other type', () => {
    const url = library.answer('/_suggest?q=harry+potter&type=film');
    expect(JSON.parse(Buffer.from(url.body).toString())).toEqual({
      jsonapi: { version: '1.1' },
      links: { self: '/delivery/jsonapi/_suggest?q=harry%20potter&type=film' },
      meta: { suggestions: [{ text: 'Harry Potter and the Stone', kind: 'title', type: 'film', count: 1 }] },
    });
    expect(url.headers['x-service-query-complexity']).toBe('150');
  });

  it('depend on the searched fields, and have a cost', () => {
    const request = parseRequest(space.model, '/_suggest', '?q=harry');
    answer(space, request, '/d');
    expect(estimatedCost()).toBeGreaterThan(1000);
    expect(() => answer(space, request, '/d', { maxCostMs: 0.0001 })).toThrow(/QueryTooCostly/);
    expect([...dependencies(space.model, request, [])]).toEqual(
      expect.arrayContaining([typeKey('book'), typeKey('film'), 'book:title', 'book:about']),
    );
  });

  it.each([
    ['', 'InvalidParameter q: "q" is missing or empty: write q=<text>. The parameters here are: q, type, localeCode.'],
    [`?q=${'x'.repeat(201)}`, 'InvalidParameter q: "q" has 201 characters; at most 200 are completed.'],
    [
      '?q=a&type=boook',
      'InvalidParameter type: "boook" is not a searched type. Did you mean "book"? The searched types are: book, film.',
    ],
    ['?q=a&q=b', 'InvalidParameter q: "q" was sent more than once.'],
    [
      '?q=a&typ=book',
      'UnknownParameter typ: There is no parameter "typ" here. Did you mean "type"? The parameters here are: q, type, localeCode.',
    ],
    ['?q=a&localeCode=de', 'InvalidParameter localeCode: This space has no locales. Leave "localeCode" out.'],
    [
      '?q=%FF',
      'InvalidParameter q: "q=%FF" is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".',
    ],
  ])('%s › is refused', (search, expected) => {
    let problems: readonly string[] = [];
    try {
      parseRequest(space.model, '/_suggest', search);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problems = error.problems.map(({ code, parameter, detail }) => `${code} ${parameter}: ${detail}`);
    }
    expect(problems).toContain(expected);
  });

  it('without searched types › says so', () => {
    const plain = contentModel('plain', [contentType('book', [{ name: 'name', type: 'text' }])]);
    expect(() => parseRequest(plain, '/_suggest', '?q=a')).toThrow(/nothing can be completed/);
  });
});
