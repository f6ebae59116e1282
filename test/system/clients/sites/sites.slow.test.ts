/**
 * What `stele init --with` writes, as it stands: a program and two static sites, which ask a server that runs.
 *
 * Their libraries are those of `npm run clients:install`, and stele is what the package has.
 */
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { compiled, stele } from '../../../../testing/cli/stele.js';
import { isThere } from '../../../../testing/is-there.js';
import { ROOT } from '../../../../testing/pages/markdown.js';
import { startBookshop } from '../../../../testing/server/server.js';

const home = fileURLToPath(new URL('.', import.meta.url));
const isInstalled = isThere(
  existsSync(join(home, 'node_modules/next')) && existsSync(join(home, 'node_modules/astro')),
  'Astro and Next.js are not installed, so no site is built: npm run clients:install installs them.',
);

/** @returns the folder of a project that is written, with a book whose id is no plain word, once `command` has ended there; what it printed */
async function made(client: string, command: string): Promise<{ readonly folder: string; readonly printed: string }> {
  // Below the libraries, and where nobody looks for sources.
  mkdirSync(join(home, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(home, '.cache', `${client}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect((await stele(['init', folder, '--with', client])).code).toBe(0);
  const odd = {
    id: 'salt/50% ö',
    title: 'Slashed & <odd>',
    genre: 'Fiction',
    published: '2025-12-31',
    author: 'ossian-ward',
  };
  appendFileSync(join(folder, 'export/book.ndjson'), `${JSON.stringify(odd)}\n`);
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, join(folder, 'snapshots'));
  await stele(['types', join(folder, 'snapshots'), '--out', join(folder, 'content.ts')]);

  const package_ = join(compiled('package/client.js'), '..');
  cpSync(package_, join(folder, 'node_modules/stele/dist/package'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'node_modules/stele/package.json'));

  const server = await startBookshop({ spaces: [{ name: 'library', space }] });
  const env = {
    ...process.env,
    STELE_URL: server.base,
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: undefined,
  };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command], { cwd: folder, env }).finally(() =>
    server.stop(),
  );
  return { folder, printed: stdout };
}

/** Spaces between tags do not count. */
const page = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8').replaceAll('<!-- -->', '');

describe('stele init --with', { timeout: 300_000 }, () => {
  it('script › prints the requested content', async () => {
    const { printed } = await made('script', 'ask');
    expect(printed).toBe(
      'Slashed & <odd> by Ossian Ward\nThe Stone Cutter by Mara Mason\nThe Tide Table by Ossian Ward\n3 in all\n',
    );
  });

  it.runIf(isInstalled)('astro › builds a site with a page for each book', async () => {
    const { folder } = await made('astro', 'site');
    expect(page(folder, 'dist/index.html')).toContain(
      '<a href="/book/salt/50%25%20%C3%B6/">Slashed &amp; &lt;odd&gt;</a>',
    );
    expect(page(folder, 'dist/book/salt/50% ö/index.html')).toContain('<p>Ossian Ward, 2025</p>');
    expect(page(folder, 'dist/book/the-stone-cutter/index.html')).toContain('<p>A year in a quarry');
  });

  it.runIf(isInstalled)('next › builds a site with a page for each book, with correct types', async () => {
    const { folder } = await made('next', 'site');
    expect(page(folder, 'out/index.html')).toContain(
      '<a href="/book/salt/50%25%20%C3%B6">Slashed &amp; &lt;odd&gt;</a>',
    );
    expect(page(folder, 'out/book/salt/50% ö.html')).toContain('<p>Ossian Ward, 2025</p>');
    expect(page(folder, 'out/book/the-stone-cutter.html')).toContain('<p>A year in a quarry');
  });
});
