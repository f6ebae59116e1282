/**
 * Loading only what somebody who is trusted has signed for this space and channel, and nothing that is older than what was
 * accepted before, also before a restart.
 */
import type { Logger } from 'pino';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  admit,
  type Channel,
  checkSigned,
  keepNewest,
  newerOf,
  type PublicKey,
  type Purpose,
  readNewest,
  readSignature,
  type Signed,
} from '../../ship/trust/index.js';
import type { LoadSnapshot } from '../follow/loader.js';
import type { SnapshotFolder } from '../follow/open-folders.js';

export interface Trusting {
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
      const reason = error instanceof Error ? error.message : String(error);
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
