/**
 * Reads the bundle of the explorer into memory: the page, its files in each coding, and the guides.
 *
 * Elsewhere: writing the bundle (bundle.mjs), serving it (explorer-pages).
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../src/content/errors/index.js';
import { packageRoot } from '../../../src/format/files/index.js';
import { type StaticFile, staticFile } from '../../../src/server/index.js';

/** A file, uncompressed and in each coding. */
export interface BundledFile extends StaticFile {
  readonly name: string;
}

export interface BundledPage {
  /** HTML before and after the position of the description. */
  readonly before: string;
  readonly after: string;
  /** Hashes of the inline script and styles for the Content-Security-Policy: `sha256-…`. */
  readonly script: string;
  readonly style: string;
}

export interface ExplorerBundle {
  readonly page: BundledPage;
  /** Files whose names contain a hash of their content. */
  readonly files: readonly BundledFile[];
  /** Name of a guide → its page. */
  readonly guides: ReadonlyMap<string, StaticFile>;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

const listName = 'files.json';
const descriptionMark = '{{description}}';

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const hasTexts = (value: unknown, keys: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => typeof Reflect.get(value, key) === 'string');

interface ListedPage {
  readonly name: string;
  readonly script: string;
  readonly style: string;
}
const isListedPage = (value: unknown): value is ListedPage => hasTexts(value, ['name', 'script', 'style']);

interface ListedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly hash: string;
}
const isListedFile = (value: unknown): value is ListedFile => hasTexts(value, ['name', 'mediaType', 'hash']);

async function readPage(folder: string, { name, script, style }: ListedPage): Promise<BundledPage | undefined> {
  const [before, after] = (await readFile(join(folder, name), 'utf8')).split(descriptionMark);
  return before === undefined || after === undefined ? undefined : { before, after, script, style };
}

async function readBundled(folder: string, { name, mediaType, hash }: ListedFile): Promise<BundledFile> {
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
}

/**
 * @param folder folder of the bundle
 * @returns      undefined if the package was compiled without the explorer
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
  if (typeof content !== 'object' || content === null || !('page' in content && 'files' in content)) return undefined;
  const { page: listedPage, files: listedFiles } = content;
  if (!isListedPage(listedPage) || !Array.isArray(listedFiles)) return undefined;
  const names = 'guides' in content && Array.isArray(content.guides) ? content.guides.map(String) : [];
  const [page, files, guides] = await Promise.all([
    readPage(folder, listedPage),
    Promise.all(listedFiles.filter(isListedFile).map((file) => readBundled(folder, file))),
    Promise.all(names.map(async (name) => staticFile(HTML_TYPE, await readFile(join(folder, `guide-${name}.html`))))),
  ]);
  if (page === undefined) return undefined;
  return { page, files, guides: new Map(guides.map((guide, place) => [names[place] ?? '', guide])) };
}
