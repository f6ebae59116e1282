/**
 * A space as the server holds it: the one place that every request reads, and that a swap writes.
 */

import type { Pages, SnapshotBytes, Space } from '../../index/snapshot/index.js';
import { assembleSnapshot, inheritMemory } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { ServedSpace } from '../deliver/served-space.js';
import { release } from './release-memory.js';
import type { SpaceProblem } from './status.js';

export class LiveSpace implements ServedSpace {
  #name: string;
  readonly #nameFromModel: boolean;
  #space: Space | undefined;
  /** What the space is made of. */
  #bytes: SnapshotBytes | undefined;
  #builtMs: number | undefined;
  problem: SpaceProblem | undefined;
  nextName: string | undefined;
  origin: OriginStatus | undefined;
  preview: LiveSpace | undefined;
  unreadableElsewhere = 0;
  refusedSwaps = 0;

  /**
   * @param nameFromModel whether the name is only a guess until a snapshot is there; of a single space, paths do not have it
   * @param pages         as `switchTo` takes them
   */
  constructor(name: string, bytes: SnapshotBytes | undefined, nameFromModel = false, pages?: Pages) {
    this.#name = name;
    this.#nameFromModel = nameFromModel;
    if (bytes !== undefined) this.#set(bytes, pages);
  }

  get name(): string {
    return this.#name;
  }

  get space(): Space | undefined {
    return this.#space;
  }

  get bytes(): SnapshotBytes | undefined {
    return this.#bytes;
  }

  get builtMs(): number | undefined {
    return this.#builtMs;
  }

  /**
   * Serves another snapshot from the next request on; requests under way keep the one they began with. The old one's
   * memory is given back, and its files are closed, once they are over.
   *
   * @param pages who reads what stays in files, which are open; may be absent where nothing does
   * @throws IntegrityError when no space can be made of the bytes; the old one then stays
   * Cost: O(fields).
   */
  switchTo(bytes: SnapshotBytes, pages?: Pages): void {
    const before = this.#space;
    this.#set(bytes, pages);
    before?.pages?.leave();
    if (before === undefined || this.#space === undefined) return;
    inheritMemory(before, this.#space);
    void release(new WeakRef(before));
  }

  /** To be called when nothing is served any more: its files are closed after the last answer. */
  close(): void {
    this.#space?.pages?.leave();
  }

  #set(bytes: SnapshotBytes, pages: Pages | undefined): void {
    const space = assembleSnapshot(bytes, pages);
    this.#space = space;
    this.#bytes = bytes;
    this.#builtMs = bytes.builtMs;
    if (this.#nameFromModel) this.#name = space.model.space;
  }
}
