/**
 * A space that follows a folder of snapshots: read by every request, replaced by a swap.
 */

import type { SnapshotId } from '../../content/model/index.js';
import {
  assembleSnapshot,
  inheritMemory,
  type Pages,
  type SnapshotBytes,
  type Space,
} from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { ServedSpace } from '../spaces/served-space.js';
import type { SpaceProblem } from '../spaces/status.js';
import { releaseMemory } from './release-memory.js';

export class LiveSpace implements ServedSpace {
  #name: string;
  #isNameProvisional: boolean;
  #space: Space | undefined;
  #bytes: SnapshotBytes | undefined;
  problem: SpaceProblem | undefined;
  nextName: string | undefined;
  origin: OriginStatus | undefined;
  pin: SnapshotId | undefined;
  preview: LiveSpace | undefined;
  unreadableElsewhere = 0;
  refusedSwaps = 0;

  /**
   * @param isNameProvisional whether the model of the first snapshot names the space; only for a single space, whose paths have no name
   * @param pages             as in `switchTo`
   */
  constructor(name: string, bytes: SnapshotBytes | undefined, isNameProvisional = false, pages?: Pages) {
    this.#name = name;
    this.#isNameProvisional = isNameProvisional;
    if (bytes !== undefined) this.#set(bytes, pages);
  }

  get name(): string {
    return this.#name;
  }

  get isNameProvisional(): boolean {
    return this.#isNameProvisional;
  }

  get space(): Space | undefined {
    return this.#space;
  }

  get bytes(): SnapshotBytes | undefined {
    return this.#bytes;
  }

  get builtMs(): number | undefined {
    return this.#bytes?.builtMs;
  }

  get fetchedMs(): number | undefined {
    return this.#bytes?.fetchedMs;
  }

  /**
   * Serves another snapshot from the next request on; requests in progress keep the one they began with. The old one's
   * memory is freed, and its files are closed, once they are over.
   *
   * @param pages open pages of the parts that stay in files; undefined if there are none
   * @throws IntegrityError if no space can be assembled from the bytes; the old one is served then
   * Cost: O(fields).
   */
  switchTo(bytes: SnapshotBytes, pages?: Pages): void {
    const before = this.#space;
    this.#set(bytes, pages);
    before?.pages?.leave();
    if (before === undefined || this.#space === undefined) return;
    inheritMemory(before, this.#space);
    void releaseMemory(new WeakRef(before));
  }

  /** To be called when the server has stopped: the files are closed after the last answer. */
  close(): void {
    this.#space?.pages?.leave();
  }

  #set(bytes: SnapshotBytes, pages: Pages | undefined): void {
    const space = assembleSnapshot(bytes, pages);
    this.#space = space;
    this.#bytes = bytes;
    if (!this.#isNameProvisional) return;
    this.#isNameProvisional = false;
    this.#name = space.model.space;
  }
}
