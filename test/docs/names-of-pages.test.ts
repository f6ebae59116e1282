/**
 * Files, folders and commands that the pages name, in text, code and tables: each exists.
 *
 * Elsewhere: links between pages (links); commands of stele, their options and defaults (run).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownFiles, ROOT, readPage } from '../../testing/pages/markdown.js';

const files = markdownFiles();

/** A path from the root of the project, such as `src/index/docset`, `bench/cases/order.ts` or `deploy/systemd/`. */
const PATH = /(?<![\w./@:-])(?:src|build|test|addons|deploy|soak|testing|bench|\.ci)\/[\w./@-]*[\w@/]/g;

/** Pages name a module with or without its ending. */
const PATH_ENDINGS = ['', '.ts'];

/** A room without its wing, such as `jsonapi/request`: a reader would search for it in vain. */
const BARE_ROOM = /`(?:index|engine|jsonapi|server|ship|publish|query|snapshot)\/[\w./-]+`/g;

/** Files of readers' own projects, in examples. */
const READERS_FILES: ReadonlySet<string> = new Set(['src/content.ts', 'src/content.d.ts']);

/** Beginnings of names: `bench/results/build` of the files `build-<items>.json`. */
const NAME_BEGINNINGS: ReadonlySet<string> = new Set(['bench/results/build', 'bench/results/build-']);

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** Scripts of the package that `stele init` writes (docs/content.md). */
const SCRIPTS_OF_INIT = ['dev', 'ask', 'site'];

const missingPaths = (text: string, folder: string): readonly string[] =>
  [...text.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => !NAME_BEGINNINGS.has(path) && !READERS_FILES.has(path))
    .filter((path) =>
      PATH_ENDINGS.every(
        (ending) => !existsSync(join(ROOT, path + ending)) && !existsSync(join(folder, path + ending)),
      ),
    );

const missingScripts = (text: string): readonly string[] =>
  [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => !(script in scripts) && !SCRIPTS_OF_INIT.includes(script));

describe('names on pages', () => {
  it.each(files)('%s › files and folders › exist', (file) => {
    const text = readPage(file);
    expect(missingPaths(text, join(ROOT, dirname(file)))).toEqual([]);
    expect([...text.matchAll(BARE_ROOM)].map(([name]) => name)).toEqual([]);
  });

  it.each(files)('%s › scripts of npm › are in package.json', (file) => {
    expect(missingScripts(readPage(file))).toEqual([]);
  });

  it('a missing path or script › is reported', () => {
    expect(missingPaths('see src/query/plan.ts and `bench/cases`', ROOT)).toEqual(['src/query/plan.ts']);
    expect(missingScripts('npm run soak:nothing, npm run test')).toEqual(['soak:nothing']);
    expect('of `jsonapi/request` 91.6 %'.match(BARE_ROOM)).toHaveLength(1);
  });
});
