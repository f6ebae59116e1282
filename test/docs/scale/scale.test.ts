/**
 * docs/scale.md and docs/results/scale.md › what they say was measured is what was recorded, and what is computed follows from the formulae.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RESULTS_FOLDER } from '../../../bench/harness/root.js';
import { entriesOf, readPage, tableAt, tablesOf } from '../markdown.js';
import { estimates, type Inputs, rowOf } from './estimate.js';

const page = [...tablesOf(readPage('docs/scale.md')), ...tablesOf(readPage('docs/results/scale.md'))];
const figures = new Map([
  ...entriesOf(tableAt(page, 'What was measured', 'figure')),
  ...entriesOf(tableAt(page, 'What is assumed', 'assumption')),
]);

/** @returns the first number of a figure's cell */
function figure(name: string): number {
  const [found] = /\d[\d,]*(\.\d+)?/.exec(figures.get(name) ?? '') ?? [];
  if (found === undefined) throw new Error(`docs/scale.md has no figure "${name}"`);
  return Number(found.replaceAll(',', ''));
}

function builtWithTwoThreads(items: number): {
  readonly seconds: number;
  readonly bytes: number;
  readonly exportBytes: number;
} {
  const { builds, exportBytes } = JSON.parse(readFileSync(join(RESULTS_FOLDER, `build-${items}.json`), 'utf8'));
  const found = builds.find(({ name }: { readonly name: string }) => name === 'stele, 2 threads');
  return { seconds: found.seconds, bytes: found.byteLength / items, exportBytes: exportBytes / items };
}

const inputs = (): Inputs => ({
  exportBytes: figure('export, bytes an item'),
  snapshotBytes: figure('snapshot, bytes an item'),
  databaseBytes: figure('database with indexes, bytes an item'),
  buildSeconds: figure('build of 10,000,000 items'),
  smallerBuildSeconds: figure('build of 1,000,000 items'),
  loadSeconds: figure('load into a database, an item') / 1e6,
  resident: {
    all: 1,
    indexes: figure('in memory with `--resident indexes`, of the snapshot'),
  },
  machineCpus: figure('processors of a machine (vCPU)'),
  machineGb: figure('memory of a machine'),
  usable: figure('share of it that content may take'),
  copies: figure('copies, so that one machine may fail'),
  keptSnapshots: figure('snapshots that stay on the disk'),
  keptLoads: figure('loads that stay in the database'),
  cpuPrice: figure('price of a vCPU for a month'),
  memoryPrice: figure('price of a GB of memory for a month'),
  diskPrice: figure('price of a GB of disk for a month'),
});

describe('docs/scale.md', () => {
  it('builds › as they were recorded', () => {
    const largest = builtWithTwoThreads(10_000_000);
    expect(figure('export, bytes an item')).toBe(Math.round(largest.exportBytes));
    expect(figure('snapshot, bytes an item')).toBe(Math.round(largest.bytes));
    expect(figure('build of 10,000,000 items')).toBe(Math.round(largest.seconds));
    expect(figure('build of 1,000,000 items')).toBe(Math.round(builtWithTwoThreads(1_000_000).seconds));
  });

  it('rates › as they were recorded', () => {
    const { workloads } = JSON.parse(readFileSync(join(RESULTS_FOLDER, 'http-100000.json'), 'utf8'));
    for (const workload of ['hot', 'cold']) {
      const { loaded } = workloads.find(({ name }: { readonly name: string }) => name === workload);
      const { perSecond } = loaded.find(({ contestant }: { readonly contestant: string }) => contestant === 'stele');
      expect(figure(`answers a second and core, ${workload}`), workload).toBe(Math.round(perSecond));
    }
  });

  it('what to take when › has the figures below it', () => {
    const rows = entriesOf(tableAt(page, 'Which of them when', ''));
    const number = (name: string): string => new Intl.NumberFormat('en-US').format(figure(name));
    expect(rows.get('rate of reading')).toContain(number('answers a second and core, hot'));
    expect(rows.get('rate of reading')).toContain(number('answers a second and core, cold'));
    expect(rows.get(`bytes an item, of ${number('export, bytes an item')} exported`)).toMatch(
      new RegExp(`^${number('snapshot, bytes an item')} on disk`),
    );
    expect(rows.get('freshness')).toContain(`${number('build of 1,000,000 items')} s for 1,000,000 items`);
  });

  it.each([
    ['100 million items', 100_000_000],
    ['1 billion items', 1_000_000_000],
  ])('%s › follow from the formulae', (section, items) => {
    expect(tableAt(page, section, 'content as').rows).toEqual(estimates(items, inputs()).map(rowOf));
  });
});
