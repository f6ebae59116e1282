/**
 * Tells the log when this thread has found no room left in the memory of a snapshot. Answers stay right and only get
 * slower, so nobody would notice.
 */
import type { Logger } from 'pino';
import { snapshotIn } from '../../api/jsonapi/index.js';
import { refusedHere } from '../../index/snapshot/index.js';
import type { ServedSpace } from '../deliver/served-space.js';

const everyMs = 10_000;

export interface MemoryWatch {
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
