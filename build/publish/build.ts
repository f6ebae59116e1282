/**
 * Builds a snapshot from an export and publishes it: read, resolve links, index, write.
 *
 * An export with errors writes nothing: all errors are collected, and thrown once links are resolved. The build first checks
 * that the folder is writable, because reading may take hours. A failed build removes its own files.
 * Elsewhere: options (build-options), deciding between read and linked types (built-types), writing (write-snapshot).
 */
import { InvariantError, OperationError } from '../../src/content/errors/index.js';
import { DEFAULT_CHOICES, type SnapshotId } from '../../src/content/model/index.js';
import { explainDiskFailure, type Files } from '../../src/format/files/index.js';
import { allowedMemory } from '../../src/format/platform/index.js';
import { readBuiltFile, writeBuiltFile } from '../../src/index/snapshot/index.js';
import { removeOldSnapshots } from '../../src/ship/publish/index.js';
import { type ExportSource, openExport } from '../read/index.js';
import { createBuildContext } from '../segment/index.js';
import { ScratchFolder } from '../work/index.js';
import type { BuildOptions } from './build-options.js';
import { BuiltTypes } from './built-types.js';
import { findBreakingChanges, readServed, refuseBreaking } from './compare/served-snapshot.js';
import type { Shrunk } from './compare/shrink-guard.js';
import { BuildFolder } from './folder/build-folder.js';
import { explainTemporaryFailures, temporaryPlace } from './folder/temporary-files.js';
import { attemptTo, outFolder as outFolderAt } from './folder/writable-folder.js';
import { builderVersion } from './incremental/builder-version.js';
import { findEarlier } from './incremental/earlier-snapshots.js';
import { contentReport, type Finished, findUnchanged, type Written } from './outcome.js';
import { type BuildProgress, type BuildReport, PUBLISHING, type WorkReport } from './report/report.js';
import { StepClock } from './report/step-clock.js';
import { writeSnapshot } from './write-snapshot.js';

