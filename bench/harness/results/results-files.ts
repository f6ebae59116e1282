/**
 * Reads and writes the files `bench/results/<benchmark>-<items>.json`, the newest run of each, with its time and
 * machine.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.js';

type Benchmark = 'build' | 'engine' | 'facets' | 'http' | 'search';

/** @returns the path written */
export function writeResultsFile(folder: string, benchmark: Benchmark, results: { readonly items: number }): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${benchmark}-${results.items}.json`);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/**
 * @param format that today's runs write
 * @returns      the benchmark's results in the folder, the fewest items first
 * @throws       Error if a file is not what a run writes
 */
export function readResultsFiles<Results extends { readonly items: number }>(
  folder: string,
  benchmark: Benchmark,
  format: number,
): Results[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${benchmark}-`) && /^[a-z]+-[0-9]+\.json$/.test(name))
    .map((name) => readResultsFile<Results>(folder, name, format))
    .sort((a, b) => a.items - b.items);
}

/** Reads the results of one file. */
export function readResultsFile<Results>(folder: string, name: string, format: number): Results {
  const value: Results & { readonly format: number } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  if (value.format === format && 'environment' in value) return value;
  throw new Error(`${name} does not hold the results of a run. Remove it, or run the benchmark again.`);
}

export interface Environment {
  /** Commit of the checkout, followed by `+` if files had changed since. */
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

export function readEnvironment(): Environment {
  const processors = cpus();
  const changed =
    git('status', '--porcelain', '--', 'src', 'build', 'data', 'bench', ':!bench/results', ':!bench/README.md') !== '';
  return {
    commit: `${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${changed ? '+' : ''}`,
    node: process.version,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    date: new Date().toISOString().slice(0, 10),
  };
}

/** @param more another participant, such as `SQLite 3.53.2` */
export function environmentLine(environment: Environment, more: string): string {
  const { commit, node, cpu, cores, memoryBytes, date } = environment;
  const gibibytes = Math.round(memoryBytes / 2 ** 30);
  return `${date}, commit ${commit}, Node ${node}, ${more}, ${cpu}, ${cores} cores, ${gibibytes} GiB`;
}
