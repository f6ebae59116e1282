/**
 * The task of following an origin, in plain values, and its events, for this or another thread.
 */
import { diskFiles } from '../../../format/files/index.js';
import { readPublicKeys } from '../../trust/index.js';
import { parseAddress } from '../origin/address.js';
import { openOrigin } from '../origin/open-origin.js';
import { Bandwidth } from '../pull/bandwidth.js';
import type { VerifiedSnapshot } from '../pull/here.js';
import type { PullOptions, PullReport } from '../pull/pull.js';
import { DEFAULT_RETRIES } from '../pull/tries.js';
import { followOrigin } from './follow-origin.js';
import type { OriginStatus } from './status.js';

export interface FollowTask
  extends Pick<PullOptions, 'folder' | 'keep' | 'parallel' | 'expected' | 'signatureAgeMaximumMs'> {
  /** Of the origin, as `parseAddress` takes it. */
  readonly address: string;
  /** How often the origin is asked; 0: at the start and when told to. */
  readonly pollMs: number;
  /** Infinity for no bound. */
  readonly bytesPerSecond: number;
  /** Public keys, or files of such; none: whatever the origin names is taken. */
  readonly trust: readonly string[];
}

export interface FollowEvents {
  readonly onStatus: (status: OriginStatus) => void;
  /** Told before `CURRENT` of the folder names the snapshot. */
  readonly onVerified: (verified: VerifiedSnapshot) => void;
  readonly onPulled: (report: PullReport) => void;
}

export interface Following {
  /** Asks now. */
  readonly look: () => void;
  /** Resolves when nothing more is written. */
  readonly stop: () => Promise<void>;
}

export type Follow = (task: FollowTask, events: FollowEvents) => Following;

/** @returns what follows in this thread. It throws OperationError when the address is none */
export const followInThisThread =
  (patience = DEFAULT_RETRIES): Follow =>
  ({ address, folder, bytesPerSecond, trust, ...task }, events) => {
    const stopped = new AbortController();
    const follower = followOrigin({
      ...task,
      ...events,
      files: diskFiles,
      folder,
      origin: openOrigin(parseAddress(address), { files: diskFiles, env: process.env }),
      bandwidth: new Bandwidth(bytesPerSecond),
      patience,
      // Read for each pull: a file of keys may change meanwhile.
      get trusted() {
        return trust.flatMap(readPublicKeys);
      },
      signal: stopped.signal,
    });
    return {
      look: follower.look,
      stop() {
        stopped.abort();
        return follower.done;
      },
    };
  };
