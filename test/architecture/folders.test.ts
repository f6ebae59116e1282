/**
 * The folders beside the core, and which of them each imports: `testing` is shared, `bench`, `soak` and `test` do not lean on each other.
 *
 * Elsewhere: the rooms of `src` and `build` (imports.test.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../testing/root.js';

/** Folder → which of these folders it may import. Paths below another folder of the table count as that longer one. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  src: ['build'],
  build: ['src'],
  data: ['src', 'build'],
  testing: ['src', 'build', 'data'],
  bench: ['src', 'build', 'data', 'testing'],
  // Tables in a terminal, and how much a process uses.
  soak: ['src', 'build', 'data', 'testing', 'bench'],
  'soak/test': ['src', 'build', 'data', 'testing', 'soak'],
  test: ['src', 'build', 'data', 'testing'],
  'test/bench': ['src', 'build', 'data', 'testing', 'bench'],
};

const ADD_ON_TESTS = ['src', 'build', 'data', 'testing'] as const;

const folderOf = (path: string): string => {
  const [first = '', second = '', third = ''] = path.split('/');
  if (first === 'addons') return third === 'test' ? 'addons/test' : 'addons';
  return `${first}/${second}` in FOLDERS ? `${first}/${second}` : first;
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\.cache/.test(name))
    .map((name) => join(folder, name));

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    relative(ROOT, resolve(ROOT, dirname(file), match[1] ?? '')),
  );

/** @returns each import that leads from one folder into another, add-ons left out: `.ci/run` tries the core without them */
const crossings = (folder: string) =>
  filesBelow(folder).flatMap((file) =>
    importsOf(file)
      .filter((target) => folderOf(target) !== folderOf(file) && !folderOf(target).startsWith('addons'))
      .map((target) => ({ file, target })),
  );

describe('folders beside the core', () => {
  const tops = [...new Set(Object.keys(FOLDERS).map((folder) => folder.split('/')[0] ?? ''))];
  const all = tops.flatMap(crossings);

  it('each › imports only the folders that the table allows', () => {
    expect(all.length).toBeGreaterThan(1000);
    const wrong = all.filter(({ file, target }) => !FOLDERS[folderOf(file)]?.includes(folderOf(target)));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('each that the table allows › is imported', () => {
    const used = new Set(all.map(({ file, target }) => `${folderOf(file)} imports ${folderOf(target)}`));
    const allowed = Object.entries(FOLDERS).flatMap(([folder, targets]) =>
      targets.map((target) => `${folder} imports ${target}`),
    );
    expect(allowed.filter((edge) => !used.has(edge))).toEqual([]);
  });

  it('tests of an add-on › import testing, and neither test nor bench', () => {
    const wrong = crossings('addons')
      .filter(({ file }) => folderOf(file) === 'addons/test')
      .filter(({ target }) => !ADD_ON_TESTS.some((folder) => folder === folderOf(target)))
      // The soak of the database tries the same questions for longer.
      .filter(({ target }) => !target.startsWith('soak/postgres/'));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });
});
