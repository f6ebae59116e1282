/**
 * How much a plain `npm ci` installs, and what the package has. Tools that bring many packages with them live in packages of their own (`bench`,
 * `soak/mutation`, `test/system/clients/warp-drive`): who only wants to run stele or its tests does not wait for them.
 */
import { statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/format/index.js';
import { at, listAt } from '../../testing/jsonapi-schema/index.js';
import { packageFiles } from '../../testing/package-files.js';
import { linksOf, ROOT, readPage } from '../../testing/pages/markdown.js';

const MOST = 390;
/** Names in `node_modules`, a scope counted once, of a machine that only serves: `npm ci --omit=dev --omit=optional`. */
const MOST_OF_REPLICA = 61;
/** Files that `npm pack` puts into the package. */
const MOST_FILES = 712;

const lock: unknown = JSON.parse(readPage('package-lock.json'));
const manifest: unknown = JSON.parse(readPage('package.json'));

/** As npm reads the members `os` and `cpu`: a list of names, all but those with an exclamation mark before them. */
function fits(list: readonly unknown[], here: string): boolean {
  if (list.includes(`!${here}`)) return false;
  const named = list.filter((name) => !String(name).startsWith('!'));
  return named.length === 0 || named.includes(here);
}

describe('npm ci', () => {
  it(`installs ${MOST} packages at most`, () => {
    const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
    const installed = packages.filter(
      ([path, entry]) =>
        path !== '' && fits(listAt(entry, 'os'), process.platform) && fits(listAt(entry, 'cpu'), process.arch),
    );
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.length).toBeLessThanOrEqual(MOST);
  });
});

describe('npm ci --omit=dev --omit=optional', () => {
  it(`brings ${MOST_OF_REPLICA} names at most, and nothing that only importers or databases need`, () => {
    const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
    const names = packages
      .filter(
        ([, entry]) =>
          isRecord(entry) && entry['dev'] !== true && entry['optional'] !== true && entry['devOptional'] !== true,
      )
      .flatMap(([path]) => /^node_modules\/([^/]+)(?:\/[^/]+)?$/.exec(path)?.[1] ?? []);
    expect(names).toContain('koa');
    expect(names).not.toContain('postgres');
    expect(new Set(names).size).toBeLessThanOrEqual(MOST_OF_REPLICA);
  });
});

describe('the package', () => {
  const files = new Set(packageFiles(ROOT));

  it(`has ${MOST_FILES} files at most, and none of tests or for debuggers`, () => {
    expect(files.size).toBeLessThanOrEqual(MOST_FILES);
    expect(
      [...files].filter((path) => /^dist\/(?!package\/|explorer\/|src\/cli\/main\.js$)|\.map$|\.test\./.test(path)),
    ).toEqual([]);
  });

  it('the program › may be run, also in a checkout', () => {
    expect(statSync(join(ROOT, 'dist/src/cli/main.js')).mode & 0o111).toBe(0o111);
  });

  it('has what package.json names, and the licences of what is bundled', () => {
    const named = [at(manifest, 'bin', 'stele'), ...Object.values(Object(at(manifest, 'exports')))].flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(Object(entry)),
    );
    expect([...files]).toEqual(expect.arrayContaining(named.map((path) => normalize(String(path)))));
    for (const [bundle, library] of [
      ['explorer', 'preact'],
      ['package', 'echarts'],
    ]) {
      expect(files).toContain(`dist/${bundle}/LICENSES.txt`);
      expect(readPage(`dist/${bundle}/LICENSES.txt`)).toMatch(new RegExp(`^${library} [0-9.]+, [A-Z]`, 'm'));
    }
  });

  it('has whatever its pages link to, but for what measuring needs', () => {
    const pages = [...files].filter((path) => path.endsWith('.md') && !path.startsWith('data/markdown/'));
    const isThere = (path: string): boolean =>
      path === 'bench/README.md' || [...files].some((file) => file === path || file.startsWith(`${path}/`));
    const missing = pages.flatMap((page) =>
      linksOf(readPage(page))
        .map(({ target }) => target.split('#')[0] ?? '')
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .filter((target) => !isThere(normalize(join(dirname(page), target)).replace(/\/$/, '')))
        .map((target) => `${page}: ${target}`),
    );
    expect(pages.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });
});
