/**
 * Where the checkout lies. The same file runs from `soak` and, compiled, from `dist/soak`.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  if (existsSync(join(from, 'test', 'system', 'golden'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('This does not lie in a checkout: no folder above has test/system/golden.');
  return findRoot(above);
}

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
