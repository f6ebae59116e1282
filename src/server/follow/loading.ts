/**
 * Loads snapshots for the server. Each load goes through three steps: the signature is checked (trusted-loading), the parts that
 * fit into memory are chosen (residence), and the files are read and hashed (loader).
 *
 * Elsewhere: the division of memory (memory/plan), switching to a loaded snapshot (following).
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import { MemoryPlan } from '../memory/plan.js';
import type { LoadingOptions } from './folder-options.js';
import { followTrust, type TrustFollower } from './follow-trust.js';
import { type LoadSnapshot, loadHere, loadInThread } from './loader.js';
import { createResidenceDecider, type ResidenceDecider } from './residence.js';
import { createTrustedLoading } from './trusted-loading.js';
import { VerifiedFiles } from './verified-files.js';

export interface SnapshotLoading {
  /** Divided for the published snapshots; divided again before each swap. */
  readonly memory: MemoryPlan;
  readonly trust: TrustFollower;
  /** Files whose hashes need no check, because a pull has just checked them. */
  readonly verifiedFiles: VerifiedFiles;
  /** Loads at the start, when no client waits yet. */
  readonly loadAtStart: (folder: string, id: SnapshotId) => Promise<SnapshotBytes>;
  /** Loads for a swap. @param servedBytes the served snapshot; its memory is shared with equal parts of the next one */
  readonly loadForSwap: (
    folder: string,
    id: SnapshotId,
    signal: AbortSignal,
    servedBytes: SnapshotBytes | undefined,
  ) => Promise<SnapshotBytes>;
  /** @throws UntrustedError if the served snapshot has no signature of a key that is trusted now */
  readonly checkSignature: (folder: string, id: SnapshotId) => Promise<void>;
}

/** @throws OperationError if a file of trusted keys cannot be used */
export async function createLoading(options: LoadingOptions): Promise<SnapshotLoading> {
  const { folders, logger, pollMs } = options;
  const trust = followTrust({ sources: options.trust ?? [], pollMs, logger });
  const { requireSignature, checkSignature } = createTrustedLoading({
    trustedKeys: trust.state() === undefined ? undefined : trust.keys,
    ageMaximumMs: options.signatureAgeMaximumMs ?? Number.POSITIVE_INFINITY,
    folders,
    logger,
  });
  const verifiedFiles = new VerifiedFiles();
  const { cacheBytes, residentCacheBytes, overload } = options.server;
  const memory = new MemoryPlan({
    logger,
    threads: options.threads,
    allowedBytes: options.allowedBytes,
    youngBytes: options.youngBytes,
    choices: { cacheBytes, residentCacheBytes, heldBytesMaximum: overload?.heldBytesMaximum },
  });
  const residence = createResidenceDecider(options, memory);
  await residence.divideForPublished();
  const readForSwap = options.load ?? loadInThread(verifiedFiles);
  return {
    memory,
    trust,
    verifiedFiles,
    loadAtStart: requireSignature(loadFittingParts(loadHere, residence)),
    loadForSwap: requireSignature(loadFittingParts(readForSwap, residence)),
    checkSignature,
  };
}

/** @returns a loader that first decides which parts of the snapshot are in memory, and logs the decision after the load */
function loadFittingParts(load: LoadSnapshot, residence: ResidenceDecider): LoadSnapshot {
  return async (folder, id, signal, servedBytes, manner) => {
    const { resident, log } = await residence.decide(folder, id);
    const bytes = await load(folder, id, signal, servedBytes, { ...manner, resident });
    log(bytes);
    return bytes;
  };
}
