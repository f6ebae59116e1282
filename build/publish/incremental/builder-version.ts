/**
 * The version of the building program: a hash of its own files and libraries, and of this Node's Unicode tables.
 *
 * Invariant: any change to code that a build runs gives another version, even if it does not change the bytes of a snapshot.
 * The next build is a full one then. No version number is maintained by hand.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLLATION_VERSION } from '../../../src/content/model/index.js';

/** Folders with code that a build runs: `build` and the rooms it may import, which a test compares. */
export const BUILDER_ROOMS: readonly string[] = [
  'build/columns',
  'build/publish',
  'build/read',
  'build/segment',
  'build/sorting',
  'build/substrings',
  'build/words',
  'build/work',
  'src/index/columns',
  'src/index/costs',
  'src/index/docset',
  'src/content/choices',
  'src/content/errors',
  'src/content/errors/request',
  'src/format/files',
  'src/format',
  'src/content/model',
  'src/format/platform',
  'src/kernels',
  'src/index/postings',
  'src/ship/publish',
  'src/index/search',
  'src/index/segment',
  'src/index/snapshot',
  'src/index/documents',
  'src/index/termdict',
  'src/index/verify',
];

const languages = [
  ...['danish', 'dutch', 'english', 'finnish', 'french', 'german'],
  ...['italian', 'norwegian', 'portuguese', 'spanish', 'swedish'],
];

/** Libraries whose code determines the bytes of a snapshot, as they are imported; a test compares them with the sources. */
export const BUILDER_LIBRARIES: readonly string[] = [
  'msgpackr',
  'flexsearch',
  'porter2',
  'entities/decode',
  ...languages.flatMap((language) => [
    ...(language === 'english' ? [] : [`@orama/stemmers/${language}`]),
    `@orama/stopwords/${language}`,
  ]),
];

/** Whether a file is code, compiled or not; a folder holds either sources or compiled files. */
const isCode = (name: string): boolean => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts');

/** In a bundled program: the result of {@link builderCodeOf} for the files that were bundled. */
declare const BUILDER_CODE: string | undefined;

/**
 * @param root the folder that holds `build` and `src`
 * @throws Error if the program's files cannot be read
 */
export function builderCodeOf(root: string): string {
  const hash = createHash('sha256');
  for (const room of BUILDER_ROOMS) {
    const names = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter(isCode).sort()) {
      const bytes = readFileSync(join(root, room, name));
      hash.update(`${room}/${name}\0${bytes.byteLength}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

/**
 * @param code    hash of the program, from {@link builderCodeOf}
 * @param unicode version of this Node's Unicode tables, by which texts are cut into words
 * @throws Error if a library cannot be read
 */
export function builderVersionOf(code: string, unicode = process.versions['unicode']): string {
  const hash = createHash('sha256').update(`Unicode ${unicode ?? 'none'}\0${COLLATION_VERSION}\0${code}\0`);
  const { resolve } = createRequire(import.meta.url);
  for (const library of BUILDER_LIBRARIES) hash.update(readFileSync(resolve(library)));
  return hash.digest('hex');
}

let cached: { readonly version: string | undefined } | undefined;

/**
 * @returns undefined if the program's files cannot be read, as in a foreign bundle: then no earlier snapshot is reused.
 * Cost: reading some hundred files once per process; some twenty if it is bundled.
 */
export function builderVersion(): string | undefined {
  if (cached === undefined) {
    try {
      const isBundled = typeof BUILDER_CODE === 'string';
      const code = isBundled ? BUILDER_CODE : builderCodeOf(fileURLToPath(new URL('../../../', import.meta.url)));
      cached = { version: builderVersionOf(code) };
    } catch {
      cached = { version: undefined };
    }
  }
  return cached.version;
}
