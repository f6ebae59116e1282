/**
 * Follows the files of `--trust`: a change applies within moments; a file that cannot be used changes nothing.
 */
import { dirname } from 'node:path';
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

const UNUSABLE = 'a file of trusted keys cannot be used, so the earlier keys still apply; the log has the reason';

/** @throws OperationError if a file cannot be used at the start */
export function followTrust({ sources, pollMs, logger }: FollowTrustOptions): TrustFollower {
  const readSources = (): readonly PublicKey[] => sources.flatMap(readPublicKeys);
  let keys = readSources();
  let problem: string | null = null;
  let loggedReason: string | undefined;
  let listener: () => void = () => undefined;
  const describe = (publicKeys: readonly PublicKey[]): TrustState['keys'] =>
    publicKeys.map(({ name, expires }) => ({ name, ...(expires === undefined ? {} : { expires }) }));

  const look = (): void => {
    try {
      const newKeys = readSources();
      const isSame = JSON.stringify(describe(newKeys)) === JSON.stringify(describe(keys));
      if (isSame && problem === null) return;
      [keys, problem, loggedReason] = [newKeys, null, undefined];
      logger.info({ trusted: describe(keys) }, 'the files of trusted keys were read');
    } catch (error) {
      const reason = reasonOf(error);
      if (loggedReason === reason) return;
      [problem, loggedReason] = [UNUSABLE, reason];
      logger.error(
        { reason },
        'a file of trusted keys cannot be used, so the earlier keys still apply; correct the file',
      );
    }
    listener();
  };

  const folders = sources.filter((source) => !source.startsWith(PUBLIC_KEY_PREFIX)).map((path) => dirname(path));
  const stop = watchAndPoll(folders, pollMs, look);
  return {
    keys: () => keys,
    state: () => (sources.length === 0 ? undefined : { keys: describe(keys), problem }),
    look,
    onChange(newListener) {
      listener = newListener;
    },
    stop,
  };
}
