/**
 * Frees the memory of a snapshot that is no longer served.
 *
 * V8 does not count shared memory when it decides whether to collect garbage: a server that makes little garbage would
 * keep every old snapshot for hours. So collections are requested, after answers in flight had time to finish, until the
 * snapshot is gone.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { collectGarbage } from '../../format/platform/index.js';

/** Most answers are over after the first delay; a client that reads slowly holds its document, not the snapshot. */
const ATTEMPT_DELAYS_MS: readonly number[] = [100, 1_000, 5_000, 30_000];

/**
 * @param memory  holds the memory; the caller must have dropped its own reference
 * @param collect collects the garbage of this thread
 * @returns    whether nothing refers to it any more
 * Cost: a full collection of this thread's heap, some milliseconds without answers, once or a few times.
 */
export async function releaseMemory(
  memory: WeakRef<object>,
  delaysMs = ATTEMPT_DELAYS_MS,
  collect = collectGarbage,
): Promise<boolean> {
  for (const delayMs of delaysMs) {
    await sleep(delayMs, undefined, { ref: false });
    collect();
    // `deref` keeps the object alive for the rest of the turn: so collect first, and look in a later turn.
    await nextTurn();
    if (memory.deref() === undefined) return true;
  }
  return false;
}
