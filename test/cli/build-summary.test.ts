/**
 * What a build says at its end.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../build/publish/index.js';
import { buildSummary } from '../../src/cli/build/build-summary.js';
import { snapshotId } from '../../src/content/model/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';

const newFolder = temporaryFolders();
const id = (digit: string) => snapshotId(digit.repeat(64))!;

const report: BuildReport = {
  snapshot: id('a'),
  published: true,
  removed: [id('b')],
  shrunk: [],
  refused: [],
  items: 1003,
  types: [
    { name: 'book', items: 1000, linked: false, byteLength: 2_000_000, readingSeconds: 18.25 },
    { name: 'author', items: 3, linked: true, byteLength: 3000, readingSeconds: 0 },
  ],
  warningsByKind: '',
  warnings: '',
  problems: [],
  repaired: false,
  warningCounts: [
    { kind: 'danglingLink', count: 1200 },
    { kind: 'unknownKey', count: 1 },
  ],
  notes: [],
  byteLength: 2_003_000,
  seconds: 61.23,
  peakBytes: 1.5e9,
  threads: 2,
  steps: [
    { step: 'reading book', seconds: 20 },
    { step: 'comparing author', seconds: 0.2 },
    { step: 'indexing book', seconds: 40.5 },
  ],
  columns: [{ type: 'book', field: 'title', seconds: 12.34 }],
  structures: [
    { type: 'book', field: undefined, structure: 'documents', byteLength: 300, seconds: 1.5 },
    { type: 'book', field: 'title', structure: 'terms', byteLength: 500, seconds: 30.5 },
    { type: 'author', field: 'name', structure: 'terms', byteLength: 200, seconds: 10 },
  ],
};

describe('buildSummary', () => {
  it('a build › five lines: the snapshot, its size, what was removed, built and linked, memory and warnings', () => {
    expect(buildSummary(report, false)).toBe(
      `Published snapshot ${id('a')}
1,003 items, 2.0 MB, in 61.2 s
Removed old snapshot ${id('b')}
1 content type built, 1 linked
at most 1.5 GB of memory, 2 threads; 1,200 links dropped, 1 unknown key
`,
    );
    const removed = [id('b'), id('c')];
    expect(buildSummary({ ...report, removed }, false)).toContain(`\nRemoved old snapshots ${removed.join(', ')}\n`);
  });

  it('a build with --verbose › counts, types, structures, columns, memory and warnings', () => {
    expect(buildSummary(report, true)).toBe(
      `Published snapshot ${id('a')}
1,003 items, 2.0 MB, in 61.2 s
Removed old snapshot ${id('b')}

type    items  segment    size  seconds
book    1,000  built    2.0 MB     60.5
author      3  linked   3.0 KB      0.2

structure   size   share  thread-seconds
terms      700 B  70.0 %            40.5
documents  300 B  30.0 %             1.5
(reading)      -       -            18.3

field        size  seconds
book.title  500 B     12.3

at most 1.5 GB of memory, 2 threads; 1,200 links dropped, 1 unknown key
`,
    );
  });

  it('more columns than rows › prints the largest', () => {
    const names = Array.from({ length: 30 }, (_, place) => `f${place}`);
    const columns = names.map((field) => ({ type: 'book', field, seconds: 0 }));
    const structures = names.map((field, place) => ({
      type: 'book',
      field,
      structure: 'terms',
      byteLength: 100 + place,
      seconds: 0,
    }));
    const text = buildSummary({ ...report, columns, structures }, true);
    expect(text).toContain('field, the 10 largest');
    expect(text.match(/^book\.f\d+ /gm)).toHaveLength(10);
    expect(text).toContain('book.f29 ');
    expect(text).not.toContain('book.f19 ');
  });

  it('no changes › prints only that', () => {
    const types = report.types.map((type) => ({ ...type, linked: true }));
    expect(buildSummary({ ...report, published: false, removed: [], types }, true)).toBe(
      `Nothing has changed: CURRENT already names snapshot ${id('a')}\n1,003 items, 2.0 MB, in 61.2 s\n`,
    );
  });

  it('two builds › print built and linked types; --verbose › prints each type', async () => {
    const [out, folder] = [newFolder(), writeFiles(newFolder(), shelf)];
    const night = async (...options: string[]) => (await stele(['build', folder, '--out', out, ...options])).stdout;
    expect(await night('--verbose')).toMatch(/^author +1 {2}built /m);
    writeFiles(join(folder), { 'book.ndjson': [...shelf['book.ndjson'], { id: 'b4' }] });
    const verbose = await night('--verbose');
    expect(verbose).toMatch(/^book +4 {2}built /m);
    expect(verbose).toMatch(/^author +1 {2}linked /m);
    writeFiles(join(folder), { 'book.ndjson': [...shelf['book.ndjson'], { id: 'b5' }] });
    const brief = await night();
    expect(brief).toMatch(/^1 content type built, 1 linked$/m);
    expect(brief.split('\n').length).toBeLessThanOrEqual(6);
  });
});
