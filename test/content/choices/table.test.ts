/**
 * The tables of choices and thresholds against the code: each name is used once, in the file that the table names, and every
 * choice has a name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHOICE_NAMES, CHOICES, THRESHOLDS } from '../../../src/content/choices/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const room = 'src/content/choices/';
const files = ['src', 'build'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.startsWith(room)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = (text: string): boolean => /from '[./]*(?:src\/)?content\/choices\/index\.js'/.test(text);

/** Calls of a function of the room: the files, and the names where they are written out. */
const callsOf = (call: string): { readonly file: string; readonly name: string | undefined }[] =>
  [...texts].flatMap(([file, text]) =>
    imports(text)
      ? [...text.matchAll(new RegExp(`\\b${call}\\(\\s*(?:'([^']+)')?`, 'g'))].map(([, name]) => ({ file, name }))
      : [],
  );

describe.each([
  ['choose', CHOICES],
  ['threshold', THRESHOLDS],
] as const)('%s', (call, table) => {
  const calls = callsOf(call);

  it('every call › names an entry of the table', () => {
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ name }) => name === undefined || !Object.hasOwn(table, name))).toEqual([]);
  });

  it('every entry › is used once, in the file that the table names', () => {
    const where = Object.entries(table).map(([name, { file }]) => `${name} in ${file}`);
    expect(calls.map(({ name, file }) => `${name} in ${file}`).sort()).toEqual(where.sort());
  });
});

describe('the table of choices', () => {
  it('every choice › has distinct ways and a description', () => {
    for (const name of CHOICE_NAMES) {
      expect(new Set(CHOICES[name].ways).size, name).toBe(CHOICES[name].ways.length);
      expect(CHOICES[name].description.length, name).toBeGreaterThan(20);
    }
    expect(new Set(CHOICE_NAMES.map((name) => CHOICES[name].description)).size).toBe(CHOICE_NAMES.length);
  });
});
