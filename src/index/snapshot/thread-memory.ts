/**
 * The room that threads have taken in the memory of a snapshot they share.
 */
import { freeLeases, isSameMemory, refusedLeases, type SegmentBytes } from '../../format/index.js';
import type { SnapshotBytes } from './open.js';
import type { Space } from './space.js';

/** Frees what a dead thread had, for its successor. @param thread its id. Cost: O(segments). */
export function freeThreadMemory({ segments }: SnapshotBytes, thread: number): void {
  for (const { memory } of segments) if (memory !== undefined) freeLeases(memory, thread);
}

/**
 * Where both snapshots have a segment in the same memory, the room that this thread took in it for the one before is given
 * back once nobody refers to that snapshot. Cost: O(content types).
 */
export function inheritMemory(before: Space, after: Space): void {
  for (const { name, segment } of after.types.values()) {
    const { memory } = segment.file;
    const old = before.types.get(name)?.segment;
    if (memory === undefined || old?.file.memory === undefined) continue;
    if (isSameMemory(memory, old.file.memory)) old.arena.giveBackLater(memory);
  }
}

/** @returns how often a thread, of all of them, found no room in the memory: its loops are slower since */
export function refusedThreadMemory({ types }: Space): number {
  const memoryOf = ({ memory }: Pick<SegmentBytes, 'memory'>): number =>
    memory === undefined ? 0 : refusedLeases(memory);
  return Array.from(types.values()).reduce((sum, { segment }) => sum + memoryOf(segment.file), 0);
}

/** @returns how often this thread found no room in it. Cost: O(content types). */
export const refusedHere = ({ types }: Space): number =>
  Array.from(types.values()).reduce((sum, { segment }) => sum + segment.arena.refused, 0);
