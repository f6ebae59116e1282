/**
 * The results of one run, as `bench/results/build-<items>.json` keeps them, and as a table.
 */
import type { Environment } from '../harness/results/environment.js';
import { type Table, terminalTable } from '../harness/results/tables.js';

export interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly peakBytes: number;
  /** Of what was built, on the disk. */
  readonly byteLength: number;
}

export interface BuildResults {
  readonly items: number;
  readonly seed: number;
  readonly memoryBytes: number;
  readonly environment: Environment;
  readonly exportBytes: number;
  /** Stele with one thread unless it was left out, stele with several, and SQLite where it takes part. */
  readonly builds: readonly Measured[];
}

/** @returns whether a file holds what a run of this benchmark writes */
export const isBuildResults = (value: unknown): value is BuildResults =>
  typeof value === 'object' && value !== null && 'builds' in value && 'items' in value && 'memoryBytes' in value;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

export function buildTable({ builds, exportBytes }: BuildResults): string {
  const table: Table = {
    columns: [
      { title: '' },
      { title: 'seconds', right: true },
      { title: 'peak memory', right: true },
      { title: 'on the disk', right: true },
    ],
    rows: [
      ['the export', '', '', megabytes(exportBytes)],
      ...builds.map(({ name, seconds, peakBytes, byteLength }) => [
        name,
        seconds.toFixed(1),
        megabytes(peakBytes),
        megabytes(byteLength),
      ]),
    ],
  };
  return terminalTable(table);
}

/** What is compared: a build's seconds divided by another's; undefined where one is missing. */
export function ratio({ builds }: BuildResults, of: string, to: string): number | undefined {
  const [first, second] = [of, to].map((name) => builds.find((build) => build.name.startsWith(name)));
  return first === undefined || second === undefined ? undefined : first.seconds / second.seconds;
}
