/**
 * Loads only snapshots that a trusted key has signed for this space and channel, and no snapshot that is older than the newest
 * accepted one, also across restarts.
 */
import type { Logger } from 'pino';
import { reasonOf } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import {
  acceptSignature,
  type Channel,
  checkSigned,
  chooseNewer,
  type PublicKey,
  type Purpose,
  readNewest,
  readSignature,
  rememberNewest,
  type SignedSnapshot,
} from '../../ship/trust/index.js';
import type { SnapshotFolder } from './folder-options.js';
import type { LoadSnapshot } from './loader.js';

interface TrustedLoadingOptions {
  /** The keys that are trusted now; undefined: signatures are not checked. */
  readonly trustedKeys: (() => readonly PublicKey[]) | undefined;
  /** Maximum age of a signature if none was accepted before. */
  readonly ageMaximumMs: number;
  readonly folders: readonly SnapshotFolder[];
  readonly logger: Logger;
}

/** @returns by folder: the space, if the operator has named it, and the channel */
const listPurposes = (folders: readonly SnapshotFolder[]): ReadonlyMap<string, Partial<Purpose>> =>
  new Map(
    folders.flatMap(({ name, folder, preview }) => {
      const space = name === undefined ? {} : { space: name };
      const createEntry = (path: string, channel: Channel): [string, Partial<Purpose>] => [path, { ...space, channel }];
      return [createEntry(folder, 'published'), ...(preview === undefined ? [] : [createEntry(preview, 'preview')])];
    }),
  );

export interface TrustedLoading {
  /** @returns a loader that requires signatures; all of them share the newest signature of each folder */
  readonly requireSignature: (load: LoadSnapshot) => LoadSnapshot;
  /** @throws UntrustedError if the served snapshot has no signature of a key that is trusted now */
  readonly checkSignature: (folder: string, id: SnapshotId) => Promise<void>;
}

export function createTrustedLoading({
  trustedKeys,
  ageMaximumMs,
  folders,
  logger,
}: TrustedLoadingOptions): TrustedLoading {
  if (trustedKeys === undefined) return { requireSignature: (load) => load, checkSignature: async () => undefined };
  const purposes = listPurposes(folders);
  /** By folder. The record in the folder itself may be lost, or not be writable. */
  const newest = new Map<string, SignedSnapshot>();
  const loggedFolders = new Set<string>();
  const record = async (folder: string, signed: SignedSnapshot): Promise<void> => {
    newest.set(folder, chooseNewer(signed, newest.get(folder)) ?? signed);
    try {
      await rememberNewest(diskFiles, folder, signed);
    } catch (error) {
      if (loggedFolders.has(folder)) return;
      loggedFolders.add(folder);
      const reason = reasonOf(error);
      logger.warn(
        { folder, reason },
        'the newest signature cannot be kept in the folder, so that after a restart an older snapshot is accepted; let the server write there, or limit the age with --max-signature-age',
      );
    }
  };
  const requireSignature: TrustedLoading['requireSignature'] =
    (load) => async (folder, id, signal, servedBytes, manner) => {
      const newestSigned = chooseNewer(newest.get(folder), await readNewest(diskFiles, folder));
      const policy = { trusted: trustedKeys(), expected: purposes.get(folder) ?? {}, ageMaximumMs };
      const signed = acceptSignature(await readSignature(diskFiles, folder, id), id, policy, newestSigned);
      const bytes = await load(folder, id, signal, servedBytes, { ...manner, sealed: true });
      await record(folder, signed);
      // The time of the build is not signed. The snapshot cannot have been built after it was signed.
      return { ...bytes, builtMs: Math.min(bytes.builtMs ?? signed.signedMs, signed.signedMs) };
    };
  const checkSignature = async (folder: string, id: SnapshotId): Promise<void> => {
    await checkSigned(diskFiles, folder, id, trustedKeys(), purposes.get(folder));
  };
  return { requireSignature, checkSignature };
}
