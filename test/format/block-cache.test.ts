import { describe, expect, it } from 'vitest';
import { Random } from '../../data/generate/random.js';
import { BLOCK_BYTES, BlockCache } from '../../src/format/index.js';

const owner = (blocks: number) => ({ slots: new Int32Array(blocks).fill(-1) });

/** Puts a block into the cache, of bytes that say which it is. @returns its slot, held */
function put(cache: BlockCache, of: ReturnType<typeof owner>, block: number): number {
  const slot = cache.take();
  cache.chunkOf(slot).bytes.fill(block, cache.placeOf(slot), cache.placeOf(slot) + BLOCK_BYTES);
  cache.settle(slot, of, block);
  return slot;
}

const inMemory = ({ slots }: ReturnType<typeof owner>): number[] =>
  [...slots.keys()].filter((block) => slots[block]! >= 0);

describe('BlockCache', () => {
  it('more blocks than slots › evicts blocks that were not used recently, and no held block', () => {
    const cache = new BlockCache(0, 4);
    const file = owner(8);
    const first = put(cache, file, 0);
    for (const block of [1, 2, 3]) cache.release(put(cache, file, block));
    // All were looked at just now: a round of the hand makes them equal.
    cache.release(put(cache, file, 4));
    expect(inMemory(file)).toHaveLength(4);
    expect(file.slots[0]).toBe(first);
    const kept = inMemory(file).find((block) => block > 0 && block < 4)!;
    cache.touch(file.slots[kept]!);
    cache.release(put(cache, file, 5));
    expect(inMemory(file)).toContain(kept);
    expect(inMemory(file)).toContain(0);
    expect(cache.evictions).toBe(2);
  });

  it('all slots held › adds a slab until no slot of it is held', () => {
    const cache = new BlockCache(0, 4);
    const file = owner(8);
    const held = [0, 1, 2, 3, 4].map((block) => put(cache, file, block));
    expect(cache.byteLength).toBe(8 * BLOCK_BYTES);
    cache.release(held[4]!);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
    expect(inMemory(file)).toEqual([0, 1, 2, 3]);
    for (const slot of held.slice(0, 4)) cache.release(slot);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
    expect(put(cache, file, 6)).toBeLessThan(4);
  });

  it('resized to less › drops surplus slabs at once, and slabs with held blocks when they are released', () => {
    const cache = new BlockCache(12 * BLOCK_BYTES, 4);
    const file = owner(12);
    const slots = Array.from({ length: 12 }, (_, block) => put(cache, file, block));
    for (const slot of slots.slice(4)) cache.release(slot);
    expect(cache.byteLength).toBe(12 * BLOCK_BYTES);
    cache.hold(slots[11]!);
    cache.resize(4 * BLOCK_BYTES);
    expect(cache.byteLength).toBe(8 * BLOCK_BYTES);
    expect(inMemory(file)).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
    cache.release(slots[11]!);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
    expect(inMemory(file)).toEqual([0, 1, 2, 3]);
  });

  it('resized to more › adds slabs before it evicts', () => {
    const cache = new BlockCache(4 * BLOCK_BYTES, 4);
    const file = owner(8);
    for (let block = 0; block < 4; block += 1) cache.release(put(cache, file, block));
    cache.resize(8 * BLOCK_BYTES);
    for (let block = 4; block < 8; block += 1) cache.release(put(cache, file, block));
    expect(inMemory(file)).toHaveLength(8);
    expect(cache.evictions).toBe(0);
  });

  it('growing slabs › V8 does not count their memory, except the memory of surplus slabs', () => {
    const cache = new BlockCache(8 * BLOCK_BYTES, 4);
    const held = Array.from({ length: 9 }, () => cache.take());
    const counted = held.map((slot) => cache.chunkOf(slot).bytes.buffer instanceof ArrayBuffer);
    expect(counted).toEqual([...new Array<boolean>(8).fill(false), true]);
  });

  it('an owner is removed › frees its slots at once, and keeps the slots of other owners', () => {
    const cache = new BlockCache(0, 4);
    const [one, other] = [owner(4), owner(4)];
    for (const block of [0, 1, 2]) cache.release(put(cache, one, block));
    cache.release(put(cache, other, 3));
    cache.removeOwner(one);
    expect([inMemory(one), inMemory(other)]).toEqual([[], [3]]);
    for (const block of [0, 1, 2]) cache.release(put(cache, other, block));
    expect(inMemory(other)).toEqual([0, 1, 2, 3]);
    expect(cache.evictions).toBe(0);
  });

  it('an owner is removed while a block is held › its slot is free only after its release', () => {
    const cache = new BlockCache(0, 4);
    const [one, other] = [owner(4), owner(4)];
    const held = put(cache, one, 0);
    cache.removeOwner(one);
    expect(inMemory(one)).toEqual([]);
    for (const block of [0, 1, 2]) expect(put(cache, other, block)).not.toBe(held);
    cache.release(held);
    expect(put(cache, other, 3)).toBe(held);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
  });

  it('any sequence of calls › each block has its bytes, and held blocks stay', () => {
    const random = new Random(1, 'blocks');
    const cache = new BlockCache(8 * BLOCK_BYTES, 4);
    const files = [owner(30), owner(30)];
    const held: { readonly file: number; readonly block: number; readonly slot: number }[] = [];
    for (let step = 0; step < 20_000; step += 1) {
      const file = random.below(2);
      const block = random.below(30);
      const of = files[file]!;
      if (of.slots[block]! < 0) held.push({ file, block, slot: put(cache, of, block) });
      else cache.touch(of.slots[block]!);
      while (held.length > 0 && random.below(held.length + 3) > 3) {
        const [one] = held.splice(random.below(held.length), 1);
        expect(files[one!.file]!.slots[one!.block]).toBe(one!.slot);
        cache.release(one!.slot);
      }
      if (step % 50 > 0) continue;
      for (const { slots } of files) {
        for (const [place, slot] of slots.entries()) {
          if (slot < 0) continue;
          const start = cache.placeOf(slot);
          expect(cache.chunkOf(slot).bytes[start]).toBe(place);
          expect(cache.chunkOf(slot).bytes[start + BLOCK_BYTES - 1]).toBe(place);
        }
      }
    }
    for (const { slot } of held) cache.release(slot);
    expect(cache.byteLength).toBeLessThanOrEqual(8 * BLOCK_BYTES);
  });
});
