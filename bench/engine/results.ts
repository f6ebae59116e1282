/**
 * The results of an engine run, as in `bench/results/engine-<items>.json`, and the footprint of a snapshot: bytes on
 * disk, opening time, memory and objects.
 *
 * Each footprint is measured several times in fresh processes, with the files in the system's cache.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../src/format/index.js';
import type { ContestantName } from '../harness/contestant.js';
import { type Environment, readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import { COMPILED_FOLDER } from '../harness/root.js';
import { medianOf, type Quantile, type Timing } from '../harness/timing/statistics.js';

export interface ClassResult {
  readonly name: string;
  readonly group: string;
  readonly adversarial: boolean;
  /** How many different questions were asked. */
  readonly questions: number;
  /** Number of answers that were compared with stele's, by contestant. */
  readonly compared: { readonly sqlite: number; readonly scan: number };
  readonly stele: Timing;
  readonly sqlite?: Timing;
  readonly scan?: Timing;
  /** The slowest queries of the mix of all classes. Older results lack them. */
  readonly tails?: readonly Tail[];
}

interface Tail {
  readonly name: ContestantName;
  readonly quantiles: readonly Quantile[];
}

export interface PartResult {
  readonly name: string;
  readonly timing: Timing;
}

export interface Results {
  /** Version of the form of this file; files of another version are not read. */
  readonly format: 1;
  readonly items: number;
  readonly seed: number;
  readonly budgetMs: number;
  readonly environment: Environment;
  readonly sqliteVersion?: string;
  readonly classes: readonly ClassResult[];
  /** Classes of the linked content, which is a space of its own; absent in results of older runs. */
  readonly linked?: readonly ClassResult[];
  readonly parts: readonly PartResult[];
  readonly footprint: Footprint;
}

/** How many times as long SQLite takes, by the median; undefined if it was not measured. */
export const ratioOf = ({ stele, sqlite }: ClassResult): number | undefined =>
  sqlite === undefined ? undefined : sqlite.p50Us / stele.p50Us;

export const writeResults = (folder: string, results: Results): string => writeResultsFile(folder, 'engine', results);

/** @returns the results in the folder, the fewest items first. @throws Error if a file is not what a run writes */
export const readResults = (folder: string): Results[] => readResultsFiles(folder, 'engine', 1);

interface Footprint {
  readonly exportBytes: number;
  readonly snapshotBytes: number;
  /** The database file, with all its indexes; absent if SQLite did not take part. */
  readonly databaseBytes?: number;
  /** Milliseconds, medians. */
  readonly readMs: number;
  readonly openMs: number;
  /** Memory of the process after opening, before any query. */
  readonly residentBytes: number;
  /** JavaScript objects that opening makes; absent in results of older runs. */
  readonly objects?: {
    readonly all: number;
    /** Objects that are created for sections, and not for items. */
    readonly ofSections: number;
    readonly sections: number;
  };
  /** Bytes of each kind of structure, over all types and fields, the largest first; absent in results of older runs. */
  readonly structures?: readonly { readonly name: string; readonly bytes: number }[];
}

interface Observed {
  readonly ms: number;
  readonly residentBytes: number;
}

/** Objects on the heap that opening a snapshot creates. */
interface ObservedObjects {
  /** JavaScript objects. */
  readonly objects: number;
  /** All nodes of the heap: objects, strings, numbers and internal ones. */
  readonly nodes: number;
  readonly sections: number;
  /** Part of `objects` that is created for sections. */
  readonly sectionObjects: number;
}

function observe<Seen>(what: 'read' | 'open' | 'objects', snapshots: string): Seen {
  const file = join(COMPILED_FOLDER, 'bench/engine/observe.js');
  // Counting objects is experimental in Node, and says so on stderr each time.
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', file, what, snapshots];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return JSON.parse(stdout);
  throw new Error(`The process that should ${what} the snapshot ended with ${status}.`);
}

/** Opens the snapshot in a fresh process, and counts the new objects on the heap. Cost: O(heap), and opening three times. */
export const observeObjects = (snapshots: string): ObservedObjects => observe('objects', snapshots);

/** @returns the size of the folder's files, of all depths */
export const folderBytes = (folder: string, ends = ''): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ends))
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);

export function footprintOf(
  exportFolder: string,
  snapshots: string,
  databaseBytes: number | undefined,
  repetitions: number,
): Footprint {
  observe('read', snapshots);
  const reads: Observed[] = [];
  const opens: Observed[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    reads.push(observe('read', snapshots));
    opens.push(observe('open', snapshots));
  }
  const { objects, sectionObjects, sections } = observeObjects(snapshots);
  return {
    exportBytes: folderBytes(exportFolder, '.ndjson'),
    snapshotBytes: folderBytes(snapshots),
    ...(databaseBytes === undefined ? {} : { databaseBytes }),
    readMs: medianOf(reads.map(({ ms }) => ms)),
    openMs: medianOf(opens.map(({ ms }) => ms)),
    residentBytes: medianOf(opens.map(({ residentBytes }) => residentBytes)),
    objects: { all: objects, ofSections: sectionObjects, sections },
    structures: structureBytes(snapshots),
  };
}

function structureBytes(snapshots: string): { name: string; bytes: number }[] {
  const program = join(COMPILED_FOLDER, 'src/cli/main.js');
  const { status, stdout } = spawnSync(process.execPath, [program, 'inspect', snapshots, '--json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`"stele inspect" of the snapshot ended with ${status}.`);
  const sums = new Map<string, number>();
  for (const [name, bytes] of byteLengths(JSON.parse(stdout))) sums.set(name, (sums.get(name) ?? 0) + bytes);
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** @returns name and length of each structure in a report, at any depth */
function byteLengths(value: unknown): [string, number][] {
  if (Array.isArray(value)) return value.flatMap(byteLengths);
  if (!isRecord(value)) return [];
  const { name, byteLength } = value;
  const isStructure = typeof name === 'string' && typeof byteLength === 'number' && Object.keys(value).length === 2;
  return isStructure ? [[name, byteLength]] : Object.values(value).flatMap(byteLengths);
}
