/**
 * Tests of the command `stele advise`: reports, the edited model, and refused inputs.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { BOOKSHOP_EXPORT, bookshopSnapshots } from '../../../../testing/samples/bookshop.js';

const newFolder = temporaryFolders();
const root = '/delivery/jsonapi';

/** @returns a traffic file of 400 requests that repeats these targets */
async function trafficOf(...targets: string[]): Promise<string> {
  const folder = newFolder();
  const lines = Array.from({ length: 400 }, (_, place) => `${root}${targets[place % targets.length]}\n`);
  writeFileSync(join(folder, 'urls'), lines.join(''));
  const out = join(folder, 'out.traffic');
  expect((await stele(['log', 'import', join(folder, 'urls'), '--out', out])).code).toBe(0);
  return out;
}

function exportCopy(): string {
  const folder = join(newFolder(), 'export');
  cpSync(BOOKSHOP_EXPORT, folder, { recursive: true });
  return folder;
}

let served: string;
beforeAll(async () => {
  served = await bookshopSnapshots();
});

describe('stele advise', () => {
  it('traffic of few shapes › edits the model; the next build answers these shapes and refuses others', async () => {
    const source = exportCopy();
    const model = readFileSync(join(source, 'model.json'), 'utf8');
    const traffic = await trafficOf(
      '/book?filter[genre][_eq]=Fiction&sort=-published',
      '/book/the-drowned-verger?include=author',
      '/book?filter[title][_startsWith]=The',
      '/shelf-that-is-gone',
    );
    const report = join(newFolder(), 'advice.json');
    // Only the answers are judged: on a busy machine any shape may be slower.
    const args = ['advise', served, traffic, '--export', source, '--each', '1000', '--max-slower', '100%'];
    const { code, stdout, stderr } = await stele([...args, '--report', report, '--apply']);
    expect([code, /fields changed in \S+; build the export again/.test(stderr)], stderr).toEqual([0, true]);
    expect(stdout).toMatch(/^book\.subtitle +"filter": false, "sort": false +[\d.]+ KB +[\d.]+ +never needed$/m);
    expect(stdout).toMatch(/answers {3}all the same, of 200 requests/);
    expect(stdout).toMatch(/^\d+ of the \d+ requests are errors with every structure built: ContentTypeNotFound$/m);
    const advice = JSON.parse(readFileSync(report, 'utf8'));
    expect(advice.leaner.after.bytes).toBeLessThan(advice.leaner.before.bytes);
    expect(advice.patch).toContainEqual({ op: 'add', path: '/contentTypes/0/fields/1/filter', value: false });
    const edited = readFileSync(join(source, 'model.json'), 'utf8');
    expect(edited.split('\n')).toHaveLength(model.split('\n').length);

    const lean = newFolder();
    expect((await stele(['build', source, '--out', lean])).code).toBe(0);
    const asked = async (folder: string, target: string) => (await stele(['query', folder, target])).stdout;
    const list = '/book?filter[genre][_eq]=Fiction&sort=-published';
    expect(await asked(lean, list)).toBe(await asked(served, list));
    const refused = await stele(['query', lean, '/book?filter[subtitle][_contains]=a']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('NotIndexed')]);
  });

  it('the export of another snapshot › refused before the first build', async () => {
    const source = exportCopy();
    const model = JSON.parse(readFileSync(join(source, 'model.json'), 'utf8'));
    model.contentTypes[0].fields[0].sort = false;
    writeFileSync(join(source, 'model.json'), JSON.stringify(model));
    const { code, stderr } = await stele(['advise', served, await trafficOf('/book'), '--export', source]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/is not the model of snapshot [0-9a-f]{8}.*build it first/),
    ]);
    const nowhere = await stele(['advise', served, await trafficOf('/book'), '--export', '/nowhere']);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('/nowhere does not exist')]);
  });

  it('traffic of another site › refused, with the number of each error', async () => {
    const { code, stderr } = await stele([
      'advise',
      served,
      await trafficOf('/product?sort=gone', '/product/1'),
      '--export',
      BOOKSHOP_EXPORT,
    ]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/400 ContentTypeNotFound.*another site/)]);
    expect(stderr).not.toContain('building the export');
  });

  it('without --export › exit code 2', async () => {
    expect((await stele(['advise', served, 'x'])).code).toBe(2);
  });
});
