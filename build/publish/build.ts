/**
 * From an export to a published snapshot: read, resolve links, index, write.
 *
 * Nothing is written from a bad export: all that is wrong with it is known, and thrown, once its links are resolved.
 * Whether the snapshots folder can be written is asked before that, for reading may take long. What a build has written
 * when the disk fails it is removed.
 */
import { InvariantError, OperationError } from '../../src/content/errors/index.js';
import {
  type BuildChoices,
  type ContentModel,
  DEFAULT_CHOICES,
  type SnapshotId,
} from '../../src/content/model/index.js';
import { explainDiskFailure, type Files } from '../../src/format/files/index.js';
import { allowedMemory } from '../../src/format/platform/index.js';
import { BUILD_REPORT_FILE, INPUTS_FILE, sealCompanion, type TypeCounts } from '../../src/index/snapshot/index.js';
import { removeOld } from '../../src/ship/publish/index.js';
import { type ExportSource, openExport } from '../read/index.js';
import { createWorkshop, type KnownBlocks } from '../segment/index.js';
import { type Pool, Scratch } from '../work/index.js';
import { BuildTypes, sizeOf, typeOf } from './built-types.js';
import { attemptAt, BuildFolder, outFolder as outOf, temporaryFiles, temporaryPlace } from './folder.js';
import { builderVersion } from './incremental/builder-version.js';
import { findEarlier } from './incremental/earlier.js';
import { encodeInputs } from './incremental/inputs.js';
import { type Finished, tellOf, unchangedSince, type Written } from './outcome.js';
import { type BuildProgress, type BuildReport, StepClock, type WorkReport } from './report.js';
import {
  breakingSince,
  notesOnChange,
  readServed,
  refuseBreaking,
  type ServedSnapshot,
  type Shrunk,
  shrunkSince,
  type TakenDown,
  takedownsOf,
} from './shrink.js';
import { type Judge, SnapshotWriter, writeTypes } from './snapshot-writer.js';

export interface BuildOptions {
  readonly files: Files;
  /** The bytes of a model that counts in place of the export's own. */
  readonly model?: Uint8Array;
  /** What is stored ahead, by default what pays on most content. */
  readonly choices?: BuildChoices;
  /** Dropped links, repeated links, unknown keys and options are refused instead of reported. */
  readonly strict: boolean;
  /** Whether every type is built, also one that an earlier snapshot has the same. */
  readonly full?: boolean;
  /** How much of a type's items a snapshot that is published may have lost, in percent; 100, the default, is all. */
  readonly maxShrinkPercent?: number;
  /** What whoever made the export has judged not to be public: it does not count as lost. */
  readonly takenDown?: TakenDown | undefined;
  /** Whether a model that breaks clients of the current snapshot is refused, before anything is read. */
  readonly refuseBreaking?: boolean;
  /** Asked about the new snapshot before it is published; not where nothing has changed, or too much has shrunk. */
  readonly judge?: Judge | undefined;
  /** How many snapshots the folder keeps, at least two; all, the default, removes none. */
  readonly keep?: number;
  /**
   * How many threads index columns; 1, the default, is this one alone. Or threads of whoever calls, who ends them: what they
   * have compiled for one build serves the next. After a build that failed they are not to be used again.
   */
  readonly threads?: number | Pool;
  /** What builds before have read, of whoever calls, who closes it: what is still so is not read again. As of `threads` otherwise. */
  readonly known?: KnownBlocks | undefined;
  /** What the build may hold in memory, in bytes; by default half of what the process may take, as its control groups say. */
  readonly memoryBytes?: number | undefined;
  /** How long a section may be: smaller in tests of what is told when it is too long. */
  readonly sectionBytes?: number;
  /** Where values and sections wait that are not kept in memory; the out folder by default. */
  readonly temporaryFolder?: string | undefined;
  /** Done once the snapshot has its place, before CURRENT names it; what it throws, CURRENT stays. */
  readonly beforeNamed?: (snapshot: SnapshotId) => Promise<void>;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Stops the build as soon as it can be, unless it is publishing by then; an OperationError says that it did. */
  readonly signal?: AbortSignal;
}

const PUBLISHING = 'publishing';

const stopped = (): OperationError =>
  new OperationError('the build was stopped; nothing was published, and what it had begun is removed.');

