/**
 * `stele diff`, as a person and a program read it.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolder } from '../../testing/samples/bookshop.js';
import { EDITED_BOOK, REMOVED_REVIEW, twoNights } from '../../testing/samples/edited-bookshop.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';
import { modelOf } from '../../testing/samples/model.js';

let snapshots: string;
let before: string;
let after: string;
beforeAll(async () => {
  snapshots = await twoNights();
  before = /^[0-9a-f]{64}$/m.exec(readFileSync(join(snapshots, 'PREVIOUS'), 'utf8'))?.[0] ?? '';
  after = readFileSync(join(snapshots, 'CURRENT'), 'utf8').trim();
});

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** Small exports built one after the other into one folder. */
async function nights(...exports: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const folder = temporaryFolder();
  for (const [index, files] of exports.entries()) {
    const from = writeFiles(join(folder, `export-${index}`), { ...shelf, ...files });
    await buildSnapshot(from, join(folder, 'snapshots'), { files: diskFiles, strict: false });
  }
  return join(folder, 'snapshots');
}

describe('stele diff', () => {
  it('no names › compares PREVIOUS with CURRENT', async () => {
    const { code, stdout, stderr } = await stele(['diff', snapshots], { isTTY: true });
    expect(code).toBe(0);
    expect(lines(stdout).slice(0, 2)).toEqual([`before ${before}`, `after  ${after}`]);
    expect(stdout).toMatch(/^book +100 +100 +0 +2 +0 +the same$/m);
    expect(stdout).toMatch(/^review +125 +124 +0 +0 +1 +the same$/m);
    expect(stdout).toContain(`  ~ ${EDITED_BOOK}: title\n`);
    expect(stdout).toContain(`  - ${REMOVED_REVIEW}\n`);
    expect(lines(stderr)).toContain('comparing: book');
    expect((await stele(['diff', snapshots])).stderr).toBe('');
  });

  it('ids, their beginnings and names › give the same result; swapped sides › swap added and removed', async () => {
    const { stdout } = await stele(['diff', snapshots]);
    for (const args of [[before], [before.slice(0, 8), after], ['PREVIOUS', 'CURRENT']]) {
      expect((await stele(['diff', snapshots, ...args])).stdout).toBe(stdout);
    }
    const back = await stele(['diff', snapshots, 'CURRENT', 'PREVIOUS']);
    expect(back.stdout).toContain(`  + ${REMOVED_REVIEW}\n`);
  });

  it('a snapshot and itself › no changes', async () => {
    const { code, stdout } = await stele(['diff', snapshots, after]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[~+-] /);
    expect((await stele(['diff', snapshots, after, '--purge'])).stdout).toBe('');
    expect(JSON.parse((await stele(['diff', snapshots, after, '--purge', 'json'])).stdout)).toEqual({
      before: after,
      after,
      all: false,
      keys: [],
      urls: [],
    });
  });

  it('two paths › compares the CURRENT or named snapshot of each', async () => {
    const replica = join(temporaryFolder(), 'replica');
    cpSync(join(snapshots, before), join(replica, before), { recursive: true });
    writeFileSync(join(replica, 'CURRENT'), `${before}\n`);
    const here = lines((await stele(['diff', snapshots])).stdout).slice(2);
    for (const args of [
      [replica, snapshots],
      [`${replica}/`, join(snapshots, 'CURRENT')],
      [join(replica, before), join(snapshots, after)],
      [join(replica, before.slice(0, 8)), `${join(snapshots, after)}/`],
      [join(snapshots, 'PREVIOUS'), snapshots],
      // One side in the folder that comes first, the other elsewhere.
      [snapshots, before, snapshots],
      [snapshots, replica, after],
    ]) {
      const { code, stdout } = await stele(['diff', ...args]);
      expect({ args, code, lines: lines(stdout).slice(2) }).toEqual({ args, code: 0, lines: here });
    }
    const { stdout } = await stele(['diff', replica, snapshots]);
    expect(lines(stdout).slice(0, 2)).toEqual([`before ${before} in ${replica}`, `after  ${after} in ${snapshots}`]);
    const back = await stele(['diff', snapshots, replica]);
    expect(back.stdout).toContain(`  + ${REMOVED_REVIEW}\n`);
    const purge = await stele(['diff', replica, snapshots, '--purge']);
    expect(purge.stdout).toBe((await stele(['diff', snapshots, '--purge'])).stdout);
    const asJson = JSON.parse((await stele(['diff', replica, snapshots, '--json'])).stdout);
    expect(asJson).toMatchObject({ before, after });
  });

  it('a folder named like an id › is a folder if it has no manifest, or is written with ./', async () => {
    const folder = join(temporaryFolder(), 'deadbeef');
    cpSync(join(snapshots, before), join(folder, before), { recursive: true });
    writeFileSync(join(folder, 'CURRENT'), `${before}\n`);
    const { code, stdout } = await stele(['diff', folder, snapshots]);
    expect(code).toBe(0);
    expect(stdout).toContain(`  - ${REMOVED_REVIEW}\n`);
  });

  it('missing paths › exits with 1 and names the path', async () => {
    const empty = temporaryFolder();
    const missing = join(empty, 'none');
    for (const [args, expected] of [
      [[snapshots, missing], `${missing} does not exist, so there are no snapshots to read`],
      [[missing, snapshots], `${missing} does not exist, so there are no snapshots to read`],
      [[snapshots, empty], `${empty} has no snapshots. Build one`],
      [[snapshots, join(snapshots, '00000000')], '"00000000" is not the id of a snapshot here'],
      [[snapshots, 'replica'], 'Or give the path of another folder of snapshots'],
      [[snapshots, `./${before.slice(0, 8)}`], `${process.cwd()} has no snapshots`],
      [[snapshots, empty, empty], 'Give only the two paths.'],
      [[join(snapshots, before)], 'It is a snapshot. Give the folder that it is in'],
    ] as const) {
      const { code, stdout, stderr } = await stele(['diff', ...args]);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toContain(expected);
    }
    const { stderr } = await stele(['diff', join(snapshots, '00000000'), temporaryFolder()]);
    expect(stderr).toContain(`stele: in ${snapshots}: `);
  });

  it('--limit › prints this many ids of each kind, and the number of further ids', async () => {
    const { stdout } = await stele(['diff', snapshots, '--limit', '1']);
    expect(stdout.match(/^ {2}~ /gm)).toHaveLength(1);
    expect(stdout).toContain('  … and 1 more changed\n');
    expect((await stele(['diff', snapshots, '--limit', '0'])).stdout).toContain('  … and 2 more changed\n');
  });

  it('--json › has every id with its changed fields', async () => {
    const report = JSON.parse((await stele(['diff', snapshots, '--json', '--limit', '0'])).stdout);
    expect(report).toMatchObject({ before, after, model: [] });
    const types: readonly { name: string }[] = report.types;
    expect(types.find(({ name }) => name === 'book')).toMatchObject({
      itemsBefore: 100,
      itemsAfter: 100,
      added: 0,
      changed: 2,
      removed: 0,
      reordered: false,
      fields: [
        { name: 'title', items: 1 },
        { name: 'reviews', items: 1 },
      ],
      addedIds: [],
      changedItems: expect.arrayContaining([{ id: EDITED_BOOK, fields: ['title'] }]),
      removedIds: [],
    });
    expect(types.find(({ name }) => name === 'review')).toMatchObject({ removedIds: [REMOVED_REVIEW] });
  });

  it('other fields, types or space › are printed, and any answer may differ', async () => {
    const { contentTypes, space } = shelf['model.json'];
    const [book, author] = contentTypes;
    const fields = [
      { name: 'title', type: 'markdown' },
      { name: 'pages', type: 'integer' },
      ...(book?.fields.slice(2) ?? []),
    ];
    const model = {
      space: `${space}-2`,
      contentTypes: [author, { name: 'book', fields }, { name: 'note', fields: [{ name: 'text', type: 'text' }] }],
    };
    const items = [
      { id: 'b1', title: 'Stone', author: 'a1' },
      { id: 'b2', title: 'Chisel', author: 'a1' },
      { id: 'b3', title: 'Dust', pages: 3, author: null },
    ];
    const folder = await nights(
      {},
      { 'model.json': model, 'book.ndjson': items, 'note.ndjson': [{ id: 'n', text: 'new' }] },
    );
    const { stdout } = await stele(['diff', folder]);
    for (const line of [
      'space of the model changed',
      'type note added',
      'the types are in another order',
      'field book.title changed',
      'field book.price removed',
      'field book.pages added',
    ]) {
      expect(stdout).toContain(`  ${line}\n`);
    }
    expect(stdout).toMatch(/^note +- +1 +1 +0 +0 +the same$/m);
    // Populated before, or after; b3 had no price.
    expect(stdout).toContain('book, changed fields: price 2, pages 1\n');
    expect(stdout).toContain('  ~ b3: pages\n');
    const purge = await stele(['diff', folder, '--purge']);
    expect([purge.stdout, purge.code]).toEqual([':all\n', 0]);
    expect(purge.stderr).toContain('the content models differ');
    expect((await stele(['diff', folder, '--purge', 'urls'])).stdout).toBe('/delivery/jsonapi*\n');
    const back = await stele(['diff', folder, 'CURRENT', 'PREVIOUS', '--limit', '5']);
    expect(back.stdout).toMatch(/^note +1 +- +0 +0 +1 +the same$/m);
  });

  it('other options of a select › no answer differs', async () => {
    const withOptions = (options: readonly string[]) => ({
      'model.json': modelOf(
        { book: { title: 'text', genre: { type: 'select', options } }, author: { name: 'text' } },
        { space: shelf['model.json'].space },
      ),
      'book.ndjson': [{ id: 'b1', title: 'Stone', genre: 'a' }],
      'author.ndjson': [{ id: 'a1', name: 'Mason' }],
    });
    const folder = await nights(withOptions(['a']), withOptions(['a', 'b']));
    expect((await stele(['diff', folder, '--purge'])).stdout).toBe('');
    expect((await stele(['diff', folder])).stdout).not.toContain('the model is different');
  });

  it('--purge-all-above › prints one key or URL if there would be more', async () => {
    const all = JSON.parse((await stele(['diff', snapshots, '--purge', 'json'])).stdout);
    expect(all.all).toBe(false);
    const purge = async (most: number, form: string): Promise<string> =>
      (await stele(['diff', snapshots, '--purge-all-above', String(most), '--purge', form])).stdout;
    expect(lines(await purge(all.keys.length, 'keys'))).toEqual(all.keys);
    expect(await purge(all.keys.length - 1, 'keys')).toBe(':all\n');
    expect(lines(await purge(all.urls.length, 'urls'))).toEqual(all.urls);
    expect(await purge(all.urls.length - 1, 'urls')).toBe('/delivery/jsonapi*\n');
    const both = JSON.parse(await purge(all.keys.length, 'json'));
    expect(both).toMatchObject({ all: true, keys: [':all'], urls: ['/delivery/jsonapi*'] });
  });

  it('--base and --reach › set the beginning of URLs, and the number of followed relationships', async () => {
    const urls = async (...args: readonly string[]): Promise<readonly string[]> =>
      lines((await stele(['diff', snapshots, ...args, '--purge', 'urls'])).stdout);
    const near = await urls('--reach', '0');
    const next = await urls('--reach', '1');
    const far = await urls();
    expect(near.length).toBeLessThan(next.length);
    expect(next.length).toBeLessThan(far.length);
    for (const url of near) expect(next).toContain(url);
    const cdn = await urls('--reach', '0', '--base', 'https://cdn.example/x/');
    expect(cdn).toEqual(near.map((url) => url.replace('/delivery/jsonapi', 'https://cdn.example/x')));
  });
});

