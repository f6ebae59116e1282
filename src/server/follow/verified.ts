/**
 * What this process has hashed itself: the segments of the snapshot that was pulled last, for each folder. Whoever loads it
 * moments later need not hash them again.
 */

import type { SnapshotId } from '../../content/model/index.js';
import type { VerifiedSnapshot } from '../../ship/replicate/index.js';

/** By name of the file: what it looked like when its hash was right. A plain value, which can be sent to another thread. */
export type SeenFiles = ReadonlyMap<string, string>;

const NOTHING: SeenFiles = new Map();

export class VerifiedFiles {
  readonly #last = new Map<string, VerifiedSnapshot>();

  /** @param folder of snapshots */
  note(folder: string, verified: VerifiedSnapshot): void {
    this.#last.set(folder, verified);
  }

  of(folder: string, id: SnapshotId): SeenFiles {
    const last = this.#last.get(folder);
    return last?.snapshot === id ? last.files : NOTHING;
  }
}
