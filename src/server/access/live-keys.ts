/**
 * The keys that a server asks for: the one place that every request reads, and that a change of the file writes.
 *
 * Following the file of keys: a change counts within moments, and a file that cannot be used changes nothing.
 */

import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { reasonOf } from '../../content/errors/index.js';
import { joined, type WatchFolder, watchAndPoll } from '../../format/files/index.js';
import { type AccessKey, type Finding, KeyRing, readKeys } from '../keys/index.js';

/** What is known of the file of keys; a plain value, which can be sent to another thread. */
export interface KeysState {
  /** Those that count: of the file as it was when it could last be used. */
  readonly keys: readonly AccessKey[];
  /** Why they are not those of the file as it is now; says no path of this machine. */
  readonly problem: string | null;
}

export class LiveKeys {
  #state: KeysState;
  #ring: KeyRing;

  constructor(state: KeysState) {
    this.#state = state;
    this.#ring = new KeyRing(state.keys);
  }

  get state(): KeysState {
    return this.#state;
  }

  /** Other keys count from the next request on; what was used of a rate stays used. Cost: O(keys). */
  switchTo(state: KeysState): void {
    if (state.keys !== this.#state.keys) this.#ring = new KeyRing(state.keys, this.#ring);
    this.#state = state;
  }

  find(secret: string): Finding {
    return this.#ring.find(secret, this.#ring.expires ? Date.now() : 0);
  }
}

export interface FollowKeysOptions {
  readonly path: string;
  /** How often the file is read whether or not the watch says so; 0: never. */
  readonly pollMs: number;
  /** Told whenever it is another. */
  readonly onState: (state: KeysState) => void;
  readonly logger: Logger;
  readonly watch?: WatchFolder;
}

export interface KeysFollower {
  /** What counts now. */
  readonly state: () => KeysState;
  /** Reads the file now. Resolves when what it says counts; never rejects. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

const UNUSABLE = 'the file of keys cannot be used, and the earlier keys still count; the log says more';

const namesBeyond = (keys: readonly AccessKey[], others: readonly AccessKey[]): readonly string[] => {
  const known = new Set(others.map(({ sha256 }) => sha256));
  return keys.filter(({ sha256 }) => !known.has(sha256)).map(({ name }) => name);
};

/** @throws OperationError where the file cannot be used at the start */
export async function followKeys(options: FollowKeysOptions): Promise<KeysFollower> {
  const { path, pollMs, onState, logger } = options;
  let state: KeysState = { keys: await readKeys(path), problem: null };
  let told: string | undefined;
  let stopped = false;

  const refuse = (reason: string): void => {
    if (told === reason) return;
    told = reason;
    logger.error({ reason }, 'the file of keys cannot be used; the earlier keys still count');
    state = { keys: state.keys, problem: UNUSABLE };
    onState(state);
  };

  const accept = (keys: readonly AccessKey[]): void => {
    const isSame = JSON.stringify(keys) === JSON.stringify(state.keys);
    if (isSame && state.problem === null) return;
    const change = { added: namesBeyond(keys, state.keys), revoked: namesBeyond(state.keys, keys), keys: keys.length };
    logger.info(change, 'the file of keys is read');
    told = undefined;
    state = { keys: isSame ? state.keys : keys, problem: null };
    onState(state);
  };

  const once = async (): Promise<void> => {
    try {
      const keys = await readKeys(path);
      if (!stopped) accept(keys);
    } catch (error) {
      if (!stopped) refuse(reasonOf(error));
    }
  };

  const look = joined(once);
  // The folder, as the file is replaced by another of its name.
  const stopWatching = watchAndPoll([dirname(path)], pollMs, () => void look(), options.watch);
  // It may have changed between being read and being watched.
  void look();
  return {
    state: () => state,
    look,
    stop() {
      stopped = true;
      stopWatching();
    },
  };
}
