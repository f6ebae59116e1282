/**
 * The version of this package.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../format/files/index.js';

/** @returns the version in package.json, or `unknown` if it has none */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const isObject = typeof content === 'object' && content !== null;
  return isObject && 'version' in content && typeof content.version === 'string' ? content.version : 'unknown';
}
