/**
 * Loads snapshots for the server: checks their signatures, verifies each hash once, and decides which parts are kept in memory.
 *
 * Elsewhere: reading the files (loader), the division of memory (memory/plan), signatures (trusted-loading).
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import { MemoryPlan } from '../memory/plan.js';
import type { LoadingOptions } from './folder-options.js';
import { followTrust, type TrustFollower } from './follow-trust.js';
import { type LoadSnapshot, loadHere, loadInThread } from './loader.js';
import { createResidenceDecider } from './residence.js';
import { createTrustedLoading } from './trusted-loading.js';
import { VerifiedFiles } from './verified-files.js';

export interface Loading {
  /** Divided for the published snapshots; divided again before each swap. */
  readonly memory: MemoryPlan;
  readonly trust: TrustFollower;
  readonly verified: VerifiedFiles;
  /** Loads at the start, when no client waits yet. */
  readonly first: (folder: string, id: SnapshotId) => Promise<SnapshotBytes>;
  /** Loads for a swap. @param servedBytes the served snapshot; its memory is shared with equal parts of the next one */
  readonly next: (
    folder: string,
    id: SnapshotId,
    signal: AbortSignal,
    servedBytes: SnapshotBytes | undefined,
  ) => Promise<SnapshotBytes>;
  /** @throws UntrustedError if the served snapshot has no signature of a key that is trusted now */
  readonly check: (folder: string, id: SnapshotId) => Promise<void>;
}

/** @throws OperationError if a file of trusted keys cannot be used */
export async function createLoading(options: LoadingOptions): Promise<Loading> {
  const { folders, logger, pollMs } = options;
  const trust = followTrust({ sources: options.trust ?? [], pollMs, logger });
  const { loading, check } = createTrustedLoading({
    trustedKeys: trust.state() === undefined ? undefined : trust.keys,
    ageMaximumMs: options.signatureAgeMaximumMs ?? Number.POSITIVE_INFINITY,
    folders,
    logger,
  });
  const verified = new VerifiedFiles();
  const { cacheBytes, residentCacheBytes, overload } = options.server;
  const memory = new MemoryPlan({
    logger,
    threads: options.threads,
    allowedBytes: options.allowedBytes,
    choices: { cacheBytes, residentCacheBytes, heldBytesMaximum: overload?.heldBytesMaximum },
  });
  const residence = createResidenceDecider(options, memory);
  await residence.divideForPublished();
  const withResidence =
    (load: LoadSnapshot): LoadSnapshot =>
    async (folder, id, signal, servedBytes, manner) => {
      const { resident, log } = await residence.decide(folder, id);
      const bytes = await load(folder, id, signal, servedBytes, { ...manner, resident });
      log(bytes);
      return bytes;
    };
  return {
    memory,
    trust,
    verified,
    first: loading(withResidence(loadHere)),
    next: loading(withResidence(options.load ?? loadInThread(verified))),
    check,
  };
}
