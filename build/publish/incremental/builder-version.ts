/**
 * Which program builds: a number that another one has whenever its code could give other bytes.
 *
 * It is the hash of the program's own files, those that a build runs, so nobody has to remember to raise it: any change
 * to one of them, also one that changes nothing of the bytes, makes the next build a full one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLLATION_VERSION } from '../../../src/content/model/index.js';

/** Where the code of a build lies: `build` and whatever it may import, which a test compares with the rooms. */
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

/** The libraries whose code reaches the bytes, as they are imported, which a test compares with the sources. */
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

/** Of the compiled program as of its sources; sources stand beside nothing compiled. */
const isCode = (name: string): boolean => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts');

/** Where the program is bundled, what {@link builderCodeOf} gave for what was bundled. */
declare const BUILDER_CODE: string | undefined;

/**
 * @param root the folder that holds `build` and `src`
 * @throws where the program's files cannot be read
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
 * @param code    of the program, as {@link builderCodeOf} tells it
 * @param unicode of this Node's tables, by which texts are cut into words
 * @throws where a library cannot be read
 */
export function builderVersionOf(code: string, unicode = process.versions['unicode']): string {
  const hash = createHash('sha256').update(`Unicode ${unicode ?? 'none'}\0${COLLATION_VERSION}\0${code}\0`);
  const { resolve } = createRequire(import.meta.url);
  for (const library of BUILDER_LIBRARIES) hash.update(readFileSync(resolve(library)));
  return hash.digest('hex');
}

let known: { readonly version: string | undefined } | undefined;

/**
 * @returns undefined where the program cannot be read, as where others have bundled it: then nothing is known of what an
 *          earlier one has built. Cost: reading some hundred files, once a process; some twenty where it is bundled.
 */
export function builderVersion(): string | undefined {
  if (known === undefined) {
    try {
      const isBundled = typeof BUILDER_CODE === 'string';
      const code = isBundled ? BUILDER_CODE : builderCodeOf(fileURLToPath(new URL('../../../', import.meta.url)));
      known = { version: builderVersionOf(code) };
    } catch {
      known = { version: undefined };
    }
  }
  return known.version;
}
