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

describe('a cache of blocks', () => {
  it('more blocks than slots › those go that were not looked at, and never what is held', () => {
    const cache = new BlockCache(0, 4);
    const file = owner(8);
    const first = put(cache, file, 0);
    for (const block of [1, 2, 3]) cache.letGo(put(cache, file, block));
    // All were looked at just now: a round of the hand makes them equal.
    cache.letGo(put(cache, file, 4));
    expect(inMemory(file)).toHaveLength(4);
    expect(file.slots[0]).toBe(first);
    const kept = inMemory(file).find((block) => block > 0 && block < 4)!;
    cache.touch(file.slots[kept]!);
    cache.letGo(put(cache, file, 5));
    expect(inMemory(file)).toContain(kept);
    expect(inMemory(file)).toContain(0);
    expect(cache.evictions).toBe(2);
  });

  it('all slots held › there is one slab more until nobody holds anything in it', () => {
    const cache = new BlockCache(0, 4);
    const file = owner(8);
    const held = [0, 1, 2, 3, 4].map((block) => put(cache, file, block));
    expect(cache.byteLength).toBe(8 * BLOCK_BYTES);
    cache.letGo(held[4]!);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
    expect(inMemory(file)).toEqual([0, 1, 2, 3]);
    for (const slot of held.slice(0, 4)) cache.letGo(slot);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
    expect(put(cache, file, 6)).toBeLessThan(4);
  });

  it('it fills up › V8 does not count its memory, but that of what is too much', () => {
    const cache = new BlockCache(8 * BLOCK_BYTES, 4);
    const held = Array.from({ length: 9 }, () => cache.take());
    const counted = held.map((slot) => cache.chunkOf(slot).bytes.buffer instanceof ArrayBuffer);
    expect(counted).toEqual([...new Array<boolean>(8).fill(false), true]);
  });

  it('an owner is forgotten › its slots are free at once, and those of others stay', () => {
    const cache = new BlockCache(0, 4);
    const [one, other] = [owner(4), owner(4)];
    for (const block of [0, 1, 2]) cache.letGo(put(cache, one, block));
    cache.letGo(put(cache, other, 3));
    cache.forget(one);
    expect([inMemory(one), inMemory(other)]).toEqual([[], [3]]);
    for (const block of [0, 1, 2]) cache.letGo(put(cache, other, block));
    expect(inMemory(other)).toEqual([0, 1, 2, 3]);
    expect(cache.evictions).toBe(0);
  });

  it('an owner is forgotten while a block of it is held › nobody gets its slot before it is let go', () => {
    const cache = new BlockCache(0, 4);
    const [one, other] = [owner(4), owner(4)];
    const held = put(cache, one, 0);
    cache.forget(one);
    expect(inMemory(one)).toEqual([]);
    for (const block of [0, 1, 2]) expect(put(cache, other, block)).not.toBe(held);
    cache.letGo(held);
    expect(put(cache, other, 3)).toBe(held);
    expect(cache.byteLength).toBe(4 * BLOCK_BYTES);
  });

  it('whatever comes and goes › a block has the bytes it was read with, and what is held stays', () => {
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
        cache.letGo(one!.slot);
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
    for (const { slot } of held) cache.letGo(slot);
    expect(cache.byteLength).toBeLessThanOrEqual(8 * BLOCK_BYTES);
  });
});
