/**
 * The task of following an origin as plain values, and its events: the same interface for this and for a separate thread.
 */
import type { SnapshotId } from '../../../content/model/index.js';
import { diskFiles } from '../../../format/files/index.js';
import { readPublicKeys } from '../../trust/index.js';
import { parseAddress } from '../origin/address.js';
import { openOrigin } from '../origin/open-origin.js';
import { Bandwidth } from '../pull/bandwidth.js';
import type { VerifiedSnapshot } from '../pull/local-segments.js';
import type { PullOptions, PullReport } from '../pull/pull.js';
import { DEFAULT_RETRIES } from '../pull/retries.js';
import { followOrigin } from './follow-origin.js';
import type { OriginStatus } from './origin-status.js';

export interface FollowTask
  extends Pick<PullOptions, 'folder' | 'keep' | 'parallel' | 'expected' | 'signatureAgeMaximumMs'> {
  /** Address of the origin, in the syntax of `parseAddress`. */
  readonly address: string;
  /** Addresses of origins that are tried in this order while the first fails. */
  readonly fallbackAddresses?: readonly string[];
  /** The snapshot to hold, whatever the origin names. */
  readonly pin?: SnapshotId;
  /** Milliseconds between readings of the origin; 0: read at the start, and after `look`. */
  readonly pollMs: number;
  /** Limit on the transfer; Infinity for none. */
  readonly bytesPerSecond: number;
  /** Public keys, or paths of files with public keys; empty: unsigned snapshots are accepted. */
  readonly trust: readonly string[];
}

export interface FollowEvents {
  readonly onStatus: (status: OriginStatus) => void;
  /** Called before CURRENT of the folder names the snapshot. */
  readonly onVerified: (verified: VerifiedSnapshot) => void;
  readonly onPulled: (report: PullReport) => void;
}

export interface Following {
  /** Reads CURRENT of the origin now. */
  readonly look: () => void;
  /** Ends the following. Resolves when nothing more is written. */
  readonly stop: () => Promise<void>;
}

export type Follow = (task: FollowTask, events: FollowEvents) => Following;

/** @returns a function that follows in this thread; it throws OperationError if the address is invalid */
export const followInThisThread =
  (retryPolicy = DEFAULT_RETRIES): Follow =>
  ({ address, fallbackAddresses = [], folder, bytesPerSecond, trust, ...task }, events) => {
    const open = (text: string) => openOrigin(parseAddress(text), { files: diskFiles, env: process.env });
    const stopped = new AbortController();
    const follower = followOrigin({
      ...task,
      ...events,
      files: diskFiles,
      folder,
      origin: open(address),
      fallbackOrigins: fallbackAddresses.map(open),
      bandwidth: new Bandwidth(bytesPerSecond),
      retryPolicy,
      // Files of keys are read again for each pull, as they may change.
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
