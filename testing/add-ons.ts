/**
 * Tells which tests of the core also need pages and commands of add-ons.
 */
import { existsSync } from 'node:fs';
import type { AddOnName } from '../src/addons/index.js';

/**
 * Whether to run the tests that need these add-ons. The core must pass its tests without them, so a missing one is
 * reported and is no failure, in CI neither.
 */
export function hasAddOns(...names: readonly AddOnName[]): boolean {
  const missing = names.filter((name) => !existsSync(new URL(`../addons/${name}/index.ts`, import.meta.url)));
  for (const name of missing)
    console.warn(`SKIPPED: the add-on ${name} is not here, so nothing is tested that needs it.`);
  return missing.length === 0;
}

/** @returns the paths of pages whose add-on is here */
export const pagesHere = (...paths: readonly string[]): readonly string[] =>
  paths.filter((path) => hasAddOns(/openapi|profile/.test(path) ? 'describe' : 'explorer'));
