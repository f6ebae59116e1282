/**
 * One prune: removes from a target what no kept snapshot needs, also while pushes and pulls run.
 *
 * It works in rounds of REMOVAL_MS. Each round renews the mark (push/prune-mark), lists the target, and then removes manifests
 * before segments. Elsewhere: the choice of the files (plan-prune).
 */
import { OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { decodeManifest, MANIFEST_FILE, type Manifest } from '../../../index/snapshot/index.js';
import { OriginFailure } from '../origin/origin.js';
import { MANIFEST_BYTES_MAXIMUM, readOriginBytes, readOriginCurrent } from '../pull/origin-files.js';
import { withRetries } from '../pull/retries.js';
import { forEachInParallel } from '../push/in-parallel.js';
import { PRUNE_MARK, REMOVAL_MS, readPruneMark, waitForPrune, writePruneMark } from '../push/prune-mark.js';
import type { SendOptions } from '../push/send.js';
import type { StoredFile } from '../push/target.js';
import { type PrunePlan, planPrune } from './plan-prune.js';

export interface PruneOptions extends Omit<SendOptions, 'folder' | 'files' | 'bandwidth'> {
  /** Number of complete snapshots to keep, including the current one. */
  readonly keep: number;
  /** Younger files, and snapshots that were replaced less than this ago, are kept in addition. */
  readonly graceMs: number;
  /** Whether to remove nothing, and only report. */
  readonly isDryRun: boolean;
  /** Called for each file before it is removed, or would be removed. */
  readonly onRemove: (file: StoredFile) => void;
}

export interface PruneReport
  extends Pick<PrunePlan, 'keptSnapshots' | 'removedSnapshots' | 'youngSegments' | 'missingOfCurrent'> {
  /** Removed files, and their bytes; in a dry run, those that would be removed. */
  readonly removedFiles: number;
  readonly removedBytes: number;
}

/** @throws OperationError if the target cannot list or is not one of pushes; OriginFailure. Then all kept snapshots are complete. */
export async function pruneTarget(options: PruneOptions): Promise<PruneReport> {
  const { target } = options;
  if (target.list === undefined || target.remove === undefined) {
    throw new OperationError(
      `${target.name} cannot list its files, so it cannot be pruned. Prune a bucket (s3://…), or on the server itself its folder (file:///…).`,
    );
  }
  if (options.isDryRun) return pruneDry(options);
  await waitForPrune(options);
  const totals = { removedFiles: 0, removedBytes: 0 };
  const removedSnapshots = new Set<SnapshotId>();
  for (;;) {
    const { plan, isFinished } = await pruneRound(options, totals);
    for (const id of plan.removedSnapshots) removedSnapshots.add(id);
    if (isFinished) return { ...plan, ...totals, removedSnapshots: [...removedSnapshots] };
  }
}

async function pruneDry(options: PruneOptions): Promise<PruneReport> {
  const plan = await makePlan(options, undefined);
  const files = [...plan.snapshotFiles, ...plan.segmentFiles];
  for (const file of files) options.onRemove(file);
  const removedBytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { ...plan, removedFiles: files.length, removedBytes };
}

/** @returns isFinished: false if the time of the round was over before all files were removed */
async function pruneRound(
  options: PruneOptions,
  totals: { removedFiles: number; removedBytes: number },
): Promise<{ readonly plan: PrunePlan; readonly isFinished: boolean }> {
  const { target, retryPolicy, parallel, onRemove } = options;
  const timeout = AbortSignal.timeout(REMOVAL_MS);
  const mark = await writePruneMark(options);
  try {
    const plan = await makePlan(options, mark);
    const signal = AbortSignal.any([options.signal, timeout]);
    const removeFile = async (file: StoredFile): Promise<void> => {
      onRemove(file);
      await withRetries(retryPolicy, signal, async () => target.remove?.(file.path, signal));
      totals.removedFiles += 1;
      totals.removedBytes += file.byteLength;
    };
    try {
      // A snapshot must lose its manifest before it loses a segment.
      await forEachInParallel(plan.snapshotFiles, parallel, signal, removeFile);
      await forEachInParallel(plan.segmentFiles, parallel, signal, removeFile);
      return { plan, isFinished: true };
    } catch (error) {
      if (timeout.aborted && !options.signal.aborted) return { plan, isFinished: false };
      throw error;
    }
  } finally {
    await removeOwnMark(options, mark).catch(() => undefined);
  }
}

/** @param mark content of the own mark; undefined in a dry run, which has none */
async function makePlan(options: PruneOptions, mark: string | undefined): Promise<PrunePlan> {
  const { target, retryPolicy, signal, keep, graceMs } = options;
  const storedFiles = await withRetries(retryPolicy, signal, async () => (await target.list?.('', signal)) ?? []);
  const originRequest = { ...options, origin: target };
  const current = await readOriginCurrent(originRequest);
  if (current === undefined) {
    throw new OperationError(
      `${target.name} has no CURRENT, so nothing was removed. Is it the address of a target of stele push?`,
    );
  }
  if (mark !== undefined && (await readPruneMark(options)) !== mark) {
    throw new OperationError(
      `another stele prune has begun at ${target.name}. Nothing was removed; prune again later.`,
    );
  }
  const readManifest = async (id: SnapshotId): Promise<Manifest> => {
    const bytes = await readOriginBytes(originRequest, `${id}/${MANIFEST_FILE}`, MANIFEST_BYTES_MAXIMUM);
    return decodeManifest(bytes ?? new Uint8Array(), id);
  };
  const markModifiedMs = storedFiles.find(({ path }) => path === PRUNE_MARK)?.modifiedMs;
  const nowMs = mark === undefined ? Date.now() : markModifiedMs;
  if (nowMs === undefined)
    throw new OriginFailure(`${target.name} does not list ${PRUNE_MARK}, which was just written there`, true);
  return planPrune({ name: target.name, storedFiles, current: current.snapshot, keep, graceMs, nowMs, readManifest });
}

async function removeOwnMark({ target, signal, ...options }: PruneOptions, mark: string): Promise<void> {
  // The mark must also go after the prune was stopped.
  const removalSignal = signal.aborted ? AbortSignal.timeout(REMOVAL_MS / 6) : signal;
  if ((await readPruneMark({ ...options, target, signal: removalSignal })) === mark)
    await target.remove?.(PRUNE_MARK, removalSignal);
}
