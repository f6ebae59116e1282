/**
 * Loading only what somebody who is trusted has signed, and nothing that is older than what was loaded before.
 */
import { diskFiles } from '../../files/index.js';
import type { SnapshotId } from '../../model/index.js';
import { checkNewer, checkSigned, type PublicKey } from '../../trust/index.js';
import type { LoadSnapshot } from './loader.js';

interface Served {
  readonly snapshot: SnapshotId;
  readonly signedMs: number;
}

/**
 * @param trusted none: whatever is there is loaded
 * @returns what makes such a loader of each; they know what the others have loaded
 */
export function trusting(trusted: readonly PublicKey[]): (load: LoadSnapshot) => LoadSnapshot {
  if (trusted.length === 0) return (load) => load;
  /** By folder. */
  const newest = new Map<string, Served>();
  return (load) => async (folder, id, signal, held, resident) => {
    const { signedMs } = await checkSigned(diskFiles, folder, id, trusted);
    checkNewer(id, signedMs, newest.get(folder));
    const bytes = await load(folder, id, signal, held, resident);
    newest.set(folder, { snapshot: id, signedMs });
    return bytes;
  };
}
