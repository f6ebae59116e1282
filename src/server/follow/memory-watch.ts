/**
 * Logs when this thread finds no room left in the memory of a snapshot. Answers stay correct and only get slower, so
 * operators would not notice otherwise.
 */
import type { Logger } from 'pino';
import { refusedHere } from '../../index/snapshot/index.js';
import { snapshotIn } from '../../jsonapi/index.js';
import type { ServedSpace } from '../spaces/served-space.js';

const checkEveryMs = 10_000;

interface MemoryWatch {
  /** Checks now. Each snapshot is logged once. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** Checks every ten seconds from now on. Cost of a check: O(content types). */
export function watchMemory(spaces: readonly ServedSpace[], logger: Logger): MemoryWatch {
  /** The last snapshot of each space that was logged. */
  const logged = new Map<ServedSpace, string>();
  const look = (): void => {
    for (const served of spaces) {
      const { name } = served;
      const space = snapshotIn(served.space);
      if (space === undefined) continue;
      if (logged.get(served) === space.id || refusedHere(space) === 0) continue;
      logged.set(served, space.id);
      logger.warn(
        { space: name, snapshot: space.id },
        'there is no room left in the memory of the snapshot, so this thread answers more slowly; restart the server to free the room',
      );
    }
  };
  const timer = setInterval(look, checkEveryMs).unref();
  return { look, stop: () => clearInterval(timer) };
}
