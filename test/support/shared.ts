/**
 * Content that lies beside the checkout, here and in CI, but not on every machine.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns the path below `../shared`, or undefined after saying loudly what is skipped */
export function sharedPath(path: string, skipped: string): string | undefined {
  const found = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  if (existsSync(found)) return found;
  console.warn(`SKIPPED: ${skipped}: ../shared/${path} is not beside this checkout.`);
  return undefined;
}
