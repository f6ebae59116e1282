/**
 * Memory that threads lease in the shared memory of a snapshot's segments.
 */
import { freeLeases, isSameMemory, refusedLeases, type SegmentBytes } from '../../format/index.js';
import type { SnapshotBytes } from './read.js';
import type { Space } from './space.js';

/** Frees the leases of an ended thread. @param thread its id. Cost: O(segments). */
export function freeThreadMemory({ segments }: SnapshotBytes, thread: number): void {
  for (const { memory } of segments) if (memory !== undefined) freeLeases(memory, thread);
}

/**
 * For segments in the same memory in both snapshots: frees this thread's leases for the earlier snapshot once it is garbage
 * collected. Cost: O(content types).
 */
export function inheritMemory(before: Space, after: Space): void {
  for (const { name, segment } of after.types.values()) {
    const { memory } = segment.file;
    const earlierSegment = before.types.get(name)?.segment;
    if (memory === undefined || earlierSegment?.file.memory === undefined) continue;
    if (isSameMemory(memory, earlierSegment.file.memory)) earlierSegment.arena.freeLeasesWhenCollected(memory);
  }
}

/** @returns the number of times that any thread was refused memory; a refused thread has slower loops from then on */
export function refusedThreadMemory({ types }: Space): number {
  const countRefused = ({ memory }: Pick<SegmentBytes, 'memory'>): number =>
    memory === undefined ? 0 : refusedLeases(memory);
  return Array.from(types.values()).reduce((sum, { segment }) => sum + countRefused(segment.file), 0);
}

/** @returns the number of times that this thread was refused memory. Cost: O(content types). */
export const refusedHere = ({ types }: Space): number =>
  Array.from(types.values()).reduce((sum, { segment }) => sum + segment.arena.refusedLeases, 0);
