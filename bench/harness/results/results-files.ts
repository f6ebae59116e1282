/**
 * The files of `bench/results`: one a benchmark and size, `<benchmark>-<items>.json`, the newest run's.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Benchmark = 'build' | 'engine' | 'facets' | 'http' | 'search';

/** @returns the path written */
export function writeResultsFile(folder: string, benchmark: Benchmark, results: { readonly items: number }): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${benchmark}-${results.items}.json`);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/**
 * @param isResults sees whether all is there that tells a results file from another; the files are our own
 * @returns         the benchmark's results in the folder, the fewest items first
 * @throws          Error when a file is not what a run writes
 */
export function readResultsFiles<Results extends { readonly items: number }>(
  folder: string,
  benchmark: Benchmark,
  isResults: (value: unknown) => value is Results,
): Results[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${benchmark}-`) && /^[a-z]+-[0-9]+\.json$/.test(name))
    .map((name) => {
      const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (isResults(value)) return value;
      throw new Error(`${name} does not hold the results of a run. Remove it, or run the benchmark again.`);
    })
    .sort((a, b) => a.items - b.items);
}

/** @returns whether the value is an object with these members, its `format` the one given */
export const hasMembers = (value: unknown, format: number, members: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === format &&
  members.every((name) => name in value);
