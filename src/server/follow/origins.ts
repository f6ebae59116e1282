/**
 * The origins that folders are filled from: followed beside the server, and told of in its log.
 */
import type { Logger } from 'pino';
import {
  type Follow,
  followInThread,
  NOTHING_KNOWN,
  type OriginStatus,
  type VerifiedSnapshot,
} from '../../ship/replicate/index.js';
import type { SnapshotFolder } from './open-folders.js';

interface OriginEvents {
  /** @param index of the folder */
  readonly onStatus: (index: number, status: OriginStatus) => void;
  /** The folder is about to name this snapshot, whose hashes were right. */
  readonly onVerified: (folder: string, verified: VerifiedSnapshot) => void;
  /** CURRENT of the folder names another snapshot. */
  readonly onPulled: (index: number) => void;
}

interface Origins {
  /** Asks each of them now. */
  readonly look: () => void;
  /** Resolves when nothing more is written. */
  readonly stop: () => Promise<void>;
}

/** Tells the log when an origin fails in another way than before, and when it does no more. */
function failureLog(logger: Logger, address: string): (status: OriginStatus) => void {
  let told: string | undefined;
  return ({ failing }) => {
    if (failing?.detail === told) return;
    told = failing?.detail;
    if (failing === null) logger.warn({ origin: address }, 'the origin works again');
    else {
      const since = new Date(failing.sinceMs).toISOString();
      logger.warn(
        { origin: address, since, reason: failing.detail },
        'nothing can be pulled from the origin; the snapshot that is served stays',
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
  const following = folders.flatMap(({ folder, origin }, index) => {
    if (origin === undefined) return [];
    const { address } = origin;
    const logFailure = failureLog(logger, address);
    // Its metrics are there before it has said anything, which it may never do.
    events.onStatus(index, NOTHING_KNOWN);
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
      for (const each of following) each.look();
    },
    stop: async () => {
      await Promise.all(following.map((each) => each.stop()));
    },
  };
}
