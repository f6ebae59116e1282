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
  const status = await files.stat(path).catch(() => undefined);
  if (status?.kind !== 'folder') return `${path} ${status?.identity}\n`;
  const names = await files.list(path).catch(() => []);
  const visibleNames = names.filter((name) => !name.startsWith('.'));
  const states = await Promise.all(visibleNames.map((name) => contentState(files, join(path, name))));
  return states.join('');
}
