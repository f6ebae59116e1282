/**
 * The results of one run, as `bench/results/engine-<items>.json` keeps them.
 */
import type { ContestantName } from '../harness/contestant.js';
import type { Environment } from '../harness/results/environment.js';
import { hasMembers, readResultsFiles, writeResultsFile } from '../harness/results/results-files.js';
import type { Quantile, Timing } from '../harness/timing/statistics.js';
import type { Footprint } from './footprint.js';

export interface ClassResult {
  readonly name: string;
  readonly group: string;
  readonly adversarial: boolean;
  /** How many different questions were asked. */
  readonly questions: number;
  /** Of how many the answers were compared with stele's, by contestant. */
  readonly compared: { readonly sqlite: number; readonly scan: number };
  readonly stele: Timing;
  readonly sqlite?: Timing;
  readonly scan?: Timing;
  /** Of the mix of all classes: how its slowest questions are spread. Results of before it have none. */
  readonly tails?: readonly Tail[];
}

export interface Tail {
  readonly name: ContestantName;
  readonly quantiles: readonly Quantile[];
}

export interface PartResult {
  readonly name: string;
  readonly timing: Timing;
}

export interface Results {
  /** Of this file's form; others are not read. */
  readonly format: 1;
  readonly items: number;
  readonly seed: number;
  readonly budgetMs: number;
  readonly environment: Environment;
  readonly sqliteVersion?: string;
  readonly classes: readonly ClassResult[];
  readonly parts: readonly PartResult[];
  readonly footprint: Footprint;
}

/** How many times as long SQLite takes, by the median; undefined where it was not measured. */
export const ratioOf = ({ stele, sqlite }: ClassResult): number | undefined =>
  sqlite === undefined ? undefined : sqlite.p50Us / stele.p50Us;

const members = ['items', 'seed', 'budgetMs', 'environment', 'classes', 'parts', 'footprint'];
const isResults = (value: unknown): value is Results => hasMembers(value, 1, members);

export const writeResults = (folder: string, results: Results): string => writeResultsFile(folder, 'engine', results);

/** @returns the results in the folder, the fewest items first. @throws Error when a file is not what a run writes */
export const readResults = (folder: string): Results[] => readResultsFiles(folder, 'engine', isResults);
