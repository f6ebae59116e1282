/**
 * Where things lie: the checkout, the benchmark's own folder, and what is cached outside version control.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The same file runs from `bench/harness` and, compiled, from `dist/bench/harness`. */
function findRoot(from: string): string {
  if (existsSync(join(from, 'bench', 'package.json'))) return from;
  const above = dirname(from);
  if (above === from)
    throw new Error('The benchmark does not lie in a checkout: no folder above has bench/package.json.');
  return findRoot(above);
}

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
export const BENCH_FOLDER = join(ROOT, 'bench');
export const RESULTS_FOLDER = join(BENCH_FOLDER, 'results');
export const CACHE_FOLDER = join(ROOT, '.cache', 'bench');
export const COMPILED_FOLDER = join(ROOT, 'dist');
export const REPORT_FILE = join(ROOT, 'docs', 'performance.md');
