/**
 * What a soak found: for a terminal, and as JSON.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Environment, readEnvironment } from '../../bench/harness/results/environment.js';
import { count, megabytes, right, terminalTable } from '../../bench/harness/results/tables.js';
import type { Tally } from './clients/tally.js';
import type { AllOptions } from './options.js';
import type { Sample } from './server/samples.js';
import { type Finding, median, type Observed } from './verdict.js';

export interface AllReport extends Observed {
  readonly seconds: number;
  readonly warnings: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
}

/** Rows of a terminal's table, whatever the number of samples. */
const rowsMaximum = 30;

const shown = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key} ${count(value)}`)
    .join(', ');

const row = (sample: Sample): readonly string[] => [
  sample.atSeconds.toFixed(0),
  ...[sample.residentBytes, sample.heapBytes, sample.externalBytes, sample.cacheBytes].map(megabytes),
  ...[sample.files, sample.threads, sample.connections, sample.responses, sample.swaps, sample.refused].map(count),
  (sample.lagSeconds * 1000).toFixed(1),
];

function table(samples: readonly Sample[]): string {
  const step = Math.max(1, Math.ceil(samples.length / rowsMaximum));
  const titles = 'seconds|resident|heap|external|cache|files|threads|connections|responses|swaps|refused|lag p99 ms';
  const rows = samples.filter((_, place) => place % step === 0 || place === samples.length - 1).map(row);
  return terminalTable({ columns: titles.split('|').map(right), rows });
}

const told = (name: string, { done, slowestMs, byStatus, byKind }: Tally): string =>
  `${name}: ${count(done)}, slowest ${slowestMs.toFixed(0)} ms; by status: ${shown(byStatus)}; ${shown(byKind)}`;

export function describe(report: AllReport): string {
  const { load, hostile, swapped, sampled, serverFaults, warnings, findings } = report;
  const faults = [...serverFaults, ...load.faults, ...hostile.faults, ...swapped.faults, ...sampled.faults];
  return [
    table(sampled.samples),
    told('answers', load),
    told('hostile conversations', hostile),
    `swaps: ${shown(swapped.byKind)}`,
    `warnings in the log: ${shown(warnings)}`,
    ...faults.map((fault) => `FAULT ${fault}`),
    '',
    ...findings.map(({ name, holds, figure }) => `${holds ? 'holds' : 'FAILS'}  ${name}: ${figure}`),
  ].join('\n');
}

const plain = ({ faults, byKind, byStatus, bySnapshot, ...numbers }: Tally) => ({
  ...numbers,
  byKind: Object.fromEntries(byKind),
  byStatus: Object.fromEntries(byStatus),
  bySnapshot: Object.fromEntries(bySnapshot),
  faults,
});

/** @param environment where the run was made */
export function writeResults(
  { results, ...options }: AllOptions,
  report: AllReport,
  environment: Environment = readEnvironment(),
): void {
  const { seconds, load, hostile, swapped, sampled, serverFaults, warnings, findings } = report;
  const { byKind, noticedMs, faults } = swapped;
  const written = {
    format: 1,
    environment,
    options,
    seconds,
    findings,
    load: plain(load),
    hostile: plain(hostile),
    swaps: {
      byKind: Object.fromEntries(byKind),
      noticedMs: { median: median(noticedMs), most: Math.max(0, ...noticedMs) },
      faults,
    },
    server: { faults: serverFaults, warnings: Object.fromEntries(warnings) },
    samples: sampled.samples,
    sampleFaults: sampled.faults,
  };
  mkdirSync(dirname(results), { recursive: true });
  writeFileSync(results, `${JSON.stringify(written, undefined, 2)}\n`);
}
