/**
 * Prefetches the memory of items, so that it is in the processor's cache when the items are copied.
 *
 * The items of a sorted or filtered page are scattered over gigabytes: copied one by one, each waits about 100 ns for its
 * memory, and so does the linkage of each of its links. Loops of independent reads, one byte per cache line, let the
 * processor fetch a dozen lines at once. For paged items, only their locations and links are in memory and are read.
 */
import { LIMITS } from '../../content/model/index.js';
import type { TypeBytes } from './constants.js';

/**
 * @returns a checksum of the bytes read; the caller has to store it, otherwise the compiler removes the reads
 * Cost: O(cache lines).
 */
export function prefetchItems({ type, relationships }: TypeBytes, docs: Uint32Array): number {
  const { documents } = type.segment;
  let read = documents.prefetchOffsets(docs);
  for (let i = 0; i < relationships.length; i += 1) read += relationships[i]!.index.links.prefetchStarts(docs);
  read += documents.prefetchRecords(docs);
  for (let i = 0; i < relationships.length; i += 1) {
    const { links, linkage } = relationships[i]!.index;
    read += links.prefetchTargets(docs);
    const { starts, targets } = links;
    if (starts === undefined || targets === undefined) continue;
    read += linkage.prefetch({ starts, targets }, docs, LIMITS.relationshipLimitDefault);
  }
  return read;
}
