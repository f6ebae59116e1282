/**
 * The explorer as `npm run compile` bundled it, in memory: its page, and the files that the page names by their content.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../files/index.js';
import type { StaticFile } from '../pages/static-file.js';

/** A file in each coding. */
export interface BundledFile extends StaticFile {
  readonly name: string;
}

export interface ExplorerBundle {
  readonly page: BundledFile;
  /** Named so that another content has another name. */
  readonly files: readonly BundledFile[];
}

const pageName = 'index.html';
const listName = 'files.json';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

interface Listed {
  readonly name: string;
  readonly mediaType: string;
  readonly hash: string;
}

const isListed = (value: unknown): value is Listed =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'mediaType', 'hash'].every((key) => typeof Reflect.get(value, key) === 'string');

/**
 * @param folder where the bundle lies
 * @returns undefined where the package was compiled without it
 */
export async function readExplorer(
  folder = join(packageRoot(), 'dist', 'explorer'),
): Promise<ExplorerBundle | undefined> {
  const listed = await readFile(join(folder, listName), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (listed === undefined) return undefined;
  const content: unknown = JSON.parse(listed);
  const all = await Promise.all(
    (Array.isArray(content) ? content : [])
      .filter(isListed)
      .map(async ({ name, mediaType, hash }): Promise<BundledFile> => {
        const path = join(folder, name);
        const [bytes, gzip, br] = await Promise.all([readFile(path), readFile(`${path}.gz`), readFile(`${path}.br`)]);
        return {
          name,
          mediaType,
          hash,
          bytes,
          encoded: new Map([
            ['gzip', gzip],
            ['br', br],
          ]),
        };
      }),
  );
  const page = all.find(({ name }) => name === pageName);
  return page === undefined ? undefined : { page, files: all.filter((file) => file !== page) };
}
