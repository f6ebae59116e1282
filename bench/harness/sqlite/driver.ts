/**
 * Loads better-sqlite3 if it is installed, and declares the part of it that the benchmarks use.
 *
 * The package is installed in `bench` only, so working on the server does not require compiling it.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import { BENCH_FOLDER } from '../root.js';

export type SqlValue = string | number | null;

export interface Statement {
  /** Binds for the statement's life; it takes no values afterwards. */
  bind(...values: readonly SqlValue[]): Statement;
  /** Rows become their first column. */
  pluck(): Statement;
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
  run(...values: readonly SqlValue[]): unknown;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  pragma(text: string): unknown;
  close(): unknown;
}

type DatabaseClass = new (path: string, options?: { readonly readonly?: boolean }) => Database;

const METHODS: readonly (keyof Database)[] = ['prepare', 'exec', 'pragma', 'close'];

function isDatabaseClass(value: unknown): value is DatabaseClass {
  if (typeof value !== 'function') return false;
  const { prototype }: { readonly prototype: unknown } = value;
  return typeof prototype === 'object' && prototype !== null && METHODS.every((name) => name in prototype);
}

/** Whether `npm ci --prefix bench` has been run. */
export const isInstalled = (): boolean =>
  existsSync(join(BENCH_FOLDER, 'node_modules', 'better-sqlite3', 'package.json'));

/** @throws Error if the package is missing, or has an unexpected form */
export function openDatabase(path: string, options: { readonly readonly?: boolean } = {}): Database {
  const loaded: unknown = createRequire(join(BENCH_FOLDER, 'package.json'))('better-sqlite3');
  if (!isDatabaseClass(loaded))
    throw new Error('better-sqlite3 does not export a database class with the known methods.');
  return new loaded(path, options);
}

/** Receives lines about the progress of a run. */
export type Say = (line: string) => void;

/**
 * Makes SQLite available, or says loudly that it is not.
 *
 * @throws OperationError if it cannot be installed
 */
export function haveSqlite(smoke: boolean, say: Say): boolean {
  if (isInstalled()) return true;
  if (smoke) {
    say('SQLITE IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part');
    return false;
  }
  say('installing better-sqlite3 into bench (compiles for about a minute)');
  const { status } = spawnSync('npm', ['ci', '--prefix', BENCH_FOLDER], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new OperationError('better-sqlite3 could not be installed: npm ci --prefix bench says why.');
  return true;
}
