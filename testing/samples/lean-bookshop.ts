/**
 * The bookshop with other field options, such as without some structures.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { temporaryFolder } from './bookshop.js';
import { editedExport } from './edited-bookshop.js';

/** @param options `book.subtitle` → additional options of this field in the model */
export async function openBookshopWith(options: Readonly<Record<string, object>>): Promise<Space> {
  const folder = editedExport((_, items) => items);
  const path = join(folder, 'model.json');
  const model = JSON.parse(readFileSync(path, 'utf8'));
  for (const type of model.contentTypes)
    type.fields = type.fields.map((field: { name: string }) => ({
      ...field,
      ...options[`${type.name}.${field.name}`],
    }));
  writeFileSync(path, JSON.stringify(model));
  const snapshots = join(temporaryFolder(), 'snapshots');
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, snapshots);
}

/** No substrings of subtitles, no sort by pages. */
export const openLeanBookshop = (): Promise<Space> =>
  openBookshopWith({ 'book.subtitle': { contains: false }, 'book.pages': { sort: false } });
