/**
 * stele as operators install it: `npm ci --omit=dev` in a checkout, and a packed file in an empty folder. Both are done
 * as the README says, with npm and its registry, and then a snapshot is built and served. In that folder everything works
 * that the README says.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { at, listAt } from '../../../testing/jsonapi-schema/index.js';
import { packageFiles } from '../../../testing/package-files.js';
import { difference, parseShown } from '../../docs/examples/elision.js';
import { asks, ending, expectShown, scripts, serves, shownBelow, writeExport } from '../../docs/readme.js';
import { freePort } from '../deploy/programs.js';
import { typeLibraryPage } from './library-page.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const newFolder = temporaryFolders();
/** npm tells the programs that it starts of the project it started them for. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name)));

/** @returns what it printed on stdout. @throws where it does not end with 0 */
function run(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  return stdout;
}

/** Starts what serves, until the test ends. @returns its output up to what is waited for */
async function until(pattern: RegExp, cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  // A group of its own, as npm puts a shell between itself and the server.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  });
  let said = '';
  // What it says later is read, too: it ends when nobody reads.
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (!pattern.test(said)) continue;
    child.stdout.resume();
    return said;
  }
  throw new Error(`it ended with ${child.exitCode} after:\n${said}`);
}

async function answerOf(said: string, path: string): Promise<unknown> {
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  const reply = await fetch(`${origin}/delivery/jsonapi${path}`);
  return reply.json();
}

/** The page at the server's root, which names the script that was bundled. */
async function explorerOf(said: string): Promise<string> {
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  return (await fetch(origin)).text();
}

/** The files of a clone, without history. @param isCompiled whether this checkout's `dist` is among them */
function checkout(name = 'stele', isCompiled = false): string {
  const folder = join(newFolder(), name);
  const left = new Set(['coverage', '.cache', '.git', ...(isCompiled ? [] : ['dist'])].map((path) => join(root, path)));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' && !left.has(path),
  });
  return folder;
}

const BOOK = '/book/the-salt-road?fields[book]=title';

