/**
 * stele as operators install it: `npm ci --omit=dev` in a checkout, and a packed file in an empty folder. Both are done
 * as the README says, with npm and its registry, and then a snapshot is built and served.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolders } from '../../support/folder.js';
import { at } from '../../support/jsonapi-schema/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const newFolder = temporaryFolders();
/** npm tells the programs that it starts of the project it started them for. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name)));

/** @returns what it printed on stdout. @throws where it does not end with 0 */
function run(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
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
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (pattern.test(said)) return said;
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

/** What git would give to somebody who clones it, without history. */
function checkout(): string {
  const folder = join(newFolder(), 'stele');
  const left = new Set(['node_modules', 'dist', 'coverage', '.cache', '.git', 'results']);
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) });
  return folder;
}

const BOOK = '/book/the-salt-road?fields[book]=title';

describe('npm ci --omit=dev', () => {
  it('in a checkout › compiles without a compiler in node_modules; it builds, serves and packs', {
    timeout: 600_000,
  }, async () => {
    const folder = checkout();
    run(folder, 'npm', 'ci', '--omit=dev');
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
    run(folder, 'npm', 'run', '--silent', 'stele', '--', 'build', 'data/bookshop', '--out', 'snapshots');
    const serve = ['run', '--silent', 'stele', '--', 'serve', 'snapshots', '--port', '0'];
    const served = await until(/bookshop: http.*\n/, folder, 'npm', ...serve);
    expect(at(await answerOf(served, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
    expect(await explorerOf(served)).toMatch(/src="explore\/app-\w+\.js"/);
    const sample = await until(/Stop it with/, folder, 'npm', 'start', '--', '--port', '0');
    expect(at(await answerOf(sample, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');

    run(folder, 'npm', 'pack');
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    expect(packed).toEqual([expect.stringMatching(/^stele-\d+\.\d+\.\d+\.tgz$/)]);
    await tryPacked(join(folder, packed[0] ?? ''));
  });

  it('with package.json and package-lock.json alone, as images are built › installs the libraries', {
    timeout: 300_000,
  }, () => {
    const folder = newFolder();
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name));
    run(folder, 'npm', 'ci', '--omit=dev');
    expect(existsSync(join(folder, 'node_modules/koa'))).toBe(true);
  });
});

/** The packed file in an empty folder: the program, the documentation, the sample. */
async function tryPacked(file: string): Promise<void> {
  const folder = newFolder();
  run(folder, 'npm', 'install', file);
  const stele = join(folder, 'node_modules/.bin/stele');
  const inside = join(folder, 'node_modules/stele');
  expect(run(folder, stele, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  run(folder, stele, 'build', join(inside, 'data/bookshop'), '--out', 'snapshots');
  expect(run(folder, stele, 'verify', 'snapshots')).not.toBe('');
  expect(JSON.parse(run(folder, stele, 'query', 'snapshots', BOOK))).toHaveProperty('data.id', 'the-salt-road');
  const served = await until(/bookshop: http.*\n/, folder, stele, 'serve', 'snapshots', '--port', '0');
  expect(at(await answerOf(served, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
  tryLibrary(folder, stele);
  const start = ['--prefix', 'node_modules/stele', 'start', '--', '--port', '0'];
  const sample = await until(/Stop it with/, folder, 'npm', ...start);
  expect(at(await answerOf(sample, BOOK), 'data', 'attributes', 'title')).toBe('The Salt Road');
  expect(readdirSync(inside)).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs']));
}

/** The library as a project imports it: at work, and typed by the content and by the package's own declarations. */
function tryLibrary(folder: string, stele: string): void {
  run(folder, stele, 'types', 'snapshots', '--out', 'content.d.ts');
  const ask = `import { openSnapshot } from 'stele';
const space = await openSnapshot('snapshots');
console.log(space.type('book').get('the-salt-road').item.title);
`;
  writeFileSync(join(folder, 'ask.mjs'), ask);
  expect(run(folder, process.execPath, 'ask.mjs')).toBe('The Salt Road\n');
  const typed = `import { openSnapshot } from 'stele';
import { connect, type Space } from 'stele/client';
import type { Content } from './content.js';
const books = (await openSnapshot<Content>('snapshots')).type('book');
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