const stoppedError = (): OperationError =>
  new OperationError('the build was stopped; nothing was published, and its temporary files were removed.');

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
  const startedNs = process.hrtime.bigint();
  const clock = new StepClock();
  const { files, signal, choices = DEFAULT_CHOICES } = options;
  const report = (progress: BuildProgress): void => {
    // A build that has begun to publish finishes: whether CURRENT has changed must be certain.
    if (signal?.aborted === true && progress.step !== PUBLISHING) throw stoppedError();
    clock.at(progress.step);
    options.onProgress?.(progress);
  };
  let { doing } = outFolderAt(outFolder);
  let folder: BuildFolder | undefined;
  const temporary = temporaryPlace(outFolder, options.temporaryFolder);
  // Only the holder of the out folder's lock may write there or remove leftovers, and a missing folder cannot be locked.
  const prepare = async (): Promise<void> => folder?.make();
  const scratch = new ScratchFolder(explainTemporaryFailures(files, temporary.folder), temporary.path, prepare);
  const { threads = 1, memoryBytes = allowedMemory() / 2, sectionBytes } = options;
  const context = createBuildContext(scratch, threads, memoryBytes, choices, sectionBytes);
  const stop = (): void => context.pool.stop(stoppedError());
  signal?.addEventListener('abort', stop);
  try {
    folder = await BuildFolder.claim(files, outFolder, temporary, signal);
    doing = `read the export in ${exportFolder}`;
    const open = (): Promise<ExportSource> =>
      openExport(exportFolder, { files, strict: options.strict, model: options.model });
    let source = await open();
    // Compared before items are read, which may take long.
    const served = await readServed(files, outFolder);
    const breaking = findBreakingChanges(served, source.model);
    if (options.refuseBreaking === true) refuseBreaking(breaking);
    const builder = builderVersion();
    const mayReuse = builder !== undefined && options.full !== true;
    const earlier = mayReuse ? await findEarlier(files, outFolder, builder) : [];
    const readTypes = async (retained: ReadonlySet<string>): Promise<BuiltTypes> => {
      await options.blockCache?.begin();
      const types = new BuiltTypes(source, context, earlier, report, options.blockCache, retained);
      types.notes.push(...breaking.map((change) => `this may break clients: ${change}`));
      await types.read();
      await types.resolve();
      source.problems.throwIfAny();
      return types;
    };
    let types = await readTypes(new Set());
    doing = outFolderAt(outFolder).doing;
    const workReport = (written: Written, snapshot: SnapshotId, byteLength: number): WorkReport => ({
      snapshot,
      shrunk: written.shrunk,
      ...contentReport(types, source.problems, written),
      byteLength,
      seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      threads: context.pool.threads,
      steps: clock.steps,
      structures: written.structures,
    });
    const claimedFolder = folder;
    const finish = async (retained: readonly Shrunk[]): Promise<Finished | undefined> => {
      const { model } = source;
      const unchanged = await findUnchanged(earlier[0], types, model, choices, files, outFolder);
      if (unchanged === undefined) {
        const content = { model, served, types, builder, folder: claimedFolder, report, workReport, retained };
        return writeSnapshot(content, options);
      }
      await recordBuiltTime(files, outFolder, unchanged.published.snapshot);
      // CURRENT names it already, but an earlier build may have failed between naming it and this callback.
      await options.beforeNamed?.(unchanged.published.snapshot);
      return retained.length === 0 ? unchanged : undefined;
    };
    const complete = await finish([]);
    if (complete === undefined) throw new InvariantError('a build that retains no type wrote no snapshot');
    // If types have shrunk, the complete snapshot is stored but not served. A second one is published if possible: it
    // retains these types as they are served, and has the changes of all other types.
    const retained = complete.shrunk.map((shrunk): Shrunk => ({ ...shrunk, stays: true }));
    const isServed = typeof served !== 'string' && earlier[0]?.id === served.id;
    const { contentTypes } = source.model;
    const mayRetain =
      isServed &&
      [...contentTypes.values()].every(({ derived }) => derived !== true) &&
      retained.every(({ name }) => contentTypes.has(name));
    const completeInput = { source, types };
    let partial: Finished | undefined;
    if (retained.length > 0 && mayRetain) {
      source = await open();
      types = await readTypes(new Set(retained.map(({ name }) => name)));
      partial = types.cannotRetain ? undefined : await finish(retained);
      if (partial === undefined) ({ source, types } = completeInput);
    }
    const written = partial ?? complete;
    const { snapshot, byteLength, changed, repaired, refused } = written.published;
    const removed = await removeOldSnapshots(
      files,
      outFolder,
      options.keep ?? Number.POSITIVE_INFINITY,
      snapshot,
    ).catch((error: unknown) => {
      types.notes.push(`old snapshots could not be removed: ${String(error)}`);
      return [];
    });
    const storedComplete = partial === undefined ? {} : { kept: complete.published.snapshot };
    return {
      ...workReport(written, snapshot, byteLength),
      published: changed,
      repaired,
      removed,
      refused,
      ...storedComplete,
    };
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) throw stoppedError();
    throw explainDiskFailure(error, attemptTo(doing));
  } finally {
    signal?.removeEventListener('abort', stop);
    if (typeof threads === 'number') await context.pool.close();
    await context.gate.close();
    // The next build removes leftovers; a failure to remove them must not hide the build's own outcome.
    await scratch.remove().catch(() => undefined);
    await folder?.release();
  }
}

/** Records the time of this build with a snapshot of an earlier version, which has none. No reader needs it, so failures are ignored. */
async function recordBuiltTime(files: Files, folder: string, snapshot: SnapshotId): Promise<void> {
  if ((await readBuiltFile(files, folder, snapshot)) !== undefined) return;
  await writeBuiltFile(files, folder, snapshot, Date.now()).catch(() => undefined);
}
