/**
 * The server's status, derived from its spaces, threads, keys and trusted keys.
 *
 * `unavailable`: a space cannot be answered. `degraded`: answers are complete, but something needs attention: a space is
 * not the published snapshot, an origin cannot be reached, a thread is not serving, a file of keys cannot be used, or
 * blocks of files cannot be read.
 */
import { snapshotIn } from '../../jsonapi/index.js';
import type { LiveKeys } from '../access/live-keys.js';
import { isOriginFailing } from '../spaces/origin-state.js';
import type { ServedSpace } from '../spaces/served-space.js';
import type { HealthStatus, ThreadState, TrustState } from '../spaces/status.js';

/** @returns number of blocks that could not be read when they were last needed */
export const countUnreadableBlocks = ({ space, unreadableElsewhere = 0 }: ServedSpace): number =>
  Math.max(snapshotIn(space)?.pages?.unreadable.count ?? 0, unreadableElsewhere);

const isAvailable = ({ space, engine }: ServedSpace): boolean =>
  space !== undefined && (engine === undefined || engine.failingSinceMs === null);

/** Whether nothing about the space needs attention; its preview does not count. */
const isWell = (served: ServedSpace): boolean =>
  served.problem === undefined && !isOriginFailing(served.origin) && countUnreadableBlocks(served) === 0;

export type ReadStatus = () => HealthStatus;

/** @returns a function that derives the status again at each call */
export function createStatusReader(
  spaces: readonly ServedSpace[],
  threads: () => readonly ThreadState[],
  keys: LiveKeys | undefined,
  trust: () => TrustState | undefined,
): ReadStatus {
  return () => {
    if (!spaces.every(isAvailable)) return 'unavailable';
    const isServing = threads().every(({ state }) => state === 'serving');
    const keyProblems = [keys?.state.problem ?? null, trust()?.problem ?? null];
    return isServing && spaces.every(isWell) && keyProblems.every((problem) => problem === null) ? 'ok' : 'degraded';
  };
}
