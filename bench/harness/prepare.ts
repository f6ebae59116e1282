/**
 * What is measured: an export, its snapshot, and the same items in a database file. Made once and cached outside
 * version control, by items, seed and the code that made them.
 *
 * Elsewhere: the making itself (make).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../src/errors/index.js';
import { fingerprint } from './fingerprint.js';
import { CACHE_FOLDER } from './root.js';

export interface Prepared {
  readonly exportFolder: string;
  readonly snapshots: string;
  readonly database: string;
}

/** Building a million items takes about so many megabytes of heap. */
const heapMegabytes = 12_000;

/** Everything of `src` that decides the bytes of a snapshot. */
const FORMAT = ['model', 'format', 'column', 'postings', 'termdict', 'store', 'segment', 'snapshot'].map(
  (room) => `src/${room}`,
);
const LOADING = ['driver', 'schema', 'load'].map((name) => `bench/harness/sqlite/${name}.js`);

export function preparedPaths(items: number, seed: number): Prepared {
  const content = fingerprint(['data/generate']);
  const loaded = fingerprint(['data/generate', 'bench/harness/rows.js', 'bench/harness/render.js', ...LOADING]);
  const path = (kind: string, code: string): string => join(CACHE_FOLDER, `${kind}-${items}-${seed}-${code}`);
  return {
    exportFolder: path('export', content),
    snapshots: path('snapshots', fingerprint(['data/generate', 'build', ...FORMAT])),
    database: path('database', loaded),
  };
}

/** Makes what is missing, in a process of its own. @throws OperationError when that fails; it has said why */
export function prepare(items: number, seed: number, withSqlite: boolean): Prepared {
  const paths = preparedPaths(items, seed);
  const needed = [paths.exportFolder, paths.snapshots, ...(withSqlite ? [paths.database] : [])];
  if (needed.every((path) => existsSync(path))) return paths;
  const file = join(dirname(fileURLToPath(import.meta.url)), 'make.js');
  const args = [`--max-old-space-size=${heapMegabytes}`, file, String(items), String(seed), withSqlite ? 'yes' : 'no'];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new OperationError('What is to be measured could not be made.');
  return paths;
}
