/**
 * Verified files: the files of the last snapshot pulled into each folder, whose hashes this process has checked. Loading the snapshot moments
 * later need not hash them again.
 */
import type { SnapshotId } from '../../content/model/index.js';
import type { VerifiedSnapshot } from '../../ship/replicate/index.js';

/** By file name: identity of the file when its hash was right. A plain value, which can be sent to another thread. */
export type FileIdentities = ReadonlyMap<string, string>;

const NO_FILES: FileIdentities = new Map();

export class VerifiedFiles {
  readonly #lastPulled = new Map<string, VerifiedSnapshot>();

  /** @param folder of snapshots */
  note(folder: string, verified: VerifiedSnapshot): void {
    this.#lastPulled.set(folder, verified);
  }

  findIdentities(folder: string, id: SnapshotId): FileIdentities {
    const lastVerified = this.#lastPulled.get(folder);
    return lastVerified?.snapshot === id ? lastVerified.files : NO_FILES;
  }
}
