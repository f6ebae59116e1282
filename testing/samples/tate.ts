/**
 * The Tate collection as a snapshot in the checkout's cache, so that the test files that need all of it build it once.
 *
 * A later run finds it there: a build of unchanged content by unchanged code publishes what is published already.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuildReport, buildSnapshot } from '../../build/publish/index.js';
import { OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { ROOT } from '../root.js';

const cache = join(ROOT, '.cache', 'tate');

/** Another test file builds it at this moment. */
const isBeingBuilt = (error: unknown): boolean =>
  error instanceof OperationError && error.message.startsWith('another build or pull is writing into');

/**
 * @param tate the folder of the export
 * @returns the folder of snapshots, which is not to be changed, and what the build reports
 * @throws the errors of a build
 */
export async function tateSnapshots(tate: string): Promise<{ readonly folder: string; readonly report: BuildReport }> {
  mkdirSync(cache, { recursive: true });
  for (;;) {
    try {
      return { folder: cache, report: await buildSnapshot(tate, cache, { files: diskFiles, strict: true }) };
    } catch (error) {
      if (!isBeingBuilt(error)) throw error;
      await sleep(500);
    }
  }
}
