/**
 * The results of one run, as `bench/results/engine-<items>.json` keeps them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.js';
import type { Footprint } from './footprint.js';
import type { Timing } from './statistics.js';

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

const fileName = (items: number): string => `engine-${items}.json`;
const namePattern = /^engine-[0-9]+\.json$/;

export function writeResults(folder: string, results: Results): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, fileName(results.items));
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/** @returns the results in the folder, the fewest items first. @throws Error when a file is not what a run writes */
export function readResults(folder: string): Results[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .map((name) => {
      const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (isResults(value)) return value;
      throw new Error(`${name} does not hold the results of a run. Remove it, or run the benchmark again.`);
    })
    .sort((a, b) => a.items - b.items);
}

/** Sees whether all is there that tells a results file from another; the files are our own. */
function isResults(value: unknown): value is Results {
  if (typeof value !== 'object' || value === null) return false;
  const parts = ['items', 'seed', 'budgetMs', 'environment', 'classes', 'parts', 'footprint'];
  return 'format' in value && value.format === 1 && parts.every((name) => name in value);
}
