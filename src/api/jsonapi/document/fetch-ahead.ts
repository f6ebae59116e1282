/**
 * Bringing what a page will be copied from into the processor's cache.
 *
 * The items of a sorted or filtered page lie anywhere in gigabytes: written one after the other, each waits for its own
 * memory, some hundred nanoseconds a time. Reading a byte of each cache line first, in loops whose reads do not depend
 * on each other, has the processor wait for a dozen of them at once. Of items that stay in a file this is done with what
 * is in memory: where they are, and their links.
 */
import type { SpaceType } from '../../../index/snapshot/index.js';
import type { TypeBytes } from './constants.js';

/** @returns a number made of what was read, for the caller to keep: what nobody uses is not read. Cost: O(cache lines). */
export function fetchAhead({ segment }: SpaceType, { relationships }: TypeBytes, docs: Uint32Array): number {
  let read = segment.documents.fetchPlaces(docs);
  for (let i = 0; i < relationships.length; i += 1) read += relationships[i]!.index.links.fetchStarts(docs);
  read += segment.documents.fetchRecords(docs);
  for (let i = 0; i < relationships.length; i += 1) read += relationships[i]!.index.links.fetchTargets(docs);
  return read;
}
