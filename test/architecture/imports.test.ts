import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOMS } from './rooms.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Every relative import of a file, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((specifier) => relative(root, resolve(root, dirname(file), specifier)));
}

const files = [...sourceFiles('src'), ...sourceFiles('build')];

describe('imports', () => {
  it('every file of src and build › stands in a room of the table', () => {
    expect(files.length).toBeGreaterThan(50);
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  it('every import › leads into its own room or one that the table allows', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) !== roomOf(file) && !ROOMS[roomOf(file)]?.includes(roomOf(target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the table › has no way round: rooms can be put in an order in which each imports only earlier ones', () => {
    const placed = new Set<string>();
    for (let before = -1; before < placed.size; ) {
      before = placed.size;
      for (const [room, allowed] of Object.entries(ROOMS))
        if (allowed.every((name) => placed.has(name))) placed.add(room);
    }
    expect([...placed].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  it('the test itself › sees an import that is there', () => {
    expect(importsOf('src/query/plan/conditions.ts')).toContain('src/segment/index.js');
  });

  it('casts › stand in the format code and the branding constructors only', () => {
    const casts = files
      .filter((file) => !file.startsWith('src/format/') && file !== 'src/model/units.ts')
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/.*/g, "''")
          .split('\n')
          .filter((line) => !/^\s*(import|export) /.test(line) && !/^\s+(type )?\w+ as \w+,$/.test(line))
          .filter((line) => /[)\]\w] as (?!const\b)[A-Za-z{[(]/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(casts).toEqual([]);
  });
});
