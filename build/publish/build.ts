/**
 * Builds a snapshot from an export and publishes it.
 *
 * The build first checks that the folder is writable, because reading may take hours. A failed build removes its own files.
 * Elsewhere: options (build-options), the steps of a build (build-run), deciding between read and linked types (built-types).
 */
import { explainDiskFailure, failedPathOf } from '../../src/format/files/index.js';
import { allowedMemory } from '../../src/format/platform/index.js';
import { createBuildContext } from '../segment/index.js';
import { ScratchFolder } from '../work/index.js';
import type { BuildOptions } from './build-options.js';
import { BuildRun, stoppedError } from './build-run.js';
import { BuildFolder } from './folder/build-folder.js';
import { explainTemporaryFailures, temporaryPlace } from './folder/temporary-files.js';
import { attemptTo } from './folder/writable-folder.js';
import type { BuildReport } from './report/report.js';

/**
 * @throws ExportError if the export is refused; OperationError if the folder cannot be written, another build writes
 *         into it, or the disk fails
 * Cost: O(bytes of the export · log items) for changed types; for unchanged ones, hashing their files and segments.
 */
export async function buildSnapshot(
  exportFolder: string,
  outFolder: string,
  options: BuildOptions,
): Promise<BuildReport> {
  const { files, signal, choices, threads = 1, memoryBytes = allowedMemory() / 2, sectionBytes } = options;
  let folder: BuildFolder | undefined;
  const temporary = temporaryPlace(outFolder, options.temporaryFolder);
  // Only the holder of the out folder's lock may write there or remove leftovers, and a missing folder cannot be locked.
  const lockOutFolder = async (): Promise<void> => folder?.make();
  const temporaryFiles = explainTemporaryFailures(files, temporary.folder);
  const scratch = new ScratchFolder(temporaryFiles, temporary.path, lockOutFolder);
  const context = createBuildContext(scratch, threads, memoryBytes, choices, sectionBytes);
  const run = new BuildRun(exportFolder, outFolder, options, context);
  const stop = (): void => context.pool.stop(stoppedError());
  signal?.addEventListener('abort', stop);
  try {
    folder = await BuildFolder.claim(files, outFolder, temporary, signal);
    return await run.run(folder);
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) throw stoppedError();
    throw explainDiskFailure(error, attemptTo(run.describeActivity(failedPathOf(error))));
  } finally {
    signal?.removeEventListener('abort', stop);
    if (typeof threads === 'number') await context.pool.close();
    await context.gate.close();
    // The next build removes leftovers; a failure to remove them must not hide the build's own outcome.
    await scratch.remove().catch(() => undefined);
    await folder?.release();
  }
}
