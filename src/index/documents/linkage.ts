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
}
