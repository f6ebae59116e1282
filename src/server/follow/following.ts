/**
 * Follows folders, origins, keys and trusted keys: the same for one serving thread and for several.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { KeysFollower } from '../access/follow-keys.js';
import { isRefusal, type SpaceProblem } from '../spaces/status.js';
import type { FollowFoldersOptions } from './folder-options.js';
import { followCurrent } from './follow-current.js';
import type { SnapshotLoading } from './loading.js';
import { followOrigins } from './origins.js';
import { findChangedName } from './space-name.js';

/** A folder that is followed: of a space, or of its preview. */
export interface FollowedFolder {
  readonly folder: string;
  /** Whether the name in the snapshot's model names the space at the next start. */
  readonly usesModelName: boolean;
  /** Status of the folder; updated while it is followed. */
  readonly state: {
    readonly name: string;
    problem: SpaceProblem | undefined;
    refusedSwaps: number;
    nextName: string | undefined;
    origin: OriginStatus | undefined;
    pin: SnapshotId | undefined;
  };
  readonly served: () => SnapshotId | undefined;
  /** Loads the snapshot and serves it. If it rejects, nothing has changed. */
  readonly bring: (id: SnapshotId, signal: AbortSignal) => Promise<void>;
}

/**
 * Follows the folders from now on. It looks at once: CURRENT may have changed since it was read, and a folder that could
 * not be opened is logged.
 *
 * @param keys     follower of the file of keys, which stops and looks together with the others; undefined if there is no such file
 * @param followed spaces in the order of the folders, then previews
 * @param onChange called when the state of a folder has changed
 */
export function followFolders(
  { folders, logger, pollMs, follow, onSwap }: FollowFoldersOptions,
  { trust, verifiedFiles, checkSignature }: SnapshotLoading,
  keys: KeysFollower | undefined,
  followed: readonly FollowedFolder[],
  onChange: () => void = () => undefined,
): { readonly look: () => Promise<void>; readonly stop: () => Promise<void> } {
  for (const [index, { pin }] of folders.entries()) {
    const state = followed[index]?.state;
    if (state !== undefined) state.pin = pin;
    if (pin !== undefined)
      logger.warn({ space: state?.name, snapshot: pin }, 'the server holds this snapshot, whatever CURRENT names');
  }
  const followers = followed.map(({ folder, usesModelName, state, served, bring }, index) =>
    followCurrent({
      files: diskFiles,
      folder,
      pin: state.pin,
      pollMs,
      served,
      check: (id) => checkSignature(folder, id),
      bring: async (id, signal) => {
        await bring(id, signal);
        onSwap?.({ name: state.name, isPreview: index >= folders.length, snapshot: id });
        state.nextName = await findChangedName(diskFiles, { name: state.name, folder, usesModelName }, id, logger);
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
      onVerified: (folder, snapshot) => verifiedFiles.note(folder, snapshot),
      onPulled: (index) => void followers[index]?.look(),
    },
    logger,
    follow,
  );
  trust.onChange(() => {
    onChange();
    origins.look();
    void lookAtFolders();
  });
  return {
    look: async () => {
      trust.look();
      origins.look();
      await Promise.all([lookAtFolders(), keys?.look()]);
    },
    async stop() {
      keys?.stop();
      trust.stop();
      for (const follower of followers) follower.stop();
      await origins.stop();
    },
  };
}