/**
 * @throws ExportError when the export is refused; OperationError when the folder cannot be written, another build
 *         writes into it, or the disk fails
 * Cost: O(bytes of the export · log items) of the types that have changed; of the others, hashing their files and
 * segments.
 */
export async function buildSnapshot(
  exportFolder: string,
  outFolder: string,
  options: BuildOptions,
): Promise<BuildReport> {
  const startedNs = process.hrtime.bigint();
  const clock = new StepClock();
  const { signal, choices = DEFAULT_CHOICES } = options;
  const report = (progress: BuildProgress): void => {
    // What is about to be published is, so that nobody is told otherwise.
    if (signal?.aborted === true && progress.step !== PUBLISHING) throw stopped();
    clock.at(progress.step);
    options.onProgress?.(progress);
  };
  let { doing } = outOf(outFolder);
  let folder: BuildFolder | undefined;
  const temporary = temporaryPlace(outFolder, options.temporaryFolder);
  // Only whoever holds the out folder's lock may write there, or remove what others left; it must be there to be locked.
  const prepare = async (): Promise<void> => folder?.make();
  const scratch = new Scratch(temporaryFiles(options.files, temporary.folder), temporary.path, prepare);
  const { threads = 1, memoryBytes = allowedMemory() / 2, sectionBytes } = options;
  const workshop = createWorkshop(scratch, threads, memoryBytes, choices, sectionBytes);
  const stop = (): void => workshop.pool.stop(stopped());
  signal?.addEventListener('abort', stop);
  try {
    folder = await BuildFolder.claim(options.files, outFolder, temporary, signal);
    doing = `read the export in ${exportFolder}`;
    const opened = (): Promise<ExportSource> =>
      openExport(exportFolder, { files: options.files, strict: options.strict, model: options.model });
    let source = await opened();
    // Known before a single item is read, which may take long.
    const served = await readServed(options.files, outFolder);
    const breaking = breakingSince(served, source.model);
    if (options.refuseBreaking === true) refuseBreaking(breaking);
    const builder = builderVersion();
    const reusable = builder !== undefined && options.full !== true;
    const earlier = reusable ? await findEarlier(options.files, outFolder, builder) : [];
    const read = async (held: ReadonlySet<string>): Promise<BuildTypes> => {
      await options.known?.begin();
      const types = new BuildTypes(source, workshop, earlier, report, options.known, held);
      types.notes.push(...breaking.map((change) => `this may break clients: ${change}`));
      await types.read();
      await types.resolve();
      source.problems.throwIfAny();
      return types;
    };
    let types = await read(new Set());
    doing = outOf(outFolder).doing;
    const workOf = (written: Written, snapshot: SnapshotId, byteLength: number): WorkReport => ({
      snapshot,
      shrunk: written.shrunk,
      ...tellOf(types, source.problems, written),
      byteLength,
      seconds: Number(process.hrtime.bigint() - startedNs) / 1e9,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      threads: workshop.pool.threads,
      steps: clock.steps,
      structures: written.structures,
    });
    const claimed = folder;
    const finish = async (stays: readonly Shrunk[]): Promise<Finished | undefined> => {
      const { model } = source;
      const unchanged = await unchangedSince(earlier[0], types, model, choices, options.files, outFolder);
      if (unchanged === undefined)
        return write({ model, served, types, builder, folder: claimed, report, workOf, stays }, options);
      // Named already, and perhaps not yet as it shall be.
      await options.beforeNamed?.(unchanged.published.snapshot);
      return stays.length === 0 ? unchanged : undefined;
    };
    const whole = await finish([]);
    if (whole === undefined) throw new InvariantError('nothing stays, and nothing was written');
    // The whole snapshot is kept. What has shrunk stays as it is served, if it can, and other changes are published.
    const stays = whole.shrunk.map((each): Shrunk => ({ ...each, stays: true }));
    const isServed = typeof served !== 'string' && earlier[0]?.id === served.id;
    const { contentTypes } = source.model;
    const mayStay =
      isServed &&
      [...contentTypes.values()].every(({ derived }) => derived !== true) &&
      stays.every(({ name }) => contentTypes.has(name));
    const of = { source, types };
    let part: Finished | undefined;
    if (stays.length > 0 && mayStay) {
      source = await opened();
      types = await read(new Set(stays.map(({ name }) => name)));
      part = types.cannotHold ? undefined : await finish(stays);
      if (part === undefined) ({ source, types } = of);
    }
    const written = part ?? whole;
    const { snapshot, byteLength, changed, repaired, refused } = written.published;
    const removed = await removeOld(options.files, outFolder, options.keep ?? Number.POSITIVE_INFINITY, snapshot).catch(
      (error: unknown) => {
        types.notes.push(`old snapshots could not be removed: ${String(error)}`);
        return [];
      },
    );
    const kept = part === undefined ? {} : { kept: whole.published.snapshot };
    return { ...workOf(written, snapshot, byteLength), published: changed, repaired, removed, refused, ...kept };
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) throw stopped();
    throw explainDiskFailure(error, attemptAt(doing));
  } finally {
    signal?.removeEventListener('abort', stop);
    if (typeof threads === 'number') await workshop.pool.close();
    await workshop.gate.close();
    // What cannot be removed is removed by a later build; it must not hide how this one ended.
    await scratch.remove().catch(() => undefined);
    await folder?.release();
  }
}

