/**
 * Rendered linkage of one relationship: target → `{"type":"…","id":"…"},`.
 *
 * Any window of an item's links is these bytes of its targets, concatenated.
 *
 *     | {"type":"book","id":"a"}, | {"type":"book","id":"b"}, | … |      one record per target, in the order of targets
 */
import type { TermId } from '../../content/model/index.js';
import { type Chunk, chunkOf, type Records } from '../../format/index.js';

/** Range of a target's bytes with the comma: a reusable object. */
export class LinkageRange {
  chunk: Chunk = chunkOf(new Uint8Array(0));
  start = 0;
  end = 0;
}

/** The links of each doc, as they are stored (columns/links). */
interface LinkColumns {
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
}

export class LinkageStore {
  /** One record per target. */
  readonly rendered: Records;

  constructor(rendered: Records) {
    this.rendered = rendered;
  }

  /** Fills `range` with the range of the target's bytes. Cost: O(1); allocates nothing. */
  locate(target: TermId, range: LinkageRange): void {
    const { blob, offsets } = this.rendered;
    const offset = offsets.at(target);
    range.chunk = blob.pairAt(offset);
    range.start = blob.placeAt(offset);
    range.end = range.start + blob.lengthOf(offset, offsets.at(target + 1));
  }

  /**
   * Reads the linkage of the docs' first links ahead of its use (jsonapi/document/prefetch-items): all offsets, then a byte
   * of each target.
   *
   * @param maximum number of links per doc
   * @returns a meaningless sum. Cost: O(links).
   */
  prefetch({ starts, targets }: LinkColumns, docs: Uint32Array, maximum: number): number {
    const { blob, offsets } = this.rendered;
    if (blob.isPaged) return 0;
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const start = starts[docs[i]!]!;
      const end = Math.min(starts[docs[i]! + 1]!, start + maximum);
      for (let link = start; link < end; link += 1) sum += offsets.at(targets[link]!);
    }
    for (let i = 0; i < docs.length; i += 1) {
      const start = starts[docs[i]!]!;
      const end = Math.min(starts[docs[i]! + 1]!, start + maximum);
      for (let link = start; link < end; link += 1) {
        const offset = offsets.at(targets[link]!);
        sum += blob.chunkAt(offset)[blob.placeAt(offset)]!;
      }
    }
    return sum;
  }
}
