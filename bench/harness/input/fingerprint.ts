/**
 * What cached files were made by: a hash of the compiled code, so that a change of a structure makes them anew.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILED_FOLDER } from '../root.js';

const hashDigits = 12;

/**
 * @param places folders and files below `dist`; of a folder, every `.js` file in it counts
 * @returns hexadecimal digits
 */
export function fingerprint(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    const path = join(COMPILED_FOLDER, place);
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.js'))
          .sort()
          .map((name) => join(place, name))
      : [place];
    for (const name of names)
      hash
        .update(`${name}\n`)
        .update(readFileSync(join(COMPILED_FOLDER, name)))
        .update('\n');
  }
  return hash.digest('hex').slice(0, hashDigits);
}
