/**
 * Localized fields that are called as a structure of the segment is: `search` and `documents`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshot } from '../../../src/index/verify/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

const model = {
  space: 's',
  locales: [
    { code: 'en', language: 'en' },
    { code: 'de', language: 'de', fallback: 'en' },
    { code: 'de-CH', language: 'de', fallback: 'de' },
  ],
  contentTypes: [
    {
      name: 'object',
      fields: [
        { name: 'title', type: 'text', localized: true, search: true },
        { name: 'search', type: 'text', localized: true },
        { name: 'documents', type: 'text', localized: true },
      ],
    },
  ],
};

it('fields called search and documents › each locale is answered from its own values', async () => {
  const [folder, snapshots] = [newFolder(), newFolder()];
  const texts = { en: 'one', de: 'eins', 'de-CH': 'eis' };
  const item = { id: 'a', title: { en: 'same' }, search: texts, documents: texts };
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, { 'model.json': JSON.stringify(model), 'object.ndjson': `${JSON.stringify(item)}\n` });
  const { snapshot } = await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  for (const [locale, own] of Object.entries(texts)) {
    for (const field of ['search', 'documents']) {
      for (const value of Object.values(texts)) {
        const query = `?filter[${field}][_eq]=${value}&localeCode=${locale}`;
        const { data } = JSON.parse(answer(space, parseRequest(space.model, '/object', query), '').toString());
        expect([locale, field, value, data.length]).toEqual([locale, field, value, value === own ? 1 : 0]);
      }
    }
  }
  expect(listProblems(await verifySnapshot(diskFiles, join(snapshots), snapshot))).toEqual([]);
});
