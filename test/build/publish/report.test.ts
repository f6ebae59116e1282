/**
 * The report of a build, as the command writes it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { StepClock, structuresOf } from '../../../build/publish/report.js';
import { diskFiles } from '../../../src/files/index.js';
import { stele } from '../../cli/stele.js';
import { shelf, writeFiles } from '../../support/export.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();

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
      expect(report.structures).toContainEqual({ type, structure: 'documents', byteLength: expect.any(Number) });
    }
    const inStructures = report.structures.reduce(
      (sum: number, entry: { byteLength: number }) => sum + entry.byteLength,
      0,
    );
    expect(inStructures).toBeGreaterThan(0);
    expect(inStructures).toBeLessThan(report.byteLength);
  });

  it('a file that cannot be written › 1, and that the snapshot is published', async () => {
    const out = newFolder();
    const path = join(newFolder(), 'no', 'report.json');
    const { code, stderr } = await stele(['build', writeFiles(newFolder(), shelf), '--out', out, '--report', path]);
    expect(code).toBe(1);
    expect(stderr).toContain('the snapshot is published, but its report cannot be written');
    expect(existsSync(join(out, 'CURRENT'))).toBe(true);
  });
});

describe('build-report.json', () => {
  it('a build › lies beside the manifest, says what --report says, and is no part of the snapshot', async () => {
    const [out, folder] = [newFolder(), newFolder()];
    const path = join(folder, 'report.json');
    expect((await stele(['build', writeFiles(newFolder(), shelf), '--out', out, '--report', path])).code).toBe(0);
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    const file = join(out, whole.snapshot, 'build-report.json');
    const { content } = JSON.parse(readFileSync(file, 'utf8'));
    // What comes after it was written, and what has gone on since.
    const { published, removed, seconds, steps, peakBytes, ...same } = whole;
    expect({ published, removed }).toEqual({ published: true, removed: [] });
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

  it('links that were dropped › are counted, of linked types too', async () => {
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
    writeFiles(folder, { 'author.ndjson': [{ id: 'a1', name: 'Carver', books: ['b9'] }] });
    const second = await buildSnapshot(folder, out, { files, strict: false });
    expect(second.types.map(({ name, linked }) => [name, linked])).toEqual([
      ['book', true],
      ['author', false],
    ]);
    expect(second.warningCounts).toEqual(first.warningCounts);
    expect(second.warnings).toBe(first.warnings);
  });
});

describe('structuresOf', () => {
  it('chunks, offsets and parts › count to what they belong to', () => {
    const section = (name: string, length: number) => ({ name, byteLength: length });
    const sections = ['f/terms', 'f/terms#1', 'f/terms.offsets', 'g/terms', 'documents', 'documents#1'].map(
      (name, index) => section(name, 10 ** index),
    );
    expect(structuresOf('t', sections)).toEqual([
      { type: 't', field: 'f', structure: 'terms', byteLength: 111 },
      { type: 't', field: 'g', structure: 'terms', byteLength: 1000 },
      { type: 't', field: undefined, structure: 'documents', byteLength: 110_000 },
    ]);
  });
});

describe('StepClock', () => {
  it('a step told several times › is one', () => {
    const clock = new StepClock();
    for (const step of ['a', 'a', 'b']) clock.at(step);
    expect(clock.steps.map(({ step }) => step)).toEqual(['a', 'b']);
  });
});
