/**
 * Edited copies of the bookshop: exports with changed items, and a folder with the snapshots of two nights.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { BOOKSHOP_EXPORT, temporaryFolder } from './bookshop.js';

type Item = Readonly<Record<string, unknown>>;

/** A copy of the sample export, its items as the function leaves them. */
export function editedExport(edit: (type: string, items: readonly Item[]) => readonly Item[]): string {
  const folder = join(temporaryFolder(), 'export');
  cpSync(BOOKSHOP_EXPORT, folder, { recursive: true });
  const { contentTypes } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  for (const { name } of contentTypes) {
    const file = join(folder, `${name}.ndjson`);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const items = edit(
      name,
      lines.map((line) => JSON.parse(line)),
    );
    writeFileSync(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  }
  return folder;
}

export const EDITED_BOOK = 'the-drowned-verger';
export const REMOVED_REVIEW = 'r001';

export function edited(type: string, items: readonly Item[]): readonly Item[] {
  if (type === 'review') return items.filter(({ id }) => id !== REMOVED_REVIEW);
  return items.map((item) =>
    type === 'book' && item['id'] === EDITED_BOOK
      ? { ...item, title: { en: 'The Drowned Verger, again', de: 'Der ertrunkene Küster' } }
      : item,
  );
}

/** @returns the folder of snapshots: PREVIOUS is the first night, CURRENT the second */
export async function twoNights(): Promise<string> {
  const snapshots = join(temporaryFolder(), 'snapshots');
  for (const folder of [BOOKSHOP_EXPORT, editedExport(edited)]) {
    await buildSnapshot(folder, snapshots, { files: diskFiles, strict: false });
  }
  return snapshots;
}
