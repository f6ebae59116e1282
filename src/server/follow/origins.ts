/**
 * Follows the origins that fill folders, and logs their failures and recoveries.
 */
import type { Logger } from 'pino';
import {
  type Follow,
  followInThread,
  type OriginStatus,
  UNKNOWN_STATUS,
  type VerifiedSnapshot,
} from '../../ship/replicate/index.js';
import type { SnapshotFolder } from './folder-options.js';

interface OriginEvents {
  /** @param index of the folder */
  readonly onStatus: (index: number, status: OriginStatus) => void;
  /** The folder's CURRENT will soon name this snapshot, whose hashes were right. */
  readonly onVerified: (folder: string, verified: VerifiedSnapshot) => void;
  /** The folder's CURRENT names another snapshot. */
  readonly onPulled: (index: number) => void;
}

interface Origins {
  /** Asks each origin now. */
  readonly look: () => void;
  /** Resolves when no file is written any more. */
  readonly stop: () => Promise<void>;
}

/** Logs when the origin begins to fail, fails differently than before, and works again. */
function failureLog(logger: Logger, address: string): (status: OriginStatus) => void {
  let loggedDetail: string | undefined;
  return ({ failing }) => {
    if (failing?.detail === loggedDetail) return;
    loggedDetail = failing?.detail;
    if (failing === null) logger.warn({ origin: address }, 'the origin works again');
    else {
      const since = new Date(failing.sinceMs).toISOString();
      logger.warn(
        { origin: address, since, reason: failing.detail },
        'no snapshot can be pulled from the origin; the served snapshot does not change',
      );
    }
  };
}

export function followOrigins(
  folders: readonly SnapshotFolder[],
  events: OriginEvents,
  logger: Logger,
  follow: Follow = followInThread,
): Origins {
  const followers = folders.flatMap(({ folder, origin }, index) => {
    if (origin === undefined) return [];
    const { address } = origin;
    const logFailure = failureLog(logger, address);
    // The metrics of the origin exist from the start, also if it never answers.
    events.onStatus(index, UNKNOWN_STATUS);
    return follow(
      { ...origin, folder },
      {
        onStatus: (status) => {
          logFailure(status);
          events.onStatus(index, status);
        },
        onVerified: (verified) => events.onVerified(folder, verified),
        onPulled: ({ snapshot, fetchedBytes, savedBytes }) => {
          logger.info({ origin: address, snapshot, fetchedBytes, savedBytes }, 'another snapshot was pulled');
          events.onPulled(index);
        },
      },
    );
  });
  return {
    look: () => {
      for (const follower of followers) follower.look();
    },
    stop: async () => {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}
