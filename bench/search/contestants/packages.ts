/**
 * The packages of `bench/package.json`, loaded when an engine is wanted: whoever works on the server has none of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../../harness/root.js';

const manifest = (name: string): string => join(BENCH_FOLDER, 'node_modules', name, 'package.json');

/** Whether `npm ci --prefix bench` has installed it. */
export const isInstalled = (name: string): boolean => existsSync(manifest(name));

export function packageVersion(name: string): string {
  const value: unknown = JSON.parse(readFileSync(manifest(name), 'utf8'));
  return typeof value === 'object' && value !== null && 'version' in value ? String(value.version) : 'unknown';
}

/**
 * @param is tells by its members whether the package still is what it was
 * @throws   Error when it is not, or is not installed
 */
export function loadPackage<Module>(name: string, is: (value: unknown) => value is Module): Module {
  const loaded: unknown = createRequire(join(BENCH_FOLDER, 'package.json'))(name);
  if (is(loaded)) return loaded;
  throw new Error(`${name} does not export what it did: look at bench/search/contestants.`);
}

/** Whether a module or an object has functions of these names. */
export function hasFunctions(value: unknown, names: readonly string[]): boolean {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}
