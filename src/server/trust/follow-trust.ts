/**
 * Following the files of `--trust`: a change counts within moments, and a file that cannot be used changes nothing.
 */
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type FolderWatch, watchFolder } from '../../format/files/index.js';
import { PUBLIC_KEY_PREFIX, type PublicKey, readPublicKeys } from '../../ship/trust/index.js';

/** What is known of who is trusted; a plain value, which can be sent to another thread. */
export interface TrustState {
  readonly keys: readonly { readonly name: string; readonly expires?: string }[];
  /** Why they are not those of the files as they are now; says no path of this machine. */
  readonly problem: string | null;
}

export interface FollowTrustOptions {
  /** Public keys, and files with such; none: everybody is trusted. */
  readonly sources: readonly string[];
  /** How often the files are read whether or not the watch says so; 0: never. */
  readonly pollMs: number;
  readonly logger: Logger;
}

export interface TrustFollower {
  /** Who counts now. */
  readonly keys: () => readonly PublicKey[];
  /** Undefined where everybody is trusted. */
  readonly state: () => TrustState | undefined;
  /** Reads the files now. */
  readonly look: () => void;
  /** From now on, tells each change. */
  readonly tell: (onChange: () => void) => void;
  readonly stop: () => void;
}

const UNUSABLE = 'a file of trusted keys cannot be used, and the earlier keys still count; the log says more';

/** @throws OperationError where a file cannot be used at the start */
export function followTrust({ sources, pollMs, logger }: FollowTrustOptions): TrustFollower {
  const read = (): readonly PublicKey[] => sources.flatMap(readPublicKeys);
  let keys = read();
  let problem: string | null = null;
  let told: string | undefined;
  let onChange: () => void = () => undefined;
  const shown = (all: readonly PublicKey[]): TrustState['keys'] =>
    all.map(({ name, expires }) => ({ name, ...(expires === undefined ? {} : { expires }) }));

  const look = (): void => {
    try {
      const next = read();
      const isSame = JSON.stringify(shown(next)) === JSON.stringify(shown(keys));
      if (isSame && problem === null) return;
      [keys, problem, told] = [next, null, undefined];
      logger.info({ trusted: shown(keys) }, 'the files of trusted keys are read');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (told === reason) return;
      [problem, told] = [UNUSABLE, reason];
      logger.error({ reason }, 'a file of trusted keys cannot be used; the earlier keys still count');
    }
    onChange();
  };

  const folders = sources.filter((source) => !source.startsWith(PUBLIC_KEY_PREFIX)).map((path) => dirname(path));
  let watches: readonly FolderWatch[] = folders.map((folder) => watchFolder(folder, look));
  const poll = (): void => {
    watches = watches.map((one, index) => (one.active() ? one : watchFolder(folders[index]!, look)));
    look();
  };
  const timer = pollMs > 0 && folders.length > 0 ? setInterval(poll, pollMs).unref() : undefined;
  return {
    keys: () => keys,
    state: () => (sources.length === 0 ? undefined : { keys: shown(keys), problem }),
    look,
    tell(listener) {
      onChange = listener;
    },
    stop() {
      clearInterval(timer);
      for (const one of watches) one.stop();
    },
  };
}
