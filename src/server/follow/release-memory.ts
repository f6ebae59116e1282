/**
 * Giving back the memory of a snapshot that is served no longer.
 *
 * V8 does not count shared memory when it decides whether to collect garbage: a server that makes little garbage would
 * keep every old snapshot for hours. So collections are asked for, after answers in flight had time to finish, until
 * the old one is gone.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { collectGarbage } from '../../format/node/index.js';

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