describe('npm ci --omit=dev', () => {
  it('in a checkout › compiles without a compiler in node_modules, builds and serves', {
    timeout: 600_000,
  }, async () => {
    const folder = checkout();
    run(folder, 'npm', 'ci', '--omit=dev', '--prefer-offline');
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
    run(folder, 'npm', 'run', '--silent', 'stele', '--', 'build', 'data/bookshop', '--out', 'snapshots');
    const serve = ['run', '--silent', 'stele', '--', 'serve', 'snapshots', '--port', '0'];
    const served = await until(/bookshop: http.*\n/, folder, 'npm', ...serve);
    expect(at(await answerOf(served, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
    expect(await explorerOf(served)).toMatch(/src="explore\/app-\w+\.js"/);
    const sample = await until(/Stop it with/, folder, 'npm', 'start', '--', '--port', '0');
    expect(at(await answerOf(sample, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
  });

  it('with package.json and package-lock.json alone, as images are built › installs the libraries', {
    timeout: 300_000,
  }, () => {
    const folder = newFolder();
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name));
    run(folder, 'npm', 'ci', '--omit=dev', '--prefer-offline');
    expect(existsSync(join(folder, 'node_modules/koa'))).toBe(true);
  });
});

/** @returns the file that `npm pack` makes of a checkout, as after `npm ci`: compiled by it, or by this checkout */
function packed(name: string, zone: string, isCompiled: boolean): string {
  const folder = checkout(name, isCompiled);
  run(folder, 'cp', '--archive', '--link', join(root, 'node_modules'), join(folder, 'node_modules'));
  run(folder, 'env', `TZ=${zone}`, 'npm', 'pack', '--silent', ...(isCompiled ? ['--ignore-scripts'] : []));
  const [file = '', ...others] = readdirSync(folder).filter((found) => found.endsWith('.tgz'));
  expect(others).toEqual([]);
  return join(folder, file);
}

describe('npm pack', { timeout: 600_000 }, () => {
  let file: string;
  beforeAll(() => {
    file = packed('stele', 'UTC', true);
  }, 300_000);

  it('of another checkout, folder and time zone › equal bytes, with the listed files only', () => {
    const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(hashOf(packed('deeper/stele', 'Asia/Tokyo', false))).toBe(hashOf(file));
    expect(basename(file)).toMatch(/^stele-\d+\.\d+\.\d+\.tgz$/);
    const listed = run(root, 'tar', '-tzf', file).trim().split('\n');
    const files = packageFiles(dirname(file)).map((path) => `package/${path}`);
    expect(listed.sort()).toEqual([...files].sort());
  });

  describe('installed in a folder', () => {
    const folder = newFolder();
    const stele = join(folder, 'node_modules/.bin/stele');
    const inside = join(folder, 'node_modules/stele');
    beforeAll(() => {
      run(folder, 'npm', 'install', '--prefer-offline', file);
    }, 300_000);

    it('the commands of the README › run unchanged with the described result', async () => {
      writeExport(folder);
      for (const script of ending) expectShown(shownBelow(script), run(folder, 'sh', '-ec', script.text));
      const [serve, curl] = [scripts.find(serves), scripts.find(asks)];
      const port = String(await freePort());
      const here = (text = ''): string => text.replaceAll('8080', port);
      expectShown(here(shownBelow(serve)), await until(/\(snapshot .*\n/, folder, 'sh', '-ec', here(serve?.text)));
      const answer = run(folder, 'sh', '-ec', here(curl?.text));
      expect(difference(parseShown(shownBelow(curl) ?? ''), JSON.parse(answer))).toBeUndefined();
    });

    it('docs/library.md › runs as printed in a new folder', async () => {
      const project = newFolder();
      const port = String(await freePort());
      const inProject = (program: string, ...args: readonly string[]): string =>
        run(project, 'env', 'npm_config_prefer_offline=true', program, ...args);
      run(folder, stele, 'build', join(inside, 'data/bookshop'), '--out', 'served');
      await until(/\(snapshot .*\n/, folder, stele, 'serve', 'served', '--port', port);
      const replace = (text: string): string => text.replace('../stele/stele-1.0.0.tgz', file).replace('8080', port);
      expect(typeLibraryPage(project, inProject, replace)).toEqual([
        'npx stele build node_modules/stele/data/bookshop --out snapshots',
        'script.js',
        'client.js',
        'npx stele types snapshots --out content.ts --check',
        'node built/script.js Crime',
        'wrong.js',
        'handler.js',
      ]);
    });

    it('the sample and the library › work; a build after a change links unchanged types', async () => {
      const bookshop = join(inside, 'data/bookshop');
      run(folder, stele, 'build', bookshop, '--out', 'bookshop');
      cpSync(bookshop, join(folder, 'changed'), { recursive: true });
      appendFileSync(join(folder, 'changed/page.ndjson'), '{"id":"more","title":"More"}\n');
      expect(run(folder, stele, 'build', 'changed', '--out', 'bookshop')).toContain('1 content type built, 7 linked');
      const start = ['--prefix', 'node_modules/stele', 'start', '--', '--port', '0'];
      const sample = await until(/Stop it with/, folder, 'npm', ...start);
      expect(at(await answerOf(sample, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
      expect(await explorerOf(sample)).toMatch(/src="explore\/app-\w+\.js"/);
      tryLibrary(folder, stele);
    });

    it('a replica that follows › pulls in a thread of its own', async () => {
      const origin = pathToFileURL(join(folder, 'origin')).href;
      run(folder, stele, 'push', 'bookshop', origin);
      const follow = ['serve', 'replica', '--follow', origin, '--wait', '--port', '0'];
      const served = await until(/Listening on .*\n/, folder, stele, ...follow);
      const id = async (): Promise<unknown> => at(await answerOf(served, BOOK), 'data', 'id');
      await expect.poll(id, { timeout: 60_000 }).toBe('the-salt-road');
    });

    it('a project of stele init › installs and serves', async () => {
      const project = join(folder, 'project');
      run(folder, stele, 'init', project);
      run(project, 'npm', 'install', '--prefer-offline');
      const dev = await until(/library: http.*\n/, project, 'npm', 'run', 'dev', '--', '--port', '0');
      expect(at(await answerOf(dev, '/book/salt-and-light'), 'data', 'attributes', 'title')).toBe('Salt and Light');
      for (const script of ['build', 'types']) run(project, 'npm', 'run', script);
      const components = listAt(JSON.parse(run(project, 'npm', 'sbom', '--sbom-format', 'cyclonedx')), 'components');
      expect(components.map((one) => at(one, 'name'))).toEqual(expect.arrayContaining(['stele', 'koa']));
      expect(components.filter((one) => listAt(one, 'licenses').length === 0)).toEqual([]);
    });
  });
});

/** The library as a project imports it: at work, and typed by the content and by the package's own declarations. */
function tryLibrary(folder: string, stele: string): void {
  run(folder, stele, 'types', 'bookshop', '--out', 'content.d.ts');
  const ask = `import { openSnapshot } from 'stele';
const space = await openSnapshot('bookshop');
console.log(space.type('book').get('the-salt-road').item.title);
`;
  writeFileSync(join(folder, 'ask.mjs'), ask);
  expect(run(folder, process.execPath, 'ask.mjs')).toBe('The Salt Road\n');
  const typed = `import { openSnapshot } from 'stele';
import { connect, type Space } from 'stele/client';
import type { Content } from './content.js';
const books = (await openSnapshot<Content>('bookshop')).type('book');
export const name: string | null | undefined = books.find({ include: ['author'] }).items[0]?.author?.name;
const both: Space<Content>[] = [await openSnapshot<Content>('snapshots'), connect<Content>('http://127.0.0.1')];
export const total: number | undefined = (await both[0]?.type('book').find())?.total;
// @ts-expect-error: the field is called title
books.find({ filter: { titel: { _eq: 'a' } } });
`;
  writeFileSync(join(folder, 'typed.mts'), typed);
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  run(folder, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...options, 'typed.mts');
}
