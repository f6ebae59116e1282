/**
 * A text that identifies the current contents of a file or a folder, to notice a change by polling.
 */
import { join } from 'node:path';
import type { Files } from './files.js';

/**
 * @param path of a file, or of a folder with all below it but hidden names
 * @returns what tells it from what it was before; the same only where nobody has written to it. Cost: one stat a file
 */
export async function stateOf(files: Files, path: string): Promise<string> {
  const found = await files.stat(path).catch(() => undefined);
  if (found?.kind !== 'folder') return `${path} ${found?.identity}\n`;
  const names = (await files.list(path).catch(() => [])).filter((name) => !name.startsWith('.'));
  return (await Promise.all(names.map((name) => stateOf(files, join(path, name))))).join('');
}
