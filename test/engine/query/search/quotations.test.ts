/**
 * Quotations in long plain questions: they count like a word, and are not required.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { answer, explainRequest, parseRequest } from '../../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { linksTo, modelOf } from '../../../../testing/samples/model.js';

const newFolder = temporaryFolders();
let space: Space;

beforeAll(async () => {
  const body = { body: { type: 'textMultiline', search: { phrases: true } } };
  const files = {
    'model.json': modelOf({ page: body, note: body, shelf: { pages: linksTo('page') } }, { language: 'en' }),
    'page.ndjson': [
      { id: 'filler', body: 'nothing of interest' },
      { id: 'apart', body: 'a road made of salt near the coast' },
      { id: 'phrase', body: 'the salt road near the coast' },
      { id: 'words', body: 'farmers work in the cold of winter' },
    ],
    'note.ndjson': [{ id: 'note', body: 'the road to the salt, near a coast' }],
    'shelf.ndjson': [{ id: 's', pages: ['filler', 'apart', 'phrase', 'words'] }],
  };
  const out = newFolder();
  await buildSnapshot(writeFiles(join(newFolder(), 'export'), files), out, { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, out);
});

const idsOf = (text: string, path = '/page', rest = ''): readonly string[] => {
  const search = `?filter[_search]=${encodeURIComponent(text)}${rest}`;
  const document = JSON.parse(answer(space, parseRequest(space.model, path, search), '/d').toString()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return document.data.map(({ id }) => id);
};

const question = 'where does the “salt road” near the coast leave for farmers or cattle';

describe('a quotation', () => {
  it('five words outside of it › is not required, and items with it come before items with its words', () => {
    expect(idsOf(question)).toEqual(['phrase', 'apart', 'words']);
    expect(idsOf(question, '/shelf/s/pages')).toEqual(['phrase', 'apart', 'words']);
    expect(idsOf(question, '/_search')).toEqual(['phrase', 'note', 'apart', 'words']);
  });

  it('fewer words outside of it, or all words required › is required', () => {
    expect(idsOf('“salt road” near the coast leave farmers')).toEqual(['phrase']);
    expect(idsOf('"salt road" near coast')).toEqual(['phrase']);
    expect(idsOf(question, '/page', '&_match=all')).toEqual([]);
  });

  it('with a word that no item has › does not change the answer', () => {
    const plain = 'where does zzzz near the coast leave for farmers or cattle';
    expect(idsOf(plain.replace('zzzz', '“salt zzzz”'))).toEqual(idsOf(plain.replace('zzzz', 'salt zzzz')));
  });

  it('in an explanation › is listed as one', () => {
    const search = `?filter[_search]=${encodeURIComponent(question)}`;
    expect(explainRequest(space, '/page', search, '', () => 0).words?.at(-1)).toEqual({
      type: 'page',
      word: 'salt road',
      lists: [{ kind: 'phrase', size: 2, because: 'a quotation of a long question: it counts like a word' }],
    });
  });
});
