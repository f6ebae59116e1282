/**
 * Golden snapshots: for each format version, a snapshot written by the code of that version, and its answers.
 *
 *     test/system/golden/export            the export of all golden snapshots
 *     test/system/golden/requests.json     the requests
 *     test/system/golden/versions.json     the format versions
 *     test/system/golden/v<n>/snapshots    the snapshots folder, as `stele build` writes it
 *     test/system/golden/v<n>/answers.json request → document, or error document
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestError } from '../../src/content/errors/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest, renderErrors } from '../../src/jsonapi/index.js';
import { ROOT } from '../root.js';

export const GOLDEN = join(ROOT, 'test', 'system', 'golden');
export const GOLDEN_BASE = '/delivery/jsonapi';
/** Maximum of bytes that one version may add to the repository, because all versions stay in it. */
export const GOLDEN_BYTES_MAXIMUM = 200_000;

export const goldenFolder = (version: number): string => join(GOLDEN, `v${version}`);

/** @returns the format versions of which there is a golden snapshot, ascending */
export function goldenVersions(): readonly number[] {
  return JSON.parse(readFileSync(join(GOLDEN, 'versions.json'), 'utf8'));
}

export function goldenRequests(): readonly string[] {
  return JSON.parse(readFileSync(join(GOLDEN, 'requests.json'), 'utf8'));
}

/** @param target path and query below the delivery root. @returns the document, parsed */
export function answerOf(space: Space, target: string): unknown {
  const at = target.indexOf('?');
  const [path, search] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  try {
    return JSON.parse(answer(space, parseRequest(space.model, path, search), GOLDEN_BASE).toString());
  } catch (error) {
    if (error instanceof RequestError) return JSON.parse(renderErrors(error.problems).toString());
    throw error;
  }
}
