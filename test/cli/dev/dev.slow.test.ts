/**
 * `stele init` and `stele serve --dev`: from an empty folder to an answer, and to the next after a change.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContentModel } from '../../../src/content/model/index.js';
import { EXECUTABLE, start, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { at } from '../../../testing/jsonapi-schema/index.js';

const newFolder = temporaryFolders();

describe('stele init', () => {
  it('an empty folder › gets a valid export, and the next steps are printed', async () => {
    const folder = join(newFolder(), 'library');
    const { code, stdout } = await stele(['init', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain(`  cd ${folder} && npm install && npm run dev\n`);
    expect(stdout).toContain('open http://127.0.0.1:8080 in a browser');
    expect(await stele(['check', join(folder, 'export'), '--strict'])).toMatchObject({ code: 0 });
    const types = ['types', join(folder, 'export'), '--out', join(folder, 'content.ts'), '--check'];
    expect(await stele(types)).toMatchObject({ code: 0 });
    const schema = readFileSync(join(folder, 'model.schema.json'), 'utf8');
    expect(schema).toBe((await stele(['model', '--schema', 'model'])).stdout);
    expect(readContentModel(JSON.parse(readFileSync(join(folder, 'export/model.json'), 'utf8')))).toHaveProperty(
      'model',
    );
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts.dev).toBe('stele serve --dev export');
  });

  it('a folder with one of the files › is not changed', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'package.json'), '{}');
    expect(await stele(['init', folder])).toMatchObject({ code: 1, stderr: expect.stringContaining('package.json') });
    expect(await stele(['init', join(folder, 'other')])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{}');
  });
});

describe('stele serve --dev', () => {
  it('a change › is served; a mistake › is printed, and the last good content is still served', async () => {
    const folder = newFolder();
    await stele(['init', folder]);
    const file = join(folder, 'export/book.ndjson');
    const before = readFileSync(file, 'utf8');
    const { child, until, ended } = start(EXECUTABLE, ['serve', '--dev', join(folder, 'export'), '--port', '0']);
    const [, root = ''] = /library: (\S+)/.exec(await until(/library: \S+/)) ?? [];
    const title = async (): Promise<unknown> =>
      at(await (await fetch(`${root}/book/salt-and-light`)).json(), 'data', 'attributes', 'title');
    let told = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    expect(await title()).toBe('Salt and Light');
    writeFileSync(file, before.replace('Salt and Light', 'Salt and Dark'));
    await expect.poll(title, { timeout: 60_000 }).toBe('Salt and Dark');
    writeFileSync(file, '{"id":\n');
    await expect
      .poll(() => told, { timeout: 60_000 })
      .toContain('The earlier content is still served until the problem is corrected.');
    expect(await title()).toBe('Salt and Dark');
    writeFileSync(file, before.replace('Salt and Light', 'Salt and Sand'));
    await expect.poll(title, { timeout: 60_000 }).toBe('Salt and Sand');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/book\.ndjson.*[\s\S]*Built 5 items in \d+ ms/),
    });
  });

  it('an export that is refused at the start › is reported to stderr and the explorer, and served after the correction', async () => {
    const folder = newFolder();
    await stele(['init', folder]);
    const file = join(folder, 'export/book.ndjson');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, '{"id":\n');
    const { child, until, ended } = start(EXECUTABLE, ['serve', '--dev', join(folder, 'export'), '--port', '0']);
    const [, origin = ''] = /Listening on (\S+)/.exec(await until(/Listening on \S+/)) ?? [];
    const told = async (): Promise<unknown> => (await fetch(`${origin}/explore/dev`)).json();
    expect(await told()).toEqual({ problem: expect.stringContaining('book.ndjson:1'), snapshot: null });
    expect(await (await fetch(`${origin}/explore/model.json`)).json()).toMatchObject({ dev: true });
    expect((await fetch(`${origin}/delivery/jsonapi/book`)).status).toBe(503);
    writeFileSync(file, right);
    await expect.poll(told, { timeout: 60_000 }).toEqual({ problem: null, snapshot: expect.any(String) });
    expect((await fetch(`${origin}/delivery/jsonapi/book`)).status).toBe(200);
    writeFileSync(file, '{"id":\n');
    await expect.poll(told, { timeout: 60_000 }).toMatchObject({ problem: expect.any(String) });
    writeFileSync(file, right);
    await expect.poll(told, { timeout: 60_000 }).toMatchObject({ problem: null });
    child.kill('SIGTERM');
    expect((await ended).stderr).toMatch(
      /Nothing is served until the problem is corrected\.[\s\S]*The export has no problem any more/,
    );
  });

  it('--from › imports the watched folder or file', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'posts'));
    const post = (title: string): void =>
      writeFileSync(join(folder, 'posts/a.md'), `---\ntitle: ${title}\n---\nText.\n`);
    post('First');
    const { child, until, ended } = start(EXECUTABLE, ['serve', '--dev', folder, '--from', 'markdown', '--port', '0']);
    const [, origin = ''] = /Listening on (\S+)/.exec(await until(/Listening on \S+/)) ?? [];
    const posts = async (): Promise<string> => (await fetch(`${origin}/delivery/jsonapi/posts`)).text();
    expect(await posts()).toContain('First');
    post('Second');
    await expect.poll(posts, { timeout: 60_000 }).toContain('Second');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('conflicting options, or an unknown source › end the command', async () => {
    const folder = newFolder();
    expect(await stele(['serve', '--dev', folder, '--wait'])).toMatchObject({ code: 2 });
    expect(await stele(['serve', '--dev', folder, '--threads', '2'])).toMatchObject({ code: 2 });
    expect(await stele(['serve', '--dev'])).toMatchObject({ code: 2 });
    const misspelt = await stele(['serve', '--dev', folder, '--from', 'cvs']);
    expect([misspelt.code, misspelt.stderr]).toEqual([2, expect.stringContaining('Did you mean "csv"?')]);
  });
});