describe('stele diff, missing or damaged snapshots', () => {
  it('an unknown id › exits with 1 and lists the ids; a missing folder › exits with 1', async () => {
    const unknown = await stele(['diff', snapshots, '0000000000']);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain(`${after}  built `);
    expect((await stele(['diff', '/does/not/exist'])).stderr).toContain(
      'does not exist, so there are no snapshots to read. Build one',
    );
  });

  it('only one snapshot, or no CURRENT › exits with 1 and advice', async () => {
    const folder = await nights({});
    const one = await stele(['diff', folder]);
    expect([one.code, one.stdout]).toEqual([1, '']);
    expect(one.stderr).toContain('the folder has only the current snapshot. Build again after a change');
    rmSync(join(folder, 'CURRENT'));
    expect((await stele(['diff', folder, 'CURRENT', 'CURRENT'])).stderr).toContain('Give the id of a snapshot');
  });

  it('no PREVIOUS › compares with the snapshot built before, and prints a note', async () => {
    const folder = await twoNights();
    rmSync(join(folder, 'PREVIOUS'));
    const { code, stderr, stdout } = await stele(['diff', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain('comparing with the snapshot built before the current one');
    expect(lines(stdout)[0]).toBe(`before ${before}`);
  });

  it('a damaged section › exits with 1 and names the section', async () => {
    const folder = await twoNights();
    const manifest = JSON.parse(readFileSync(join(folder, after, 'manifest.json'), 'utf8'));
    const segments: readonly { name: string; file: string }[] = manifest.segments;
    const path = join(folder, after, segments.find(({ name }) => name === 'review')?.file ?? '');
    const bytes = readFileSync(path);
    const at = bytes.indexOf('"headline"');
    bytes[at + 20]! ^= 1;
    writeFileSync(path, bytes);
    const { code, stderr } = await stele(['diff', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain('the snapshot is damaged');
    expect(stderr).toContain('section documents');
  });
});