/** What is written of an export that was found good. */
interface Writing {
  readonly model: ContentModel;
  readonly served: Awaited<ReturnType<typeof readServed>>;
  readonly types: BuildTypes;
  readonly builder: string | undefined;
  readonly folder: BuildFolder;
  readonly report: (progress: BuildProgress) => void;
  /** What has shrunk and stays as it is served, in this snapshot. */
  readonly stays: readonly Shrunk[];
  readonly workOf: (written: Written, snapshot: SnapshotId, byteLength: number) => WorkReport;
}

async function write(
  { model, served, types, builder, folder, report, workOf, stays }: Writing,
  {
    files,
    maxShrinkPercent = 100,
    takenDown,
    refuseBreaking: refusesBreaking = false,
    judge,
    beforeNamed,
    choices = DEFAULT_CHOICES,
  }: BuildOptions,
): Promise<Finished | undefined> {
  await folder.make();
  const writer = await SnapshotWriter.create(files, folder.path);
  try {
    const segments = await writeTypes(types, writer, report);
    report({ step: PUBLISHING, done: 0, total: 1, unit: 'steps' });
    types.notes.push(...notesOnChange(served, model, maxShrinkPercent < 100 || refusesBreaking));
    const found =
      typeof served === 'string' ? [] : await lostSince(served, types, maxShrinkPercent, folder, files, takenDown);
    if (found.length > 0 && stays.length > 0) {
      // What links to a type that stays has shrunk by it.
      await writer.discard();
      return undefined;
    }
    const written = { ...segments, shrunk: [...stays, ...found] };
    const companionsOf = (snapshot: SnapshotId, byteLength: number): ReadonlyMap<string, Uint8Array> => {
      const companions = new Map([[BUILD_REPORT_FILE, sealCompanion(workOf(written, snapshot, byteLength))]]);
      if (builder !== undefined) {
        companions.set(INPUTS_FILE, encodeInputs({ snapshot, builder, types: types.inputs() }));
      }
      return companions;
    };
    const published = await writer.publish(model, choices, companionsOf, {
      mayPublish: () => folder.checkHeld(),
      beforeNamed,
      held: found.length > 0,
      judge,
    });
    report({ step: PUBLISHING, done: 1, total: 1, unit: 'steps' });
    return { ...written, published };
  } catch (error) {
    // The first failure is the one to tell; a folder that cannot be removed either is removed by a later build.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

/** @returns what has shrunk, but for what was taken down */
async function lostSince(
  served: ServedSnapshot,
  types: BuildTypes,
  maxPercent: number,
  folder: BuildFolder,
  files: Files,
  down: TakenDown | undefined,
): Promise<readonly Shrunk[]> {
  const counts = await countsOf(types);
  const seeming = shrunkSince(served.types, counts, maxPercent);
  if (seeming.length === 0 || down === undefined) return seeming;
  const names = new Set(seeming.map(({ name }) => name));
  const items = await takedownsOf(files, folder.path, served, down, names);
  return shrunkSince(served.types, counts, maxPercent, { items, down });
}

async function countsOf(types: BuildTypes): Promise<ReadonlyMap<string, TypeCounts>> {
  const counts = new Map<string, TypeCounts>();
  for (const part of types.parts) {
    const { populated, own } =
      part.kind === 'linked'
        ? await part.linked.counts()
        : { populated: part.builder.populated, own: part.builder.ownCounts };
    counts.set(typeOf(part).name, { items: sizeOf(part), populated, own });
  }
  return counts;
}
