/**
 * A snapshot that is only there while a database is loaded from it: what it has, what it lacks, and that it goes.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leanModel, withLeanSnapshot } from '../../../build/publish/lean-snapshot.js';
import { ExportError } from '../../../src/content/errors/index.js';
import { contentModel, contentType, isOn, structuresOf } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const options = { files: diskFiles, strict: false };

describe('leanModel', () => {
  it('fields with all structures › keep only searches and are delivered unchanged', () => {
    const asked = { search: { weight: 3 }, fold: true, contains: false, endsWith: false } as const;
    const model = contentModel('shop', [
      contentType('book', [
        { name: 'title', type: 'text', ...asked },
        { name: 'genre', type: 'select', options: ['Fiction'], search: { weight: 1 } },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'labels', type: 'text', many: true },
        { name: 'cover', type: 'image' },
        { name: 'author', type: 'relationship', to: ['book'], many: false },
      ]),
    ]);
    const { contentTypes, ...rest } = leanModel(model);
    expect(rest).toMatchObject({ space: 'shop' });
    expect(contentTypes).toEqual([
      {
        name: 'book',
        fields: [
          { name: 'title', type: 'text', search: { weight: 3 }, filter: false, sort: false },
          { name: 'genre', type: 'select', options: ['Fiction'], search: { weight: 1 }, filter: false, sort: false },
          { name: 'price', type: 'decimal', precision: 2, filter: false, sort: false },
          { name: 'labels', type: 'text', many: true, filter: false },
          { name: 'cover', type: 'image' },
          { name: 'author', type: 'relationship', to: ['book'], many: false, filter: false },
        ],
      },
    ]);
  });
});

describe('withLeanSnapshot', () => {
  it('in use › has the items without structures, and the model of the export; afterwards it is removed', async () => {
    const parent = join(newFolder(), 'not', 'there');
    const source = writeFiles(newFolder(), shelf);
    const used = await withLeanSnapshot(source, parent, options, async ({ space, model, report }) => {
      expect(readdirSync(parent)).toEqual([expect.stringMatching(/^\.stele-load-/)]);
      for (const { fields } of space.model.contentTypes.values()) {
        for (const field of fields) expect(structuresOf(field).filter((name) => isOn(field, name))).toEqual([]);
      }
      for (const { fields } of model.contentTypes.values()) {
        for (const field of fields) expect(structuresOf(field).every((name) => isOn(field, name))).toBe(true);
      }
      const document = answer(space, parseRequest(space.model, '/book/b1', ''), '').toString();
      return [report.items, JSON.parse(document).data.attributes];
    });
    expect(used).toEqual([4, { title: 'Stone', price: '9.50' }]);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('a failure of the export or of the caller › is thrown, and the snapshot is removed', async () => {
    const parent = newFolder();
    const source = writeFiles(newFolder(), shelf);
    const failing = withLeanSnapshot(source, parent, options, () => Promise.reject(new Error('the database is gone')));
    await expect(failing).rejects.toThrow('the database is gone');
    const twice = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1' }, { id: 'a1' }] });
    const refused = withLeanSnapshot(twice, parent, options, () => Promise.reject(new Error('was used')));
    await expect(refused).rejects.toThrow(ExportError);
    expect(readdirSync(parent)).toEqual([]);
  });
});
