/**
 * The series that `bench/results/history.json` keeps: what each recorded commit did to a fixed set of measures.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasMembers } from '../harness/results/results-files.js';
import type { Ratio } from './ratio.js';

export interface Measure {
  readonly name: string;
  readonly unit: 'us' | 'seconds' | 'bytes';
  /** Medians. */
  readonly before: number;
  readonly now: number;
  /** Now ÷ before. */
  readonly change: Ratio;
  /** The commit before ÷ itself, measured in the same turns: what the machine makes of no change at all. */
  readonly noise: Ratio;
  /** Whether both gave the same answers; where not, they did not do the same work. */
  readonly same: boolean;
}

export interface Entry {
  /** Followed by `+` when files had changed since. */
  readonly commit: string;
  readonly before: string;
  readonly date: string;
  readonly node: string;
  readonly items: number;
  readonly measures: readonly Measure[];
}

export interface Series {
  readonly format: 1;
  /** The oldest first. */
  readonly entries: readonly Entry[];
}

const isSeries = (value: unknown): value is Series => hasMembers(value, 1, ['entries']);
const fileOf = (folder: string): string => join(folder, 'history.json');

/** @throws Error when the file is not what a run writes */
export function readSeries(folder: string): Series {
  const path = fileOf(folder);
  if (!existsSync(path)) return { format: 1, entries: [] };
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (isSeries(value)) return value;
  throw new Error(`${path} does not hold a series of runs. Restore it from version control.`);
}

/** Adds an entry; one of the same commit gives way to it. @returns the file's path */
export function addEntry(folder: string, entry: Entry): string {
  const others = readSeries(folder).entries.filter(({ commit }) => commit !== entry.commit);
  const series: Series = { format: 1, entries: [...others, entry] };
  writeFileSync(fileOf(folder), `${JSON.stringify(series, undefined, 2)}\n`);
  return fileOf(folder);
}

/**
 * Slower by more than noise: even the least that the change may be is above 1, and above the most that no change at all
 * came to. Bytes are exact, and told but not judged: a commit may have a reason to write more.
 */
export const regressions = ({ measures }: Entry): readonly Measure[] =>
  measures.filter(({ unit, change, noise }) => unit !== 'bytes' && change.low > Math.max(1, noise.high));
