/**
 * Following CURRENT of one folder: noticing that it names another snapshot, and bringing that one in.
 *
 * What is served never depends on it: whatever goes wrong here is told once, and what is served stays.
 */

import { join } from 'node:path';
import type { Logger } from 'pino';
import { codeOf } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, joined, type WatchFolder, watchAndPoll } from '../../format/files/index.js';
import { currentPath, readCurrent, snapshotPath } from '../../index/snapshot/index.js';
import type { SpaceProblem } from '../spaces/status.js';
import { failureOf, type LoadFailure } from './loader.js';

export interface FollowOptions {
  readonly files: Files;
  readonly folder: string;
  /** How often CURRENT is looked at whether or not the watch says so; 0: never. */
  readonly pollMs: number;
  /** What is served now. */
  readonly served: () => SnapshotId | undefined;
  /** Loads and verifies the snapshot, then serves it. Rejecting leaves everything as it was. */
  readonly bring: (id: SnapshotId, signal: AbortSignal) => Promise<void>;
  /** Whether what is served may still be. @throws where it may not: it is served until another one is, and that is told */
  readonly check?: (id: SnapshotId) => Promise<void>;
  readonly onProblem: (problem: SpaceProblem | undefined) => void;
  /** A child that names the space. */
  readonly logger: Logger;
  readonly watch?: WatchFolder;
}

export interface Follower {
  /** Looks now, also at a snapshot that was refused before. Resolves when that is done; never rejects. */
  readonly look: () => Promise<void>;
  /** No look begins after it, and a snapshot that is being loaded is given up. */
  readonly stop: () => void;
}

interface Refusal {
  readonly wanted: SnapshotId | undefined;
  readonly failure: LoadFailure;
  /** What the files looked like; a snapshot is tried again once they look different. */
  readonly fingerprint: string;
}

const failing = (detail: string): LoadFailure => ({ detail, reason: detail, lasting: false });
const missing = failing('there is no CURRENT that names a snapshot');
const nonsense = failing('CURRENT does not contain a snapshot id');

/** @returns what tells CURRENT and the snapshot's files from others. Cost: one stat a file. */
async function fingerprintOf(files: Files, folder: string, id: SnapshotId): Promise<string> {
  const snapshot = snapshotPath(folder, id);
  const names = await files.list(snapshot).catch(() => []);
  const stats = [currentPath(folder), ...names.map((name) => join(snapshot, name))].map(async (path) => {
    const found = await files.stat(path).catch(() => undefined);
    return `${path} ${found?.identity}`;
  });
  return (await Promise.all(stats)).join('\n');
}

export function followCurrent(options: FollowOptions): Follower {
  const { files, folder, logger } = options;
  let refused: Refusal | undefined;
  const stopped = new AbortController();
  let isForced = false;

  const refuse = (wanted: SnapshotId | undefined, failure: LoadFailure, fingerprint: string): void => {
    const known = refused?.wanted === wanted && refused?.failure.reason === failure.reason;
    refused = { wanted, failure, fingerprint };
    if (known) return;
    options.onProblem({ wanted: wanted ?? null, detail: failure.detail });
    const served = options.served() ?? null;
    const line = { wanted: wanted ?? null, served, reason: failure.reason };
    if (served === null) logger.error(line, 'no snapshot can be served');
    else if (served === wanted) logger.warn(line, 'what is served may be served no longer; it is until another one is');
    else logger.warn(line, 'the current snapshot cannot be served; the one before it still is');
  };

  const accept = (): void => {
    if (refused !== undefined) options.onProblem(undefined);
    refused = undefined;
  };

  const bring = async (id: SnapshotId, forced: boolean): Promise<void> => {
    const fingerprint = await fingerprintOf(files, folder, id);
    if (stopped.signal.aborted) return;
    const same = refused?.wanted === id && refused.fingerprint === fingerprint;
    if (same && refused?.failure.lasting === true && !forced) return;
    const startMs = performance.now();
    const before = options.served() ?? null;
    try {
      await options.bring(id, stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const named = await readCurrent(files, folder).catch(() => id);
      if (stopped.signal.aborted) return;
      // What CURRENT names no longer may be gone by now; what it names instead is looked at next.
      if (named === id) refuse(id, failureOf(error), fingerprint);
      else void look(forced);
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
      if (!stopped.signal.aborted) refuse(id, failureOf(error), '');
      return;
    }
    accept();
  };

  const lookOnce = joined(async () => {
    const forced = isForced;
    isForced = false;
    if (stopped.signal.aborted) return;
    let id: SnapshotId | undefined;
    try {
      id = await readCurrent(files, folder);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const unreadable = codeOf(error) !== undefined;
      refuse(undefined, unreadable ? failureOf(error) : nonsense, '');
      return;
    }
    if (stopped.signal.aborted) return;
    if (id === undefined) refuse(undefined, missing, '');
    else if (id === options.served()) await recheck(id);
    else await bring(id, forced);
  });

  const look = (forced: boolean): Promise<void> => {
    isForced ||= forced;
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
