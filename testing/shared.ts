/**
 * Finds content that lies next to the checkout, on some machines and in CI.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from './is-there.js';
import { ROOT } from './root.js';

/** @returns the path below `../shared`, or undefined after printing the skipped tests. @throws in CI instead */
export function sharedPath(path: string, skipped: string): string | undefined {
  const found = join(ROOT, '../shared', path);
  const missing = `../shared/${path} is not beside this checkout, so this is not tried: ${skipped}.`;
  return isThere(existsSync(found), missing) ? found : undefined;
}
