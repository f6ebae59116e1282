/**
 * docs/results/scale.md › its measurements are the recorded ones.
 *
 * Elsewhere: the table of docs/scale.md, with the output of `stele plan` (scale.slow).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RATES } from '../../../build/plan/index.js';
import { entriesOf, readPage, tableAt, tablesOf } from '../../../testing/pages/markdown.js';
import { ROOT } from '../../../testing/root.js';

const figures = entriesOf(tableAt(tablesOf(readPage('docs/results/scale.md')), 'What was measured', 'figure'));

/** @returns the first number of a figure's cell */
function figure(name: string): number {
  const [found] = /\d[\d,]*(\.\d+)?/.exec(figures.get(name) ?? '') ?? [];
  if (found === undefined) throw new Error(`docs/results/scale.md has no figure "${name}"`);
  return Number(found.replaceAll(',', ''));
}

function builtWithTwoThreads(items: number): {
  readonly seconds: number;
  readonly bytes: number;
  readonly exportBytes: number;
} {
  const { builds, exportBytes } = JSON.parse(
    readFileSync(join(ROOT, 'bench', 'results', `build-${items}.json`), 'utf8'),
  );
  const found = builds.find(({ name }: { readonly name: string }) => name === 'stele, 2 threads');
  return { seconds: found.seconds, bytes: found.byteLength / items, exportBytes: exportBytes / items };
}

describe('docs/results/scale.md', () => {
  it('builds › equal the recorded builds', () => {
    const largest = builtWithTwoThreads(10_000_000);
    expect(figure('export, bytes an item')).toBe(Math.round(largest.exportBytes));
    expect(figure('snapshot, bytes an item')).toBe(Math.round(largest.bytes));
    expect(figure('build of 10,000,000 items')).toBe(Math.round(largest.seconds));
    expect(figure('build of 1,000,000 items')).toBe(Math.round(builtWithTwoThreads(1_000_000).seconds));
  });

  it('rates › equal the recorded rates', () => {
    const { workloads } = JSON.parse(readFileSync(join(ROOT, 'bench', 'results', 'http-100000.json'), 'utf8'));
    for (const workload of ['hot', 'cold']) {
      const { loaded } = workloads.find(({ name }: { readonly name: string }) => name === workload);
      const { perSecond } = loaded.find(({ contestant }: { readonly contestant: string }) => contestant === 'stele');
      expect(figure(`answers a second and core, ${workload}`), workload).toBe(Math.round(perSecond));
    }
  });
});

describe('docs/scale.md › from one server to several', () => {
  const page = readPage('docs/scale.md');
  const steps = tableAt(tablesOf(page), 'From one server to several', 'content').rows.map((cells) => cells.join(' '));
  const planned = page.split('\n').filter((line) => line.startsWith('| 1,000,000 |'));

  it('sizes › equal the output of stele plan for a million articles', () => {
    const sizes = steps.join(' ').match(/\d[\d.]* GB/g) ?? [];
    expect(sizes.length).toBeGreaterThan(0);
    for (const size of sizes) expect(planned.join(' ')).toContain(size);
  });

  it('shards › cost the amount that stele plan adds', () => {
    expect(steps.at(-1)).toContain(`${RATES.citus.shardTableBytes / 1000} kB for each shard of a table`);
  });
});
