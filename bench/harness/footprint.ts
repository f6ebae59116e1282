/**
 * What a snapshot takes: bytes on the disk, time to open, memory after opening, objects made by opening.
 *
 * Each is seen in a process of its own, several times, the files read once before: the disk is not what is measured.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { percentile } from './statistics.js';

export interface Footprint {
  readonly exportBytes: number;
  readonly snapshotBytes: number;
  /** The database file, with all its indexes; absent where SQLite did not take part. */
  readonly databaseBytes?: number;
  /** Milliseconds, medians. */
  readonly readMs: number;
  readonly openMs: number;
  /** Of the whole process, after opening and nothing else. */
  readonly residentBytes: number;
  /** Nodes of the heap that a second opening adds to the first: what opening makes, without what is loaded once. */
  readonly heapObjects: number;
}

const repetitions = 3;

export type Observation = 'read' | 'open' | 'objects';

interface Observed {
  readonly ms: number;
  readonly residentBytes: number;
  readonly objects: number;
}

const isObserved = (value: unknown): value is Observed =>
  typeof value === 'object' && value !== null && 'ms' in value && 'residentBytes' in value && 'objects' in value;

function observe(what: Observation, snapshots: string): Observed {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'observe.js');
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', file, what, snapshots], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const value: unknown = status === 0 ? JSON.parse(stdout) : undefined;
  if (isObserved(value)) return value;
  throw new Error(`The process that should ${what} the snapshot ended with ${status}.`);
}

/** @returns the size of the folder's files, of all depths */
export const folderBytes = (folder: string, ends = ''): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ends))
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);

const median = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

export function footprintOf(exportFolder: string, snapshots: string, databaseBytes: number | undefined): Footprint {
  observe('read', snapshots);
  const reads: Observed[] = [];
  const opens: Observed[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    reads.push(observe('read', snapshots));
    opens.push(observe('open', snapshots));
  }
  return {
    exportBytes: folderBytes(exportFolder, '.ndjson'),
    snapshotBytes: folderBytes(snapshots),
    ...(databaseBytes === undefined ? {} : { databaseBytes }),
    readMs: median(reads.map(({ ms }) => ms)),
    openMs: median(opens.map(({ ms }) => ms)),
    residentBytes: median(opens.map(({ residentBytes }) => residentBytes)),
    heapObjects: observe('objects', snapshots).objects,
  };
}
