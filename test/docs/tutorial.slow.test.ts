/**
 * docs/tutorial.md › every step as printed: its tables, commands, requests and page, in order, in an empty folder.
 *
 * `npx stele` is the compiled command line; the client of the page is the bundled one. Elsewhere: installing the package
 * (system/install).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled, EXECUTABLE, type Outcome, start } from '../../testing/cli/stele.js';
import { type Fence, fencesOf, ROOT, readPage } from '../../testing/pages/markdown.js';
import { temporaryFolder } from '../../testing/samples/bookshop.js';
import { difference, matchesText, parseShown } from './examples/elision.js';

const fences = fencesOf(readPage('docs/tutorial.md'));
const scripts = fences.filter(({ info }) => info === 'sh');
const folder = temporaryFolder();

const below = (fence: Fence): string => fences[fences.indexOf(fence) + 1]?.text ?? '';
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
const isCommand = (name: string) => (script: Fence) => script.text.startsWith(`npx stele ${name} `);
const argumentsOf = ({ text }: Fence): readonly string[] =>
  wordsOf(text)
    .slice(2)
    .map((word) => (['tables', 'snapshots'].includes(word) ? join(folder, word) : word === '8080' ? '0' : word));

interface Row {
  textContent: string;
}

/** Runs the script of the page with a small document. @returns the rows, after the page has asked the server */
async function runPage(html: string, origin: string, words: string): Promise<readonly string[]> {
  const [, script = ''] = /<script type="module">(.*)<\/script>/s.exec(html) ?? [];
  const client = pathToFileURL(join(ROOT, 'dist/package/client.js')).href;
  const module = script
    .replace('./node_modules/stele/dist/package/client.js', client)
    .replace('http://127.0.0.1:8080', origin);
  expect(module).toContain(client);
  const rows = new Promise<readonly Row[]>((resolve) => {
    const list = { replaceChildren: (...shown: readonly Row[]) => resolve(shown) };
    const input = { value: words, addEventListener: () => undefined };
    Object.assign(globalThis, {
      document: {
        querySelector: (selector: string) => (selector === '#words' ? input : list),
        createElement: (): Row => ({ textContent: '' }),
      },
    });
  });
  const file = join(folder, `page-${words.length}.mjs`);
  writeFileSync(file, module);
  await import(pathToFileURL(file).href);
  return (await rows).map(({ textContent }) => textContent);
}

beforeAll(() => {
  compiled(EXECUTABLE);
  for (const { file, text } of fences) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
});

describe('docs/tutorial.md', () => {
  it('every script › is run by this test', () => {
    const isRun = ({ text }: Fence): boolean => /^(?:npx stele (?:build|serve) |curl -g ')/.test(text);
    expect(scripts.filter((script) => !isRun(script))).toEqual([]);
    expect(scripts.length).toBe(6);
  });

  it('build, serve, curl and the page › print and show the output on the page', async () => {
    const build = scripts.find(isCommand('build'));
    const serve = scripts.find(isCommand('serve'));
    if (build === undefined || serve === undefined) throw new Error('the page has no command to build or to serve');
    const built: Outcome = await start(EXECUTABLE, argumentsOf(build)).ended;
    expect(built.code, built.stderr).toBe(0);
    // The reader works in the folder, so the page has relative paths.
    expect(matchesText(below(build), built.stdout.trimEnd().replaceAll(`${folder}/`, '')), built.stdout).toBe(true);
    const server = start(EXECUTABLE, argumentsOf(serve));
    try {
      const printed = await server.until(/snapshot [0-9a-f]+\)\n/);
      const origin = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? '';
      expect(matchesText(below(serve), printed.trimEnd().replaceAll(new URL(origin).port, '8080')), printed).toBe(true);
      for (const curl of scripts.filter(({ text }) => text.startsWith('curl '))) {
        const url = wordsOf(curl.text).at(-1) ?? '';
        const reply = await fetch(url.replace('http://127.0.0.1:8080', origin));
        expect(difference(parseShown(below(curl)), JSON.parse(await reply.text())), curl.text).toBeUndefined();
      }
      const page = fences.find(({ file }) => file === 'index.html');
      const html = page?.text ?? '';
      const shownRows = fences
        .filter(({ info }) => info === 'text')
        .at(-1)
        ?.text.split('\n');
      expect(await runPage(html, origin, '')).toEqual(shownRows);
      expect(await runPage(html, origin, 'lighthouse')).toEqual(['Salt and Light, by Mara Mason (8.50)']);
    } finally {
      server.child.kill('SIGTERM');
    }
    expect((await server.ended).code).toBe(0);
  });
});
