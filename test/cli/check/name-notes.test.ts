/**
 * Tests of the notes of `stele check` on names that break generated clients.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteNames } from '../../../src/cli/build/name-notes.js';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { BOOKSHOP_EXPORT } from '../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

const noteFields = (...names: readonly string[]): readonly string[] =>
  noteNames(
    contentModel('site', [
      contentType(
        'page',
        names.map((name) => ({ name, type: 'text' })),
      ),
    ]),
  );

const noteTypes = (...names: readonly string[]): readonly string[] =>
  noteNames(
    contentModel(
      'site',
      names.map((name) => contentType(name, [])),
    ),
  );

describe('notes on names', () => {
  it.each([
    [['user-item', 'user_item'], ['"user_item" differs from "user-item"']],
    [
      ['Page', 'page', 'PAGE'],
      ['"page" differs from "Page"', '"PAGE" differs from "Page"'],
    ],
    [['constructor'], ['"constructor" has the name of a member']],
    [
      ['class', 'object', 'new'],
      ['"class" has a reserved word', '"new" has a reserved word'],
    ],
    [['page', 'pages'], []],
  ])('types %j › %j', (names, parts) => {
    expect(noteTypes(...names)).toEqual(parts.map((part) => expect.stringContaining(`The content type ${part}`)));
  });

  it('fields › name their type; a field may be a reserved word', () => {
    expect(noteFields('toString', 'class', 'in-print', 'inPrint')).toEqual([
      expect.stringMatching(/^page: the field "inPrint" differs from "in-print" .* Rename one of them\.$/),
      expect.stringMatching(/^page: the field "toString" has the name of a member .* Rename it\.$/),
    ]);
  });
});

describe('stele check', () => {
  it('names that break generated clients › a note on stderr, and exit code 0, also with --strict', async () => {
    const fields = [{ name: 'constructor', type: 'text' }];
    const folder = writeFiles(join(newFolder(), 'export'), {
      'model.json': { space: 'site', contentTypes: [{ name: 'page', fields }] },
      'page.ndjson': [{ id: 'a', constructor: 'x' }],
    });
    const { code, stderr } = await stele(['check', folder, '--strict']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('note: page: the field "constructor"'),
    });
  });

  it('a build › notes them in one sentence', async () => {
    const contentTypes = ['valueOf', 'page'].map((name) => ({ name, fields: [{ name: 'constructor', type: 'text' }] }));
    const folder = writeFiles(join(newFolder(), 'export'), {
      'model.json': { space: 'site', contentTypes },
      'page.ndjson': [{ id: 'a' }],
      'valueOf.ndjson': [],
    });
    const { code, stderr } = await stele(['build', folder, '--out', newFolder()]);
    expect(code).toBe(0);
    expect(stderr.match(/^note: .*/gm)).toEqual([
      'note: the content type "valueOf" has the name of a member of every JavaScript object, which breaks generated clients, as do 2 more: see stele check.',
    ]);
  });

  it('the bookshop › no note', async () => {
    const { code, stderr } = await stele(['check', BOOKSHOP_EXPORT]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('note:') });
  });
});
