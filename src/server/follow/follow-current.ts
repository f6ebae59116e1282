/**
 * Follows CURRENT of one folder: notices that it names another snapshot, and loads this snapshot.
 *
 * Any failure here is logged once, and the served snapshot stays.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { codeOf } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { coalesced, type Files, type WatchFolder, watchAndPoll } from '../../format/files/index.js';
import { currentPath, readCurrent, snapshotPath } from '../../index/snapshot/index.js';
import type { SpaceProblem } from '../spaces/status.js';
import { describeFailure, type LoadFailure } from './load-failure.js';

export interface FollowOptions {
  readonly files: Files;
  readonly folder: string;
  /** Interval at which CURRENT is read in addition to being watched; 0: never. */
  readonly pollMs: number;
  /** The snapshot to serve, whatever CURRENT names. */
  readonly pin?: SnapshotId | undefined;
  /** The snapshot that is served now. */
  readonly served: () => SnapshotId | undefined;
  /** Loads and verifies the snapshot, then serves it. If it rejects, nothing has changed. */
  readonly bring: (id: SnapshotId, signal: AbortSignal) => Promise<void>;
  /** Checks the served snapshot's signature again. @throws if it is not trusted any more; it is then logged and still served */
  readonly check?: (id: SnapshotId) => Promise<void>;
  readonly onProblem: (problem: SpaceProblem | undefined) => void;
  /** A child logger that names the space. */
  readonly logger: Logger;
  readonly watch?: WatchFolder;
}

export interface Follower {
  /** Reads CURRENT now, and tries a refused snapshot again. Resolves afterwards; never rejects. */
  readonly look: () => Promise<void>;
  /** Stops following, and aborts loading. */
  readonly stop: () => void;
}

interface Refusal {
  readonly wanted: SnapshotId | undefined;
  readonly failure: LoadFailure;
  /** State of the files; the snapshot is tried again when it changes. */
  readonly fingerprint: string;
}

const temporaryFailure = (detail: string): LoadFailure => ({ detail, reason: detail, isLasting: false });
const NO_CURRENT = temporaryFailure('there is no CURRENT that names a snapshot');
const MALFORMED_CURRENT = temporaryFailure('CURRENT does not contain a snapshot id');

/** @returns a text that changes with CURRENT or the snapshot's files. Cost: one stat per file. */
async function readFingerprint(files: Files, folder: string, id: SnapshotId): Promise<string> {
  const snapshot = snapshotPath(folder, id);
  const names = await files.list(snapshot).catch(() => []);
  const stats = [currentPath(folder), ...names.map((name) => join(snapshot, name))].map(async (path) => {
    const stat = await files.stat(path).catch(() => undefined);
    return `${path} ${stat?.identity}`;
  });
  return (await Promise.all(stats)).join('\n');
}

export function followCurrent(options: FollowOptions): Follower {
  const { files, folder, logger } = options;
  let refused: Refusal | undefined;
  const stopped = new AbortController();
  let isForced = false;
  const readWanted = async (): Promise<SnapshotId | undefined> => options.pin ?? readCurrent(files, folder);

  const refuse = (wanted: SnapshotId | undefined, failure: LoadFailure, fingerprint: string): void => {
    const isSameRefusal = refused?.wanted === wanted && refused?.failure.reason === failure.reason;
    refused = { wanted, failure, fingerprint };
    if (isSameRefusal) return;
    options.onProblem({ wanted: wanted ?? null, detail: failure.detail });
    const served = options.served() ?? null;
    const line = { wanted: wanted ?? null, served, reason: failure.reason };
    if (served === null) logger.error(line, 'no snapshot can be served');
    else if (served === wanted) {
      logger.warn(line, 'the served snapshot is not trusted any more; it is served until a trusted one is published');
    } else logger.warn(line, 'the current snapshot cannot be served; the snapshot before it is still served');
  };

  const accept = (): void => {
    if (refused !== undefined) options.onProblem(undefined);
    refused = undefined;
  };

  const bring = async (id: SnapshotId, isForcedLook: boolean): Promise<void> => {
    const fingerprint = await readFingerprint(files, folder, id);
    if (stopped.signal.aborted) return;
    const isUnchanged = refused?.wanted === id && refused.fingerprint === fingerprint;
    if (isUnchanged && refused?.failure.isLasting === true && !isForcedLook) return;
    const startMs = performance.now();
    const before = options.served() ?? null;
    try {
      await options.bring(id, stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const current = await readWanted().catch(() => id);
      if (stopped.signal.aborted) return;
      // A snapshot that CURRENT no longer names may have been removed; the next look loads the new one.
      if (current === id) refuse(id, describeFailure(error), fingerprint);
      else void look(isForcedLook);
      return;
    }
    accept();
    logger.info(
      { snapshot: id, before, elapsedMs: Math.round(performance.now() - startMs) },
      'another snapshot is served',
    );
  };

  const recheck = async (id: SnapshotId): Promise<void> => {
    try {
      await options.check?.(id);
    } catch (error) {
      if (!stopped.signal.aborted) refuse(id, describeFailure(error), '');
      return;
    }
    accept();
  };

  const lookOnce = coalesced(async () => {
    const isForcedLook = isForced;
    isForced = false;
    if (stopped.signal.aborted) return;
    let id: SnapshotId | undefined;
    try {
      id = await readWanted();
    } catch (error) {
      if (stopped.signal.aborted) return;
      const isUnreadable = codeOf(error) !== undefined;
      refuse(undefined, isUnreadable ? describeFailure(error) : MALFORMED_CURRENT, '');
      return;
    }
    if (stopped.signal.aborted) return;
    if (id === undefined) refuse(undefined, NO_CURRENT, '');
    else if (id === options.served()) await recheck(id);
    else await bring(id, isForcedLook);
  });

  const look = (isForcedLook: boolean): Promise<void> => {
    isForced ||= isForcedLook;
    return lookOnce();
  };
  const stopWatching = watchAndPoll([folder], options.pollMs, () => void look(false), options.watch);

  return {
    look: () => look(true),
    stop() {
      stopped.abort();
      stopWatching();
    },
  };
}
