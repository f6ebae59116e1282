/**
 * The steps of a build: read, compare with earlier snapshots, resolve links, index, write, publish.
 *
 * An export with errors writes nothing: all errors are collected, and thrown once links are resolved. If types have lost too
 * many items, a second snapshot is published that retains these types as they are served.
 * Elsewhere: claiming and freeing the resources of a build (build), writing a snapshot (write-snapshot).
 */
import { sep } from 'node:path';
import { InvariantError, OperationError } from '../../src/content/errors/index.js';
import { type ContentModel, DEFAULT_CHOICES, type SnapshotId } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { readBuiltFile, writeBuiltFile } from '../../src/index/snapshot/index.js';
import { removeOldSnapshots } from '../../src/ship/publish/index.js';
import { type ExportSource, openExport } from '../read/index.js';
import type { BuildContext } from '../work/index.js';
import type { BuildOptions } from './build-options.js';
import { BuiltTypes } from './built-types.js';
import { findBreakingChanges, readServed, refuseBreaking } from './compare/served-snapshot.js';
import type { Shrunk } from './compare/shrink-guard.js';
import type { BuildFolder } from './folder/build-folder.js';
import { outFolder as outFolderAt } from './folder/writable-folder.js';
import { builderVersion } from './incremental/builder-version.js';
import { type EarlierSnapshot, findEarlier } from './incremental/earlier-snapshots.js';
import { contentReport, type Finished, findUnchanged, type Written } from './outcome.js';
import { type BuildProgress, type BuildReport, PUBLISHING, type WorkReport } from './report/report.js';
import { StepClock } from './report/step-clock.js';
import { writeSnapshot } from './write-snapshot.js';

export const stoppedError = (): OperationError =>
  new OperationError('the build was stopped; nothing was published, and its temporary files were removed.');

/** Earlier snapshots in the out folder, which the build compares its input with. */
interface EarlierState {
  readonly served: Awaited<ReturnType<typeof readServed>>;
  /** Changes of the model that break clients of the served snapshot, a sentence each. */
  readonly breaking: readonly string[];
  /** Version of the building program; undefined if it is unknown. */
  readonly builder: string | undefined;
  /** Snapshots whose segments may be reused, the likeliest first. */
  readonly reusable: readonly EarlierSnapshot[];
}

/** An export that was read without errors. */
interface ReadContent {
  readonly source: ExportSource;
  readonly types: BuiltTypes;
}

/** A snapshot that this build has written, or found unchanged, and its content. */
interface FinishedContent {
  readonly content: ReadContent;
  readonly finished: Finished;
}

/** One build of an export. */
export class BuildRun {
  #activity: string;
  readonly #exportFolder: string;
  readonly #outFolder: string;
  readonly #options: BuildOptions;
  readonly #context: BuildContext;
  readonly #startedNs = process.hrtime.bigint();
  readonly #clock = new StepClock();

  constructor(exportFolder: string, outFolder: string, options: BuildOptions, context: BuildContext) {
    this.#exportFolder = exportFolder;
    this.#outFolder = outFolder;
    this.#options = options;
    this.#context = context;
    this.#activity = outFolderAt(outFolder).doing;
  }

  /**
   * @param failedPath path of a failed file call, if it is known
   * @returns          the activity that failed, for the message: `read the export in data/bookshop`. While the export is read,
   *                   so are earlier snapshots
   */
  describeActivity(failedPath: string | undefined): string {
    const isOfSnapshots = failedPath?.startsWith(`${this.#outFolder}${sep}`) === true;
    const isReading = this.#activity === this.#readingActivity;
    return isOfSnapshots && isReading ? `read the snapshots in ${this.#outFolder}` : this.#activity;
  }

