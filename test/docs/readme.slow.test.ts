/**
 * README.md › every command that it shows works, and prints the output below it.
 *
 * Its export is written from its own blocks into a temporary folder, where its commands run in order with the compiled
 * command line.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled, EXECUTABLE, type Running, start } from '../../testing/cli/stele.js';
import { fencesOf, markdownFiles, readPage } from '../../testing/pages/markdown.js';
import { BOOKSHOP_EXPORT, temporaryFolder } from '../../testing/samples/bookshop.js';
import { difference, parseShown } from './examples/elision.js';
import { asks, ending, expectShown, fences, prefix, runs, scripts, serves, shownBelow, writeExport } from './readme.js';

/** Scripts that this file does not run unchanged, and the reason. */
const exempt: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm start', 'what npm start runs is started below; npm ci has been run before any test'],
]);

/** `npx` as a function of the shell, for a folder that is no checkout; test/system/install runs the package's. */
const prelude = `npx() {
  [ "$1" = stele ] || exit 97
  shift
  "$NODE" "$STELE" "$@"
}
set -e
`;

let folder: string;

function shell(text: string): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  // As npx tells the program that it runs it.
  const asNpx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'stele' };
  const env = { ...process.env, ...asNpx, NODE: process.execPath, STELE: compiled(EXECUTABLE) };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', prelude + text], { cwd: folder, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** The arguments of a command line without expansions: words, and texts in single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

/** Runs a server, passes its output and its origin to `use`, and stops it. */
async function whileRunning(
  running: Running,
  ready: RegExp,
  use: (printed: string, origin: string) => Promise<void>,
): Promise<void> {
  const printed = await running.until(ready);
  try {
    await use(printed, /http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? '');
  } finally {
    running.child.kill('SIGTERM');
  }
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
}

const port = '8080';
const portOf = (origin: string): string => new URL(origin).port;

beforeAll(() => {
  folder = temporaryFolder();
  cpSync(BOOKSHOP_EXPORT, join(folder, 'data/bookshop'), { recursive: true });
  writeExport(folder);
});

describe('README.md', () => {
  it('every script › is run here, or has a reason not to be', () => {
    const known = scripts.filter((script) => runs(script) || asks(script) || exempt.has(script.text));
    expect(scripts.map(({ text }) => text)).toEqual(known.map(({ text }) => text));
    expect(scripts.filter(serves)).toHaveLength(1);
    expect(scripts.filter(asks)).toHaveLength(1);
    for (const text of exempt.keys()) expect(scripts.map((script) => script.text)).toContain(text);
  });

  it('commands that end › exit with 0, in order, and print the output on the page', () => {
    for (const script of ending) {
      const { code, stdout, stderr } = shell(script.text);
      expect(code, `${script.text}\n${stderr}`).toBe(0);
      expectShown(shownBelow(script), stdout);
    }
    expect(ending.some(({ text }) => text.includes('--from csv'))).toBe(true);
    expect(ending.length).toBeGreaterThanOrEqual(3);
  });

  it('each command of the last script › prints its own output', () => {
    const lines = scripts.at(-1)?.text.split('\n') ?? [];
    const outputs = lines.map((line) => shell(line).stdout);
    expect(lines.map((line) => line.slice(prefix.length).split(' ')[0])).toEqual(['query', 'inspect', 'verify']);
    expect(JSON.parse(outputs[0] ?? '').data).toHaveLength(2);
    expect(outputs[1]).toContain('book: 2 items');
    expect(outputs[2]).toContain('ok       book-');
  });

  it('serve and curl › give the answer on the page', async () => {
    const [serve] = scripts.filter(serves);
    const [curl] = scripts.filter(asks);
    const args = wordsOf(serve?.text.slice(prefix.length) ?? '').map((word) => (word === port ? '0' : word));
    const inFolder = args.map((word) => (word === 'snapshots' ? join(folder, word) : word));
    await whileRunning(start(EXECUTABLE, inFolder), /snapshot [0-9a-f]+\)\n/, async (printed, origin) => {
      expectShown(shownBelow(serve), printed.replaceAll(portOf(origin), port));
      const url = wordsOf(curl?.text ?? '').at(-1) ?? '';
      const reply = await fetch(url.replace(`:${port}/`, `:${portOf(origin)}/`));
      expect(reply.status).toBe(200);
      expect(difference(parseShown(shownBelow(curl) ?? ''), JSON.parse(await reply.text()))).toBeUndefined();
    });
  });

  it('npm start › prints the output on the page', async () => {
    const [first] = scripts;
    await whileRunning(start('data/start.js', ['--port', '0']), /Stop it with/, async (printed, origin) => {
      expectShown(shownBelow(first), printed.replaceAll(portOf(origin), port));
    });
  });
});

describe('.gitignore', () => {
  it('folders created by the commands › are ignored by git', () => {
    const ignored = readPage('.gitignore').split('\n');
    const folders = fences.flatMap(({ file }) => (file === undefined ? [] : [dirname(file)]));
    expect(new Set(folders)).toEqual(new Set(['export']));
    expect(ignored).toEqual(expect.arrayContaining(['/export/', '/snapshots/']));
    expect(JSON.parse(readPage('biome.json')).vcs).toMatchObject({ enabled: true, useIgnoreFile: true });
  });
});

describe('scripts on every page', () => {
  it.each(markdownFiles().map((path) => [path]))('%s › are valid shell syntax', (path) => {
    const unreadable = fencesOf(readPage(path))
      .filter(({ info, text }) => info === 'sh' && !/^[\d*/,-]+ [\d*/,-]+ \* \* \*/.test(text))
      .filter(({ text }) => spawnSync('sh', ['-n', '-c', text]).status !== 0);
    expect(unreadable.map(({ line }) => line)).toEqual([]);
  });
});
