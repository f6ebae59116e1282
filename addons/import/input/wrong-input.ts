/**
 * The message that refuses an input of the wrong kind: it names the kind that the input seems to be, and the expected one.
 *
 * The kind is recognized by the first 64 KiB of the file, decompressed.
 */
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NotAnExport } from '../../../build/publish/index.js';
import { list, OperationError, shellWord } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { headOf, isGzip, kindOf } from './bytes.js';

/** Patterns in the first bytes of a file, and the kinds that they show; the first match counts. */
const kindPatterns: readonly (readonly [RegExp, string])[] = [
  [/"contentTypes"\s*:|"editorInterfaces"\s*:/, 'a Contentful space export'],
  [/<wp:wxr_version>|xmlns:wp="http:\/\/wordpress\.org\/export/, 'a WordPress export (WXR)'],
  [/<rss\b/, 'an RSS feed'],
  [/<feed\b/, 'an Atom feed'],
  [/^\s*<\?xml|^\s*<!DOCTYPE|^\s*<html/i, 'an XML or HTML file'],
  [/"_type"\s*:\s*"|"_id"\s*:\s*"/, 'a Sanity dataset'],
  [/"api::|"plugin::|"strapi"\s*:/, 'a Strapi export'],
  [/"directus_|"collection"\s*:/, 'files of a Directus template'],
  [/"jsonapi"\s*:\s*\{/, 'a JSON:API document'],
  [/^\s*[[{]/, 'a JSON file'],
  [/^---\r?\n/, 'a Markdown file with front matter'],
  [/^PK\x03\x04/, 'a ZIP archive'],
  [/^%PDF/, 'a PDF'],
  [/^SQLite format 3/, 'an SQLite database'],
  [/^(?:--|\/\*).*(?:dump|MySQL|PostgreSQL)/is, 'a database dump'],
];

/** @returns the kind, such as `a Contentful space export` */
async function recognizeKind(path: string): Promise<string> {
  if ((await kindOf(path)) === 'folder') return 'a folder';
  const head = await headOf(path, 1 << 16);
  if (head.length === 0) return 'an empty file';
  let bytes = head;
  if (isGzip(head)) {
    try {
      // Z_SYNC_FLUSH (2) accepts the cut end of the data.
      bytes = gunzipSync(head, { finishFlush: 2, maxOutputLength: 1 << 24 });
    } catch {
      return 'a gzip file that cannot be read';
    }
    if (bytes.subarray(257, 262).toString('latin1') === 'ustar') {
      const names = [...bytes.toString('latin1').matchAll(/(?:^|\0)([\w./-]+\.(?:jsonl|ndjson|json|xml))\0/g)];
      const [, firstName] = names[0] ?? [];
      return firstName === undefined ? 'a tar.gz archive' : `a tar.gz archive with ${firstName}`;
    }
  }
  const text = bytes.toString('latin1');
  return kindPatterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'a file of another kind';
}

/**
 * Refuses the input.
 *
 * @param expected such as `the JSON file that "contentful space export" writes`
 * @param kind     of the input; by default it is recognized
 * @param wanted   the files that the source reads, for a folder that may have one
 * @throws OperationError always, or NotAnExport for a folder with such a file
 */
export async function refuseInput(path: string, expected: string, kind?: string, wanted?: WantedFiles): Promise<never> {
  const actualKind = kind ?? (await recognizeKind(path));
  const reason = `${path} seems to be ${actualKind}; expected ${expected}. Nothing was written.`;
  const names = wanted === undefined ? [] : await findFiles(path, wanted.pattern);
  const [firstName] = names;
  if (wanted === undefined || firstName === undefined) throw new OperationError(reason);
  throw new NotAnExport(reason, (command = importCommand) => {
    const shown = names.slice(0, SHOWN_FILES);
    const rest = names.length - shown.length;
    const others = rest === 0 ? list(shown) : `${shown.join(', ')} and ${rest} more`;
    return ` The folder has ${others}. Give a file: ${command(shellWord(join(path, firstName)), wanted.source)}`;
  });
}

/** The files that a source reads. */
export interface WantedFiles {
  readonly source: string;
  readonly pattern: RegExp;
}

/** Files that a message names. */
const SHOWN_FILES = 3;

const importCommand = (input: string, source: string): string => `stele import ${source} ${input} --out export`;

/** @returns the names that match, in order; empty if the path is no folder */
async function findFiles(path: string, pattern: RegExp): Promise<readonly string[]> {
  if ((await kindOf(path)) !== 'folder') return [];
  return (await diskFiles.list(path)).filter((name) => pattern.test(name)).toSorted();
}
