/**
 * The folder of the checkout, for a module in `testing` and for its compiled form in `dist/testing`.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  if (existsSync(join(from, 'tsconfig.json'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('This is no checkout: no folder above has a tsconfig.json.');
  return findRoot(above);
}

/** An absolute path, without a slash at its end. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
