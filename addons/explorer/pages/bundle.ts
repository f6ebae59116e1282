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
  /** Hash of the guides' inline script, as in `BundledPage`. */
  readonly guideScript: string;
  /** Folder of the snapshot that the search of the guides reads; it may be missing. */
  readonly guideSearchFolder: string;
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

/** @returns no guides if the file of the guides is missing */
async function readGuides(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const text = await readFile(join(folder, 'guides.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  const pages: unknown = JSON.parse(text);
  if (typeof pages !== 'object' || pages === null) return new Map();
  return new Map(Object.entries(pages).map(([name, html]) => [name, staticFile(HTML_TYPE, String(html))]));
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
  const [page, files, guides] = await Promise.all([
    readPage(folder, listedPage),
    Promise.all(listedFiles.filter(isListedFile).map((file) => readBundled(folder, file))),
    readGuides(folder),
  ]);
  if (page === undefined) return undefined;
  return {
    page,
    files,
    guides,
    guideScript: 'guideScript' in content ? String(content.guideScript) : '',
    guideSearchFolder: join(folder, 'guide-search'),
  };
}
