/**
 * Follows the files of `--trust`: a change applies within moments; a file that cannot be used changes nothing.
 */
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { reasonOf } from '../../content/errors/index.js';
import { watchAndPoll } from '../../format/files/index.js';
import { PUBLIC_KEY_PREFIX, type PublicKey, readPublicKeys } from '../../ship/trust/index.js';
import type { TrustState } from '../spaces/status.js';

interface FollowTrustOptions {
  /** Public keys, and files of public keys; empty: signatures are not checked. */
  readonly sources: readonly string[];
  /** Interval at which the files are read in addition to being watched; 0: never. */
  readonly pollMs: number;
  readonly logger: Logger;
}

export interface TrustFollower {
  /** The keys that are trusted now. */
  readonly keys: () => readonly PublicKey[];
  /** Undefined if signatures are not checked. */
  readonly state: () => TrustState | undefined;
  /** Reads the files now. */
  readonly look: () => void;
  /** Sets the function that is called at each change. */
  readonly onChange: (listener: () => void) => void;
  readonly stop: () => void;
}

const UNUSABLE = 'a file of trusted keys cannot be used, so the earlier keys still apply';

/** @returns the part of a key that may be shown: two keys of one name and date count as the same */
const describeKey = ({ name, expires }: PublicKey): TrustState['keys'][number] => ({
  name,
  ...(expires === undefined ? {} : { expires }),
});

/** @throws OperationError if a file cannot be used at the start */
export function followTrust({ sources, pollMs, logger }: FollowTrustOptions): TrustFollower {
  const readSources = (): readonly PublicKey[] => sources.flatMap(readPublicKeys);
  let keys = readSources();
  /** The reason why the files cannot be used now; undefined if they can. */
  let failure: string | undefined;
  let listener: () => void = () => undefined;

  const look = (): void => {
    try {
      const newKeys = readSources();
      if (failure === undefined && isDeepStrictEqual(newKeys.map(describeKey), keys.map(describeKey))) return;
      keys = newKeys;
      failure = undefined;
      logger.info({ trusted: keys.map(describeKey) }, 'the files of trusted keys were read');
    } catch (error) {
      const reason = reasonOf(error);
      if (failure === reason) return;
      failure = reason;
      logger.error({ reason }, `${UNUSABLE}; correct the file`);
    }
    listener();
  };

  const folders = sources.filter((source) => !source.startsWith(PUBLIC_KEY_PREFIX)).map((path) => dirname(path));
  const stop = watchAndPoll(folders, pollMs, look);
  return {
    keys: () => keys,
    state: () => {
      if (sources.length === 0) return undefined;
      return {
        keys: keys.map(describeKey),
        problem: failure === undefined ? null : `${UNUSABLE}; the log has the reason`,
      };
    },
    look,
    onChange(newListener) {
      listener = newListener;
    },
    stop,
  };
}
