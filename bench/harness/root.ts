/**
 * The folders of the benchmarks: the folder of `bench`, and the cache outside version control.
 */
import { join } from 'node:path';
import { ROOT } from '../../testing/root.js';

export { ROOT };
export const BENCH_FOLDER = join(ROOT, 'bench');
export const RESULTS_FOLDER = join(BENCH_FOLDER, 'results');
export const CACHE_FOLDER = join(ROOT, '.cache', 'bench');
export const COMPILED_FOLDER = join(ROOT, 'dist');
export const REPORT_FILE = join(ROOT, 'docs', 'performance.md');
