/**
 * Rendered linkage of one relationship: target → `{"type":"…","id":"…"},`, so that any window of an item's links is
 * these bytes, one target's behind the other's.
 */
import { type Chunk, chunkOf, type Records } from '../../format/index.js';

/** Where a target's bytes stand, with the comma; an object that is filled again. */
export class LinkageRange {
  chunk: Chunk = chunkOf(new Uint8Array(0));
  start = 0;
  end = 0;
}

export class LinkageStore {
  /** A record a target. */
  readonly rendered: Records;

  constructor(rendered: Records) {
    this.rendered = rendered;
  }

  /** Fills `into` with the place of the target's bytes. Cost: O(1); allocates nothing. */
  locate(target: number, into: LinkageRange): void {
    const { blob, offsets } = this.rendered;
    const offset = offsets.at(target);
    into.chunk = blob.pairAt(offset);
    into.start = blob.placeAt(offset);
    into.end = into.start + blob.lengthOf(offset, offsets.at(target + 1));
  }
}
