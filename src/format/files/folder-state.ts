/**
 * A text that identifies the current contents of a file or a folder, to notice a change by polling.
 */
import { join } from 'node:path';
import type { Files } from './files.js';

/**
 * @param path a file, or a folder with its contents except hidden names
 * @returns a text that changes when anything in it is written. Cost: one stat for each file
 */
export async function contentState(files: Files, path: string): Promise<string> {
  const found = await files.stat(path).catch(() => undefined);
  if (found?.kind !== 'folder') return `${path} ${found?.identity}\n`;
  const names = (await files.list(path).catch(() => [])).filter((name) => !name.startsWith('.'));
  return (await Promise.all(names.map((name) => contentState(files, join(path, name))))).join('');
}
