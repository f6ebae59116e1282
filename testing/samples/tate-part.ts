/**
 * A part of the Tate collection: every nth artwork and its views, and all artists, subjects and places.
 *
 * For tests whose time grows with the items, and that need real content but not its size.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SUFFIX = '.ndjson.gz';

/**
 * Writes the part as an export that `stele build --strict` takes: an artwork is linked only by its own views.
 *
 * @param tate the folder of the whole collection
 * @param oneIn 1 writes all artworks, 10 every tenth
 * @returns the folder written into
 */
export function writeTatePart(tate: string, into: string, oneIn: number): string {
  const artworks = readLines(tate, 'artwork').filter((_, index) => index % oneIn === 0);
  const artworkIds = new Set(artworks.map((line) => stringMember(line, 'id')));
  const views = readLines(tate, 'additionalView').filter((line) => artworkIds.has(stringMember(line, 'artwork')));
  for (const name of readdirSync(tate)) {
    if (name === 'model.json') writeFileSync(join(into, name), readFileSync(join(tate, name)));
    if (!name.endsWith(SUFFIX)) continue;
    const type = name.slice(0, -SUFFIX.length);
    const lines = type === 'artwork' ? artworks : type === 'additionalView' ? views : readLines(tate, type);
    writeFileSync(join(into, `${type}.ndjson`), lines.map((line) => `${line}\n`).join(''));
  }
  return into;
}

function readLines(tate: string, type: string): readonly string[] {
  const text = gunzipSync(readFileSync(join(tate, `${type}${SUFFIX}`))).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

/** @returns the member of the item in this line of JSON; undefined if it is missing or no string */
function stringMember(line: string, name: string): string | undefined {
  const item: unknown = JSON.parse(line);
  const value: unknown =
    typeof item === 'object' && item !== null ? Object.entries(item).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}
