/**
 * The report of a build, as the command writes it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../build/publish/index.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/format/files/index.js';
import type { SpaceReport } from '../../../src/index/snapshot/index.js';
import { EXECUTABLE, start, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const hashOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

describe('stele build --report', () => {
  it('a build › its steps, columns, structures and memory', async () => {
    const [out, folder] = [newFolder(), newFolder()];
    const path = join(folder, 'report.json');
    const { code } = await stele(['build', writeFiles(newFolder(), shelf), '--out', out, '--report', path]);
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(path, 'utf8'));
    expect(report.snapshot).toBe(readFileSync(join(out, 'CURRENT'), 'utf8').trim());
    expect(report.peakBytes).toBeGreaterThan(1e6);
    const types: string[] = report.types.map(({ name }: { name: string }) => name);
    expect(report.steps.map(({ step }: { step: string }) => step)).toEqual([
      ...types.map((type) => `reading ${type}`),
      'resolving links',
      ...types.map((type) => `indexing ${type}`),
      'publishing',
    ]);
    for (const type of types) {
      expect(report.columns).toContainEqual({ type, field: 'id', seconds: expect.any(Number) });
      expect(report.structures).toContainEqual({
        type,
        structure: 'documents',
        byteLength: expect.any(Number),
        seconds: expect.any(Number),
      });
    }
    const inStructures = report.structures.reduce(
      (sum: number, entry: { byteLength: number }) => sum + entry.byteLength,
      0,
    );
    expect(inStructures).toBeGreaterThan(0);
    expect(inStructures).toBeLessThan(report.byteLength);
  });

  it.each(['1', '2'])('%s threads › bytes of every structure equal inspect, with the time of each', async (threads) => {
    const [folder, out] = [newFolder(), newFolder()];
    await generateExport(folder, { items: 1500, seed: 7, profile: 'engine' });
    const model = join(folder, 'model.json');
    const text = readFileSync(model, 'utf8').replaceAll(
      /"type": ?"(text|textMultiline|markdown)"/g,
      '$&,"search":true,"fold":true',
    );
    expect(text).toContain('"fold":true');
    writeFileSync(model, text);
    const path = join(folder, 'report.json');
    const build = ['build', folder, '--out', out, '--report', path, '--threads', threads];
    // The compiled program, as only that has threads.
    expect((await start(EXECUTABLE, build).ended).code).toBe(0);
    const { structures, types }: BuildReport = JSON.parse(readFileSync(path, 'utf8'));
    const inspected: SpaceReport = JSON.parse((await stele(['inspect', out, '--json'])).stdout);
    const keyOf = (type: string, field: string | undefined, structure: string) => `${type} ${field} ${structure}`;
    const expected = inspected.types.flatMap((type) =>
      [...type.fields, { name: undefined, structures: type.structures }].flatMap((field) =>
        field.structures.map(({ name, byteLength }) => [keyOf(type.name, field.name, name), byteLength]),
      ),
    );
    const reported = structures.map(({ type, field, structure, byteLength }) => [
      keyOf(type, field, structure),
      byteLength,
    ]);
    expect(reported.toSorted()).toEqual(expected.toSorted());
    expect(new Set(structures.map(({ structure }) => structure))).toEqual(
      new Set(
        'ordinals docs starts values terms heads reversed substrings hash links linkage search fold documents'.split(
          ' ',
        ),
      ),
    );
    for (const { seconds } of structures) expect(seconds).toBeGreaterThanOrEqual(0);
    // Each is made of something here, and a clock that counts has counted some of it.
    for (const name of new Set(structures.map(({ structure }) => structure))) {
      const seconds = structures.reduce((sum, entry) => sum + (entry.structure === name ? entry.seconds : 0), 0);
      expect(seconds, name).toBeGreaterThan(0);
    }
    for (const { items, readingSeconds } of types) if (items > 0) expect(readingSeconds).toBeGreaterThan(0);
  });

  it('a linked type › has its structures with their bytes, and no time', async () => {
    const [folder, out] = [writeFiles(newFolder(), shelf), newFolder()];
    const files = diskFiles;
    const first = await buildSnapshot(folder, out, { files, strict: false });
    writeFiles(folder, { 'author.ndjson': [{ id: 'a1', name: 'Carver' }] });
    const second = await buildSnapshot(folder, out, { files, strict: false });
    const ofBook = ({ structures }: BuildReport) => structures.filter(({ type }) => type === 'book');
    expect(second.types.find(({ name }) => name === 'book')).toMatchObject({ linked: true, readingSeconds: 0 });
    expect(ofBook(first).length).toBeGreaterThan(5);
    expect(ofBook(second)).toEqual(ofBook(first).map((structure) => ({ ...structure, seconds: 0 })));
  });

  it('- › the report is written to stdout instead of the tables', async () => {
    const out = newFolder();
    const build = ['build', writeFiles(newFolder(), shelf), '--out', out, '--report', '-'];
    const [first, again] = [await stele(build), await stele(build)];
    expect([first.code, again.code]).toEqual([0, 0]);
    const current = readFileSync(join(out, 'CURRENT'), 'utf8').trim();
    const { sha256, ...content } = JSON.parse(first.stdout);
    expect(sha256).toBe(hashOf(content));
    expect(content).toMatchObject({ snapshot: current, published: true, removed: [] });
    expect(JSON.parse(again.stdout)).toMatchObject({ snapshot: current, published: false });
  });

  it('a refused export › its problems as data, replacing the previous file', async () => {
    const folder = writeFiles(newFolder(), {
      ...shelf,
      'book.ndjson': [
        { id: 'b1', title: 5 },
        { id: 'b2', author: 'none', colour: 'red' },
        { id: 'b3', colour: 'blue' },
      ],
    });
    const path = join(newFolder(), 'report.json');
    writeFileSync(path, '{"published":true}');
    const build = ['build', folder, '--out', newFolder(), '--report'];
    const { code, stderr } = await stele([...build, path]);
    const { sha256, failure, problems, ...counts } = JSON.parse(readFileSync(path, 'utf8'));
    expect(sha256).toBe(hashOf({ published: false, failure, ...counts, problems }));
    expect({ code, counts }).toEqual({ code: 1, counts: { published: false, errors: 1, warnings: 3 } });
    expect(stderr).toContain(`stele: ${failure}\n`);
    expect(problems).toEqual([
      { severity: 'error', file: 'book.ndjson', line: 1, field: 'title', reason: expect.any(String), count: 1 },
      { severity: 'warning', file: 'book.ndjson', line: 2, field: 'colour', reason: expect.any(String), count: 2 },
      { severity: 'warning', file: 'book.ndjson', line: 2, field: 'author', reason: expect.any(String), count: 1 },
    ]);
    expect(JSON.parse((await stele([...build, '-'])).stdout)).toMatchObject({ ...counts, problems });
  });

  it('another failure › the reason, without problems of the export', async () => {
    const path = join(newFolder(), 'report.json');
    writeFileSync(path, '');
    const { code } = await stele(['build', writeFiles(newFolder(), shelf), '--out', path, '--report', path]);
    expect(code).toBe(1);
    const report = JSON.parse(readFileSync(path, 'utf8'));
    expect(report).toMatchObject({ published: false, errors: 0, warnings: 0, problems: [] });
    expect(report.failure).toMatch(/^cannot write snapshots into /);
  });

  it('an unwritable path › exit code 1 before the build', async () => {
    const out = join(newFolder(), 'snapshots');
    const folder = newFolder();
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    for (const path of [join(folder, 'no', 'report.json'), folder, join(folder, 'link')]) {
      const { code, stderr } = await stele(['build', writeFiles(newFolder(), shelf), '--out', out, '--report', path]);
      expect(code).toBe(1);
      expect(stderr).toContain(`the report cannot be written to ${path}: `);
      expect(stderr).toContain('Nothing was done.');
      expect(existsSync(out)).toBe(false);
    }
  });

  it.skipIf(!existsSync('/dev/full'))(
    'a disk that is full after the build › exit code 1 after the tables, and a note that the snapshot is in place',
    async () => {
      const [folder, out] = [writeFiles(newFolder(), shelf), newFolder()];
      const build = ['build', folder, '--out', out, '--report', '/dev/full'];
      const first = await stele(build);
      expect(first.code).toBe(1);
      expect(first.stderr).toContain('the snapshot is in place, but its report cannot be written to /dev/full: ENOSPC');
      expect(first.stdout).toContain('Published snapshot');
      const published = readFileSync(join(out, 'CURRENT'), 'utf8');
      // The type that has shrunk is what must be told in the end.
      writeFiles(folder, { 'book.ndjson': shelf['book.ndjson'].slice(0, 1) });
      const second = await stele(build);
      expect(second.code).toBe(1);
      expect(second.stderr).toContain('note: the snapshot is kept, but its report cannot be written');
      expect(second.stderr).toMatch(/stele: more than 30% of a content type or of a field is missing/);
      expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(published);
    },
  );
});

describe('build-report.json', () => {
  it('a build › writes it next to the manifest with the content of --report; it is not part of the snapshot', async () => {
    const [out, folder] = [newFolder(), newFolder()];
    const path = join(folder, 'report.json');
    expect((await stele(['build', writeFiles(newFolder(), shelf), '--out', out, '--report', path])).code).toBe(0);
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    const file = join(out, whole.snapshot, 'build-report.json');
    const { sha256, ...content } = JSON.parse(readFileSync(file, 'utf8'));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    // What comes after it was written, and what has gone on since.
    const { sha256: ofWhole, published, repaired, removed, refused, seconds, steps, peakBytes, ...same } = whole;
    expect(ofWhole).toBe(hashOf({ ...whole, sha256: undefined }));
    expect({ published, repaired, removed, refused }).toEqual({
      published: true,
      repaired: false,
      removed: [],
      refused: [],
    });
    expect(content).toMatchObject(same);
    expect(content.seconds).toBeLessThanOrEqual(seconds);
    expect(content.peakBytes).toBeLessThanOrEqual(peakBytes);
    expect(content.steps.map(({ step }: { step: string }) => step)).toEqual(
      steps.map(({ step }: { step: string }) => step),
    );
    expect((await stele(['verify', out])).stdout).toContain('ok       build-report.json');
    rmSync(file);
    expect((await stele(['verify', out])).code).toBe(0);
  });

  it('dropped links › are counted, also of linked types', async () => {
    const [out, folder] = [newFolder(), newFolder()];
    const book = [{ id: 'b1', author: 'none' }, ...shelf['book.ndjson'].slice(1)];
    writeFiles(folder, {
      ...shelf,
      'book.ndjson': book,
      'author.ndjson': [{ id: 'a1', name: 'Mason', books: ['b9'] }],
    });
    const files = diskFiles;
    const first = await buildSnapshot(folder, out, { files, strict: false });
    expect(first.warningCounts).toEqual([{ kind: 'danglingLink', count: 2 }]);
    expect(first.problems.map(({ severity, file, line, field }) => [severity, file, line, field])).toEqual([
      ['warning', 'book.ndjson', 1, 'author'],
      ['warning', 'author.ndjson', 1, 'books'],
    ]);
    writeFiles(folder, { 'author.ndjson': [{ id: 'a1', name: 'Carver', books: ['b9'] }] });
    const second = await buildSnapshot(folder, out, { files, strict: false });
    expect(second.types.map(({ name, linked }) => [name, linked])).toEqual([
      ['book', true],
      ['author', false],
    ]);
    expect(second.warningCounts).toEqual(first.warningCounts);
    expect(second.warnings).toBe(first.warnings);
    expect(second.problems).toEqual(first.problems);
  });
});
