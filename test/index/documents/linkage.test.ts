import { describe, expect, it } from 'vitest';
import { Blob, Offsets, Records } from '../../../src/format/index.js';
import { LinkageStore } from '../../../src/index/documents/index.js';

describe('the linkage of a relationship', () => {
  it('prefetching › reads an offset and a byte of each target, up to a number of links per doc', () => {
    const bytes = Uint8Array.of(100, 0, 0, 20, 0, 3);
    const rendered = new Records(new Blob([bytes]), new Offsets(Float64Array.of(0), Uint32Array.of(0, 3, 5, 6)));
    const linkage = new LinkageStore(rendered);
    const links = { starts: Uint32Array.of(0, 3, 3, 4), targets: Uint32Array.of(1, 2, 0, 0) };
    const read = (docs: readonly number[], maximum: number): number =>
      linkage.prefetch(links, Uint32Array.from(docs), maximum);
    expect(read([0], 3)).toBe(3 + 5 + 0 + (20 + 3 + 100));
    expect(read([0], 2)).toBe(3 + 5 + (20 + 3));
    expect(read([2, 1], 25)).toBe(0 + 100);
    expect(read([], 25)).toBe(0);
  });
});
