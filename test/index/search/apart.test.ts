/**
 * Fields without stems, without typing errors, or without both: results, highlights and suggestions.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
let space: Space;

interface Shown {
  readonly data: readonly {
    readonly id: string;
    readonly meta?: { readonly highlights?: Readonly<Record<string, { readonly text: string } | undefined>> };
  }[];
  readonly meta: { readonly suggestions?: readonly { readonly text: string; readonly kind: string }[] };
}

function asked(path: string, search: string): Shown {
  return JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
}

const found = (words: string): readonly string[] =>
  asked('/thing', `?filter[_search]=${encodeURIComponent(words)}`).data.map(({ id }) => id);

beforeAll(async () => {
  const folder = newFolder();
  const fields = [
    { name: 'title', type: 'text', search: { weight: 2, stems: false, phrases: true } },
    { name: 'number', type: 'text', search: { stems: false, typos: false } },
    { name: 'author', type: 'text', search: { typos: false } },
    { name: 'body', type: 'text', search: { phrases: true } },
  ];
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ thing: fields }, { language: 'en' }),
    'thing.ndjson': [
      { id: 'name', title: 'Muddy Waters', number: 'QXWVKL', author: 'Gardeners' },
      { id: 'text', title: 'Rivers', number: 'QXWVKM', body: 'of muddy waters, and gardening' },
    ],
  });
  await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'out'));
});

describe('fields with word marks', () => {
  it.each([
    ['waters ', ['name', 'text'], 'as it is written, in both'],
    ['water ', ['text'], 'in another form, where there are stems'],
    ['watres ', ['name', 'text'], 'mistyped, in both'],
    ['rivrs ', ['text'], 'mistyped, though it has no stem'],
    ['QXWVKL', ['name'], 'the number'],
    ['QXWVKN ', [], 'a number mistyped'],
    ['QXWV', ['name', 'text'], 'the beginning of a number'],
    ['gardener ', ['text', 'name'], 'in another form'],
    ['gardners ', [], 'mistyped, where that is not forgiven'],
    ['"muddy waters"', ['name', 'text'], 'a phrase, in each of them'],
    ['"muddy water"', ['text'], 'a phrase in another form'],
    ['muddy -waters', [], 'what is left out, of both'],
    ['rivers gardening ', ['name', 'text'], 'words of two fields, or one of them'],
  ])('%s › %j: %s', (words, ids) => {
    expect(found(words).toSorted()).toEqual(ids.toSorted());
  });

  it('highlights › mark the matched words only', () => {
    const { data } = asked('/thing', '?filter[_search]=water%20&_highlight=title,body');
    expect(data.map(({ meta }) => Object.keys(meta?.highlights ?? {}))).toEqual([['body']]);
    const both = asked('/thing', '?filter[_search]=waters%20&_highlight=title,body').data;
    expect(both.map(({ meta }) => Object.keys(meta?.highlights ?? {}).join()).toSorted()).toEqual(['body', 'title']);
  });

  it('suggestions › come from all fields, each word once, with titles', () => {
    expect(asked('/_suggest', '?q=wat').meta.suggestions).toMatchObject([
      { text: 'waters', kind: 'word' },
      { text: 'Muddy Waters', kind: 'title' },
    ]);
    expect(asked('/_suggest', '?q=qxwvk').meta.suggestions?.map(({ text }) => text)).toEqual(['qxwvkl', 'qxwvkm']);
    expect(asked('/_suggest', '?q=qxwvjl').meta.suggestions).toEqual([]);
  });

  it('all types together › give the same results', () => {
    expect(asked('/_search', '?filter[_search]=water%20').data.map(({ id }) => id)).toEqual(['text']);
  });
});
