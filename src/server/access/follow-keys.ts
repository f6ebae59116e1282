/**
 * Follows the file of keys: a change applies within moments; a file that cannot be used changes nothing.
 */
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { reasonOf } from '../../content/errors/index.js';
import { coalesced, type WatchFolder, watchAndPoll } from '../../format/files/index.js';
import { type AccessKey, readKeys } from '../keys/index.js';
import type { KeysState } from './live-keys.js';

export interface FollowKeysOptions {
  readonly path: string;
  /** Interval at which the file is read in addition to being watched; 0: never. */
  readonly pollMs: number;
  /** Called when the state changes. */
  readonly onState: (state: KeysState) => void;
  readonly logger: Logger;
  readonly watch?: WatchFolder;
}

export interface KeysFollower {
  readonly state: () => KeysState;
  /** Reads the file now. Resolves when its keys apply; never rejects. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

const UNUSABLE = 'the file of keys cannot be used, so the earlier keys still apply; the log has the reason';

/** @returns names of the keys that are not among the other keys */
const findAddedNames = (keys: readonly AccessKey[], otherKeys: readonly AccessKey[]): readonly string[] => {
  const digests = new Set(otherKeys.map(({ sha256 }) => sha256));
  return keys.filter(({ sha256 }) => !digests.has(sha256)).map(({ name }) => name);
};

/** @throws OperationError if the file cannot be used at the start */
export async function followKeys(options: FollowKeysOptions): Promise<KeysFollower> {
  const { path, pollMs, onState, logger } = options;
  let state: KeysState = { keys: await readKeys(path), problem: null };
  let loggedReason: string | undefined;
  let isStopped = false;

  const refuse = (reason: string): void => {
    if (loggedReason === reason) return;
    loggedReason = reason;
    logger.error({ reason }, 'the file of keys cannot be used, so the earlier keys still apply; correct the file');
    state = { keys: state.keys, problem: UNUSABLE };
    onState(state);
  };

  const accept = (keys: readonly AccessKey[]): void => {
    const isSame = JSON.stringify(keys) === JSON.stringify(state.keys);
    if (isSame && state.problem === null) return;
    const change = {
      added: findAddedNames(keys, state.keys),
      revoked: findAddedNames(state.keys, keys),
      keys: keys.length,
    };
    logger.info(change, 'the file of keys was read');
    loggedReason = undefined;
    state = { keys: isSame ? state.keys : keys, problem: null };
    onState(state);
  };

  const lookOnce = async (): Promise<void> => {
    try {
      const keys = await readKeys(path);
      if (!isStopped) accept(keys);
    } catch (error) {
      if (!isStopped) refuse(reasonOf(error));
    }
  };

  const look = coalesced(lookOnce);
  // The folder is watched, because a change replaces the file by another of the same name.
  const stopWatching = watchAndPoll([dirname(path)], pollMs, () => void look(), options.watch);
  // The file may have changed between being read and being watched.
  void look();
  return {
    state: () => state,
    look,
    stop() {
      isStopped = true;
      stopWatching();
    },
  };
}

/** @returns a follower of the file of keys; undefined if there is no file of keys: then content is open to everybody */
export const followKeysFile = async (
  { keysFile, pollMs, logger }: { readonly keysFile?: string; readonly pollMs: number; readonly logger: Logger },
  onState: (state: KeysState) => void,
): Promise<KeysFollower | undefined> =>
  keysFile === undefined ? undefined : followKeys({ path: keysFile, pollMs, logger, onState });
