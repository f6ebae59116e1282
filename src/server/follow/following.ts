/**
 * What every server of folders does, whether one thread answers or several do: it loads what somebody who is trusted has
 * signed, and follows folders, origins, keys and trust until it is told to stop.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import { followKeys, type KeysFollower } from '../access/follow-keys.js';
import type { KeysState } from '../access/live-keys.js';
import type { ServeOptions } from '../serving.js';
import { isRefusal, type SpaceProblem } from '../spaces/status.js';
import { followCurrent } from './follow-current.js';
import { type LoadSnapshot, loadHere, loadUnseen, VerifiedFiles } from './loader.js';
import { newNameOf } from './open-folders.js';
import { followOrigins } from './origins.js';
import { residing } from './residence.js';
import { followTrust, type TrustFollower, trusting } from './trust.js';

export interface Loading {
  readonly trust: TrustFollower;
  /** What need not be hashed once more. */
  readonly verified: VerifiedFiles;
  /** For the start, when nobody waits for an answer yet. */
  readonly first: (folder: string, id: SnapshotId) => Promise<SnapshotBytes>;
  /** @param held what is served until then */
  readonly next: (
    folder: string,
    id: SnapshotId,
    signal: AbortSignal,
    held: SnapshotBytes | undefined,
  ) => Promise<SnapshotBytes>;
  /** @throws UntrustedError where nobody who is trusted now has signed what is served */
  readonly check: (folder: string, id: SnapshotId) => Promise<void>;
}

/** @throws OperationError where a file of trusted keys cannot be used */
export function loadingOf(options: ServeOptions): Loading {
  const { folders, logger, pollMs } = options;
  const trust = followTrust({ sources: options.trust ?? [], pollMs, logger });
  const { loading, check } = trusting({
    trusted: trust.state() === undefined ? undefined : trust.keys,
    ageMaximumMs: options.signatureAgeMaximumMs ?? Number.POSITIVE_INFINITY,
    folders,
    logger,
  });
  const verified = new VerifiedFiles();
  const decide = residing(options);
  const decided =
    (load: LoadSnapshot): LoadSnapshot =>
    async (folder, id, signal, held, how) => {
      const { resident, tell } = await decide(folder, id);
      const bytes = await load(folder, id, signal, held, { ...how, resident });
      tell(bytes);
      return bytes;
    };
  return {
    trust,
    verified,
    first: loading(decided(loadHere)),
    next: loading(decided(options.load ?? loadUnseen(verified))),
    check,
  };
}

/** The keys of the file, followed. @returns undefined where everybody may read */
export const guardingOf = async (
  { keysFile, pollMs, logger }: Pick<ServeOptions, 'keysFile' | 'pollMs' | 'logger'>,
  onState: (state: KeysState) => void,
): Promise<KeysFollower | undefined> =>
  keysFile === undefined ? undefined : followKeys({ path: keysFile, pollMs, logger, onState });

/** A folder that is followed: a space, or its preview. What is known of it beside its snapshot is written into it. */
export interface FollowedFolder {
  readonly folder: string;
  /** Whether a name in a later snapshot counts at the next start. */
  readonly follows: boolean;
  readonly state: {
    readonly name: string;
    problem: SpaceProblem | undefined;
    refusedSwaps: number;
    nextName: string | undefined;
    origin: OriginStatus | undefined;
  };
  readonly served: () => SnapshotId | undefined;
  /** Loads the snapshot and serves it. Rejecting leaves everything as it was. */
  readonly bring: (id: SnapshotId, signal: AbortSignal) => Promise<void>;
}

/**
 * Follows from now on, looking at once: CURRENT may have changed since it was read, and what could not be opened is told by
 * whoever follows it.
 *
 * @param followed spaces in the order of the folders, then previews
 * @param onChange told when what is known of one of them has changed
 */
export function followFolders(
  { folders, logger, pollMs, follow }: ServeOptions,
  { trust, verified, check }: Loading,
  guarding: KeysFollower | undefined,
  followed: readonly FollowedFolder[],
  onChange: () => void = () => undefined,
): { readonly look: () => Promise<void>; readonly stop: () => Promise<void> } {
  const followers = followed.map(({ folder, follows, state, served, bring }) =>
    followCurrent({
      files: diskFiles,
      folder,
      pollMs,
      served,
      check: (id) => check(folder, id),
      bring: async (id, signal) => {
        await bring(id, signal);
        state.nextName = await newNameOf(diskFiles, { name: state.name, folder, follows }, id, logger);
        onChange();
      },
      onProblem: (problem) => {
        state.problem = problem;
        if (isRefusal(problem)) state.refusedSwaps += 1;
        onChange();
      },
      logger: logger.child({ space: state.name }),
    }),
  );
  const lookAtFolders = (): Promise<unknown> => Promise.all(followers.map((follower) => follower.look()));
  void lookAtFolders();
  const origins = followOrigins(
    folders,
    {
      onStatus: (index, status) => {
        const { state } = followed[index] ?? {};
        if (state !== undefined) state.origin = status;
        onChange();
      },
      onVerified: (folder, snapshot) => verified.note(folder, snapshot),
      onPulled: (index) => void followers[index]?.look(),
    },
    logger,
    follow,
  );
  trust.tell(() => {
    onChange();
    origins.look();
    void lookAtFolders();
  });
  return {
    look: async () => {
      trust.look();
      origins.look();
      await Promise.all([lookAtFolders(), guarding?.look()]);
    },
    async stop() {
      guarding?.stop();
      trust.stop();
      for (const follower of followers) follower.stop();
      await origins.stop();
    },
  };
}
