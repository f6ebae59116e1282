/**
 * Following the files of `--trust`: a change counts within moments, and a file that cannot be used changes nothing.
 *
 * Loading only what somebody who is trusted has signed for this space and channel, and nothing that is older than what was
 * accepted before, also before a restart.
 */

import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { reasonOf } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles, watchAndPoll } from '../../format/files/index.js';
import {
  admit,
  type Channel,
  checkSigned,
  keepNewest,
  newerOf,
  PUBLIC_KEY_PREFIX,
  type PublicKey,
  type Purpose,
  readNewest,
  readPublicKeys,
  readSignature,
  type Signed,
} from '../../ship/trust/index.js';
import type { LoadSnapshot } from './loader.js';
import type { SnapshotFolder } from './open-folders.js';

/** What is known of who is trusted; a plain value, which can be sent to another thread. */
export interface TrustState {
  readonly keys: readonly { readonly name: string; readonly expires?: string }[];
  /** Why they are not those of the files as they are now; says no path of this machine. */
  readonly problem: string | null;
}

interface FollowTrustOptions {
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
      const reason = reasonOf(error);
      if (told === reason) return;
      [problem, told] = [UNUSABLE, reason];
      logger.error({ reason }, 'a file of trusted keys cannot be used; the earlier keys still count');
    }
    onChange();
  };

  const folders = sources.filter((source) => !source.startsWith(PUBLIC_KEY_PREFIX)).map((path) => dirname(path));
  const stop = watchAndPoll(folders, pollMs, look);
  return {
    keys: () => keys,
    state: () => (sources.length === 0 ? undefined : { keys: shown(keys), problem }),
    look,
    tell(listener) {
      onChange = listener;
    },
    stop,
  };
}

interface Trusting {
  /** Who is trusted now; undefined: whatever is there is loaded. */
  readonly trusted: (() => readonly PublicKey[]) | undefined;
  /** How long ago a snapshot may have been signed where nothing was accepted before. */
  readonly ageMaximumMs: number;
  readonly folders: readonly SnapshotFolder[];
  readonly logger: Logger;
}

/** By folder: the space, where the operator has named it, and the channel. */
const purposesOf = (folders: readonly SnapshotFolder[]): ReadonlyMap<string, Partial<Purpose>> =>
  new Map(
    folders.flatMap(({ name, folder, preview }) => {
      const space = name === undefined ? {} : { space: name };
      const of = (path: string, channel: Channel): [string, Partial<Purpose>] => [path, { ...space, channel }];
      return [of(folder, 'published'), ...(preview === undefined ? [] : [of(preview, 'preview')])];
    }),
  );

export interface TrustedLoading {
  /** @returns a loader that asks for signatures; it knows what the others have loaded */
  readonly loading: (load: LoadSnapshot) => LoadSnapshot;
  /** @throws UntrustedError where nobody who is trusted now has signed what is served */
  readonly check: (folder: string, id: SnapshotId) => Promise<void>;
}

export function trusting({ trusted, ageMaximumMs, folders, logger }: Trusting): TrustedLoading {
  if (trusted === undefined) return { loading: (load) => load, check: async () => undefined };
  const purposes = purposesOf(folders);
  /** By folder; that of the folder itself may be lost, or not be writable. */
  const newest = new Map<string, Signed>();
  const unkept = new Set<string>();
  const keep = async (folder: string, signed: Signed): Promise<void> => {
    newest.set(folder, newerOf(signed, newest.get(folder)) ?? signed);
    try {
      await keepNewest(diskFiles, folder, signed);
    } catch (error) {
      if (unkept.has(folder)) return;
      unkept.add(folder);
      const reason = reasonOf(error);
      logger.warn(
        { folder, reason },
        'the newest signature cannot be kept in the folder, so that after a restart an older snapshot is accepted; let the server write there, or limit the age with --max-signature-age',
      );
    }
  };
  const loading: TrustedLoading['loading'] = (load) => async (folder, id, signal, held, how) => {
    const known = newerOf(newest.get(folder), await readNewest(diskFiles, folder));
    const policy = { trusted: trusted(), expected: purposes.get(folder) ?? {}, ageMaximumMs };
    const signed = admit(await readSignature(diskFiles, folder, id), id, policy, known);
    const bytes = await load(folder, id, signal, held, { ...how, sealed: true });
    await keep(folder, signed);
    // The folder's own word on when it was built is anybody's.
    return { ...bytes, builtMs: signed.signedMs };
  };
  const check = async (folder: string, id: SnapshotId): Promise<void> => {
    await checkSigned(diskFiles, folder, id, trusted(), purposes.get(folder));
  };
  return { loading, check };
}
