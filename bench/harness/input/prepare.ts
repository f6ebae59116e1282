/**
 * Prepares the input of the benchmarks: an export, its snapshot, and a database with the same items.
 *
 * Inputs are cached outside version control by items, seed, and a hash of the compiled code, so that a change of a
 * structure makes them again. Elsewhere: making them (make).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../../src/content/errors/index.js';
import { CACHE_FOLDER, COMPILED_FOLDER } from '../root.js';

export const KINDS = ['export', 'snapshots', 'database'] as const;

export type Kind = (typeof KINDS)[number];

/** Paths of the prepared input: two folders and a file. */
type Prepared = Readonly<Record<Kind, string>>;

/** Megabytes of heap that a build of a million items takes. */
const heapMegabytes = 12_000;

/** Everything of `src` that decides the bytes of a snapshot. */
const FORMAT = ['src/content', 'src/format', 'src/index'];
const LOADING = ['driver', 'schema', 'load'].map((name) => `bench/harness/sqlite/${name}.js`);

export function preparedPaths(items: number, seed: number): Prepared {
  const content = fingerprint(['data/generate']);
  const loaded = fingerprint([
    'data/generate',
    'bench/harness/input/rows.js',
    'bench/harness/input/render.js',
    ...LOADING,
  ]);
  const path = (kind: string, code: string): string => join(CACHE_FOLDER, `${kind}-${items}-${seed}-${code}`);
  return {
    export: path('export', content),
    snapshots: path('snapshots', fingerprint(['data/generate', 'build', ...FORMAT])),
    database: path('database', loaded),
  };
}

const makerFile = join(dirname(fileURLToPath(import.meta.url)), 'make.js');

/** Makes one thing in a process of its own. @throws OperationError if that fails; it has said why */
function make(kind: Kind, items: number, seed: number): Promise<void> {
  const args = [`--max-old-space-size=${heapMegabytes}`, makerFile, kind, String(items), String(seed)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new OperationError(`What is to be measured could not be made: the ${kind}.`));
    });
  });
}

/** @returns the export's folder, created if it is missing */
export async function prepareExport(items: number, seed: number): Promise<string> {
  const path = preparedPaths(items, seed).export;
  if (!existsSync(path)) await make('export', items, seed);
  return path;
}

/** Creates missing input; snapshot and database in parallel, because both come from the export. */
export async function prepare(items: number, seed: number, withSqlite: boolean): Promise<Prepared> {
  const paths = preparedPaths(items, seed);
  await prepareExport(items, seed);
  const kinds: readonly Kind[] = withSqlite ? ['snapshots', 'database'] : ['snapshots'];
  const missing = kinds.filter((kind) => !existsSync(paths[kind]));
  await Promise.all(missing.map((kind) => make(kind, items, seed)));
  return paths;
}

/** Creates `path` unless it exists, and removes files that older code created for it. */
export async function cached(path: string, making: (unfinished: string) => unknown): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const startedMs = performance.now();
  const name = path.slice(CACHE_FOLDER.length + 1);
  console.error(`making ${name}`);
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await making(unfinished);
    place(unfinished, path);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const family = name.slice(0, name.lastIndexOf('-') + 1);
  for (const other of readdirSync(CACHE_FOLDER)) {
    if (other.startsWith(family) && other !== name && !other.endsWith('.tmp')) {
      rmSync(join(CACHE_FOLDER, other), { recursive: true, force: true });
    }
  }
  console.error(`made ${name} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Somebody else may have made the same meanwhile, and it is the same: a folder cannot be renamed over theirs. */
function place(unfinished: string, path: string): void {
  try {
    renameSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

const hashDigits = 12;

/**
 * @param places folders and files below `dist`; of a folder, every `.js` file in it counts
 * @returns hexadecimal digits
 */
export function fingerprint(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    const path = join(COMPILED_FOLDER, place);
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.js'))
          .sort()
          .map((name) => join(place, name))
      : [place];
    for (const name of names)
      hash
        .update(`${name}\n`)
        .update(readFileSync(join(COMPILED_FOLDER, name)))
        .update('\n');
  }
  return hash.digest('hex').slice(0, hashDigits);
}