  get #readingActivity(): string {
    return `read the export in ${this.#exportFolder}`;
  }

  /** @param folder claimed for this build. @throws the errors of `buildSnapshot`; those of the disk are not explained yet */
  async run(folder: BuildFolder): Promise<BuildReport> {
    this.#activity = this.#readingActivity;
    const source = await this.#openExport();
    // Compared before items are read, which may take long.
    const earlier = await this.#readEarlierState(source.model);
    const content = await this.#readContent(source, earlier, []);
    this.#activity = outFolderAt(this.#outFolder).doing;
    const finished = await this.#finish(content, earlier, folder, []);
    if (finished === undefined) throw new InvariantError('a build that retains no type wrote no snapshot');
    const partial = await this.#publishWithoutShrunkTypes(finished.shrunk, source.model, earlier, folder);
    if (partial === undefined) return this.#report({ content, finished });
    return { ...(await this.#report(partial)), kept: finished.published.snapshot };
  }

  #openExport(): Promise<ExportSource> {
    const { files, strict, model } = this.#options;
    return openExport(this.#exportFolder, { files, strict, model });
  }

  async #readEarlierState(model: ContentModel): Promise<EarlierState> {
    const { files, refuseBreaking: refusedChanges, full } = this.#options;
    const served = await readServed(files, this.#outFolder);
    const breaking = findBreakingChanges(served, model);
    if (refusedChanges !== undefined) refuseBreaking(breaking);
    const builder = builderVersion();
    const mayReuse = builder !== undefined && full !== true;
    const reusable = mayReuse ? await findEarlier(files, this.#outFolder, builder) : [];
    return { served, breaking, builder, reusable };
  }

  /** @param retained types that keep their served segments. @throws ExportError if the export has errors */
  async #readContent(
    source: ExportSource,
    { breaking, reusable }: EarlierState,
    retained: readonly Shrunk[],
  ): Promise<ReadContent> {
    const { blockCache } = this.#options;
    await blockCache?.begin();
    const retainedNames = new Set(retained.map(({ name }) => name));
    const types = new BuiltTypes(source, this.#context, reusable, this.#reportProgress, blockCache, retainedNames);
    for (const change of breaking) types.notes.push(`this may break clients: ${change}`);
    await types.read();
    await types.resolve();
    source.problems.throwIfAny();
    return { source, types };
  }

  readonly #reportProgress = (progress: BuildProgress): void => {
    const { signal, onProgress } = this.#options;
    // A build that has begun to publish finishes: whether CURRENT has changed must be certain.
    if (signal?.aborted === true && progress.step !== PUBLISHING) throw stoppedError();
    this.#clock.at(progress.step);
    onProgress?.(progress);
  };

  /**
   * Writes and publishes the snapshot, unless it is the current one already.
   *
   * @returns undefined if types are retained, but the snapshot would still not be served with other content than before
   */
  async #finish(
    content: ReadContent,
    { served, builder, reusable }: EarlierState,
    folder: BuildFolder,
    retained: readonly Shrunk[],
  ): Promise<Finished | undefined> {
    const { files, choices = DEFAULT_CHOICES, beforeNamed } = this.#options;
    const { model } = content.source;
    const { types } = content;
    const unchanged = await findUnchanged(reusable[0], types, model, choices, files, this.#outFolder);
    if (unchanged === undefined) {
      const report = this.#reportProgress;
      const workReport = (written: Written, snapshot: SnapshotId, byteLength: number): WorkReport =>
        this.#workReport(content, written, snapshot, byteLength);
      return writeSnapshot({ model, served, types, builder, folder, report, workReport, retained }, this.#options);
    }
    await recordBuiltTime(files, this.#outFolder, unchanged.published.snapshot);
    // CURRENT names it already, but an earlier build may have failed between naming it and this callback.
    await beforeNamed?.(unchanged.published.snapshot);
    return retained.length === 0 ? unchanged : undefined;
  }

  /**
   * If types have shrunk, the complete snapshot is stored but not served. This step reads the export again, and publishes a
   * snapshot that retains these types as they are served and has the changes of all other types.
   *
   * @returns undefined if no type has shrunk, or if such a snapshot is not possible
   */
  async #publishWithoutShrunkTypes(
    shrunk: readonly Shrunk[],
    { contentTypes }: ContentModel,
    earlier: EarlierState,
    folder: BuildFolder,
  ): Promise<FinishedContent | undefined> {
    const { served, reusable } = earlier;
    const isServedReusable = typeof served !== 'string' && reusable[0]?.id === served.id;
    const hasDerivedType = [...contentTypes.values()].some(({ derived }) => derived === true);
    const isInModel = shrunk.every(({ name }) => contentTypes.has(name));
    if (shrunk.length === 0 || !isServedReusable || hasDerivedType || !isInModel) return undefined;
    const retained = shrunk.map((type): Shrunk => ({ ...type, stays: true }));
    const content = await this.#readContent(await this.#openExport(), earlier, retained);
    if (content.types.cannotRetain) return undefined;
    const finished = await this.#finish(content, earlier, folder, retained);
    return finished && { content, finished };
  }

  /** Removes old snapshots, and reports the published one. */
  async #report({ content, finished }: FinishedContent): Promise<BuildReport> {
    const { files, keep = Number.POSITIVE_INFINITY } = this.#options;
    const { snapshot, byteLength, changed, repaired, refused } = finished.published;
    let removed: readonly SnapshotId[] = [];
    try {
      removed = await removeOldSnapshots(files, this.#outFolder, keep, snapshot);
    } catch (error) {
      content.types.notes.push(`old snapshots could not be removed: ${String(error)}`);
    }
    const workReport = this.#workReport(content, finished, snapshot, byteLength);
    return { ...workReport, published: changed, repaired, removed, refused };
  }

  #workReport({ source, types }: ReadContent, written: Written, snapshot: SnapshotId, byteLength: number): WorkReport {
    return {
      snapshot,
      shrunk: written.shrunk,
      ...contentReport(types, source.problems, written),
      byteLength,
      seconds: Number(process.hrtime.bigint() - this.#startedNs) / 1e9,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      threads: this.#context.pool.threads,
      steps: this.#clock.steps,
      structures: written.structures,
    };
  }
}

/** Records the time of this build with a snapshot of an earlier version, which has none. No reader needs it, so failures are ignored. */
async function recordBuiltTime(files: Files, folder: string, snapshot: SnapshotId): Promise<void> {
  if ((await readBuiltFile(files, folder, snapshot)) !== undefined) return;
  await writeBuiltFile(files, folder, snapshot, Date.now()).catch(() => undefined);
}
