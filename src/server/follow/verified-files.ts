/**
 * Files whose hashes this process has verified: those of the last snapshot pulled into each folder. Loading it moments
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

  of(folder: string, id: SnapshotId): FileIdentities {
    const last = this.#lastPulled.get(folder);
    return last?.snapshot === id ? last.files : NO_FILES;
  }
}
