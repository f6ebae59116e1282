/**
 * Giving back the memory of a snapshot that is served no longer.
 *
 * V8 does not count shared memory when it decides whether to collect garbage: a server that makes little garbage would
 * keep every old snapshot for hours. So collections are asked for, after answers in flight had time to finish, until
 * the old one is gone.
 *
 * A space as the server holds it: the one place that every request reads, and that a swap writes.
 *
 * The pages of a snapshot of which some stays in files: opened before it is served, by each thread for itself. The files
 * stay open while their folder is removed, and the blocks of all snapshots of a thread share one cache.
 *
 * Tells the log when this thread has found no room left in the memory of a snapshot. Answers stay right and only get
 * slower, so nobody would notice.
 */

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { diskFiles } from '../../format/files/index.js';
import { collectGarbage } from '../../format/platform/index.js';
import {
  assembleSnapshot,
  BlockCache,
  inheritMemory,
  openPages,
  type Pages,
  refusedHere,
  type SnapshotBytes,
  type Space,
} from '../../index/snapshot/index.js';
import { snapshotIn } from '../../jsonapi/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { ServedSpace } from '../deliver/mounts.js';
import type { SpaceProblem } from './status.js';

/** Answers in flight are mostly over after the first; a client that reads slowly holds its document, not the snapshot. */
const ATTEMPTS_MS: readonly number[] = [100, 1_000, 5_000, 30_000];

/**
 * @param held what holds the memory; the caller must have let go of it. Cost: a full collection of this thread's heap,
 *             some milliseconds in which nothing is answered, once or a few times.
 * @returns    whether it was let go of by everyone
 */
export async function release(held: WeakRef<object>, attemptsMs = ATTEMPTS_MS): Promise<boolean> {
  for (const afterMs of attemptsMs) {
    await sleep(afterMs, undefined, { ref: false });
    collectGarbage();
    // Looking at it keeps it alive for the rest of the turn: so first collect, then look, in another turn than the next.
    await nextTurn();
    if (held.deref() === undefined) return true;
  }
  return false;
}

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

/** Opens what stays in files of a snapshot. @returns undefined where nothing does. @throws what the disk throws */
export type OpenPages = (bytes: SnapshotBytes) => Promise<Pages | undefined>;

/**
 * @param cacheBytes for the blocks of all snapshots of this thread
 * @param logger     is told of blocks that cannot be read
 */
export function pagesOpener(cacheBytes: number, logger: Logger): OpenPages {
  const cache = new BlockCache(cacheBytes);
  return async (bytes) => {
    const pages = await openPages(diskFiles, bytes, cache);
    if (pages === undefined) return undefined;
    pages.onUnreadable = ({ file, section, block, message }) => {
      const place = { file, section, block, reason: message };
      logger.error(place, 'a block cannot be read; answers that need it are refused with 503');
    };
    return pages;
  };
}

/** A snapshot with its pages, open. */
export interface PagedSnapshot {
  readonly bytes: SnapshotBytes;
  readonly pages: Pages | undefined;
}

/**
 * Serves another snapshot, once what stays in its files is open.
 *
 * @throws as opening and `LiveSpace.switchTo`; the snapshot before is served then, and no file is left open
 */
export async function switchWithPages(live: LiveSpace, bytes: SnapshotBytes, openPages: OpenPages): Promise<void> {
  const pages = await openPages(bytes);
  try {
    live.switchTo(bytes, pages);
  } catch (error) {
    pages?.leave();
    throw error;
  }
}

const everyMs = 10_000;

interface MemoryWatch {
  /** Looks now. Each snapshot is told of once. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Looks every ten seconds from now on. Cost of a look: O(content types). */
export function watchMemory(spaces: readonly ServedSpace[], logger: Logger): MemoryWatch {
  const told = new Map<ServedSpace, string>();
  const look = (): void => {
    for (const served of spaces) {
      const { name } = served;
      const space = snapshotIn(served.space);
      if (space === undefined) continue;
      if (told.get(served) === space.id || refusedHere(space) === 0) continue;
      told.set(served, space.id);
      logger.warn(
        { space: name, snapshot: space.id },
        'there is no room left in the memory of the snapshot, so this thread answers more slowly; restart the server to free the room',
      );
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return { look, stop: () => clearInterval(timer) };
}
