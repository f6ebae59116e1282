/**
 * The bookshop without some of its structures: no substrings of subtitles, no sort by pages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { temporaryFolder } from './bookshop.js';
import { editedExport } from './edited-bookshop.js';

const OFF: Readonly<Record<string, object>> = { subtitle: { contains: false }, pages: { sort: false } };

export async function openLeanBookshop(): Promise<Space> {
  const folder = editedExport((_, items) => items);
  const path = join(folder, 'model.json');
  const model = JSON.parse(readFileSync(path, 'utf8'));
  for (const type of model.contentTypes) {
    if (type.name !== 'book') continue;
    type.fields = type.fields.map((field: { name: string }) => ({ ...field, ...OFF[field.name] }));
  }
  writeFileSync(path, JSON.stringify(model));
  const snapshots = join(temporaryFolder(), 'snapshots');
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, snapshots);
}
