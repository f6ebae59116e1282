/**
 * Tests of the examples in docs/library.md: each runs unchanged against the bookshop, in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/format/index.js';
import { compiled as program, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { fencesOf, ROOT, readPage } from '../../../testing/pages/markdown.js';
import { bookshopSnapshots, openBookshop } from '../../../testing/samples/bookshop.js';
import { compiled } from './types/compiled.js';

const fences = fencesOf(readPage('docs/library.md'));
const newFolder = temporaryFolders();

/** @returns the code of the page's example in this file, and the output shown below it */
function example(file: string): { readonly code: string; readonly output: string | undefined } {
  const place = fences.findIndex((fence) => fence.file === file);
  const fence = fences[place];
  if (fence === undefined) throw new Error(`docs/library.md shows no file ${file}`);
  const below = fences[place + 1];
  return { code: `${fence.text}\n`, output: below?.info === 'text' ? `${below.text}\n` : undefined };
}

let folder: string;
beforeAll(async () => {
  program('src/client/library/index.js');
  folder = newFolder();
  symlinkSync(await bookshopSnapshots(), join(folder, 'snapshots'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/stele'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

/** @returns what it prints */
function run(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });
  expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
  return stdout;
}

describe('docs/library.md', () => {
  it.each(['script.js', 'wrong.js'])('%s › prints the output below it', (name) => {
    const { code, output } = example(name);
    expect(run(name, code)).toBe(output);
  });

  it('handler.js › the same answers as the server', async () => {
    const { code } = example('handler.js');
    writeFileSync(join(folder, 'handler.js'), code);
    const printed = run(
      'ask.js',
      `import handle from './handler.js';
const root = 'http://localhost/delivery/jsonapi';
const ask = (url, headers = {}) => handle(new Request(url, { headers }));
const found = ask(root + '/book?page[limit]=1');
const etag = found.headers.get('etag');
const wrong = ask(root + '/book?sort=prise');
console.log(JSON.stringify({
  found: [found.status, found.headers.get('content-type'), await found.text()],
  again: ask(root + '/book?page[limit]=1', { 'if-none-match': etag }).status,
  wrong: [wrong.status, (await wrong.json()).errors[0].code],
  other: ask('http://localhost/').status,
}));`,
    );
    const query = await stele(['query', join(folder, 'snapshots'), '/book?page[limit]=1']);
    expect(JSON.parse(printed)).toEqual({
      found: [200, 'application/vnd.api+json', query.stdout],
      again: 304,
      wrong: [400, 'UnknownField'],
      other: 404,
    });
  });

  it('the TypeScript examples › compile with the types of the bookshop', async () => {
    const files = { 'script.ts': example('script.ts').code, 'form.ts': example('form.ts').code };
    expect(compiled(newFolder(), (await openBookshop()).model, files)).toBe('');
  });

  it('importing the package › exactly the exports of its index', async () => {
    const inside: unknown = await import(pathToFileURL(join(ROOT, 'dist/src/client/library/index.js')).href);
    expect(isRecord(inside) ? Object.keys(inside).sort() : []).toEqual([
      'Answer',
      'ConnectionError',
      'IntegrityError',
      'ItemAnswer',
      'ListAnswer',
      'OpenSnapshot',
      'OperationError',
      'RequestError',
      'Space',
      'TypeReader',
      'connect',
      'openSnapshot',
    ]);
  });
});
