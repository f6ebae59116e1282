/**
 * `stele build --metrics`: the outcome of a build in Prometheus' text format.
 */
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { BOOKSHOP_EXPORT } from '../../testing/samples/bookshop.js';

const newFolder = temporaryFolders();

/** @returns the value of each series in the file, by its name and labels */
function readMetrics(file: string): ReadonlyMap<string, number> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const series = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    series.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

function copyOfBookshop(): string {
  const folder = newFolder();
  cpSync(BOOKSHOP_EXPORT, folder, { recursive: true });
  return folder;
}

describe('stele build --metrics', () => {
  it('a build that publishes › writes success, items of each type, and no reason of a refusal', async () => {
    const folder = newFolder();
    const file = join(folder, 'stele.prom');
    const exportFolder = copyOfBookshop();
    expect((await stele(['build', exportFolder, '--out', join(folder, 'out'), '--metrics', file])).code).toBe(0);
    const metrics = readMetrics(file);
    expect(metrics.get('stele_build_success')).toBe(1);
    expect(metrics.get('stele_build_published')).toBe(1);
    expect(metrics.get('stele_build_items{type="book"}')).toBe(100);
    expect(metrics.get('stele_build_type_rebuilt{type="book"}')).toBe(1);
    expect([...metrics].filter(([name, value]) => name.startsWith('stele_build_refused') && value !== 0)).toEqual([]);
    expect(metrics.get('stele_build_finished_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    // The unfinished file is gone.
    expect(readdirSync(folder).filter((name) => name.startsWith('stele.prom'))).toEqual(['stele.prom']);
  });

  it('an export with mistakes › replaces the metrics, counts the mistakes and names the reason', async () => {
    const folder = newFolder();
    const file = join(folder, 'stele.prom');
    writeFileSync(file, 'stele_build_success 1\n');
    const exportFolder = copyOfBookshop();
    appendFileSync(join(exportFolder, 'book.ndjson'), '{"id":\n');
    expect((await stele(['build', exportFolder, '--out', join(folder, 'out'), '--metrics', file])).code).toBe(1);
    const metrics = readMetrics(file);
    expect(metrics.get('stele_build_success')).toBe(0);
    expect(metrics.get('stele_build_errors')).toBe(1);
    expect(metrics.get('stele_build_refused{reason="export"}')).toBe(1);
    expect(metrics.get('stele_build_peak_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('a type that has shrunk › is a refusal of its own', async () => {
    const folder = newFolder();
    const file = join(folder, 'stele.prom');
    const exportFolder = copyOfBookshop();
    const args = ['build', exportFolder, '--out', join(folder, 'out'), '--metrics', file];
    expect((await stele(args)).code).toBe(0);
    const books = readFileSync(join(exportFolder, 'book.ndjson'), 'utf8').split('\n');
    writeFileSync(join(exportFolder, 'book.ndjson'), `${books.slice(0, 10).join('\n')}\n`);
    expect((await stele(args)).code).toBe(1);
    const metrics = readMetrics(file);
    expect(metrics.get('stele_build_success')).toBe(0);
    expect(metrics.get('stele_build_refused{reason="shrunk"}')).toBe(1);
  });

  it('a folder as the file › is refused before anything is built', async () => {
    const folder = newFolder();
    const { code, stderr } = await stele([
      'build',
      copyOfBookshop(),
      '--out',
      join(folder, 'out'),
      '--metrics',
      folder,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('the metrics cannot be written to');
    expect(stderr).toContain('Nothing was done. Give another path to --metrics.');
  });
});
