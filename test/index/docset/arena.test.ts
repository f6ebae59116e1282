/**
 * Sets of a query in an arena: consecutive, released together, in the segment's memory if it has one.
 */
import { describe, expect, it } from 'vitest';
import { LEASES_BYTES } from '../../../src/format/index.js';
import { collectGarbage } from '../../../src/format/platform/index.js';
import { Arena, plainRoutines } from '../../../src/index/docset/index.js';

const page = 2 ** 16;
const newMemory = (maximum: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 1, maximum, shared: true });
const placeOf = ({ buffer, byteOffset }: Uint32Array): readonly [ArrayBufferLike, number] => [buffer, byteOffset];

/** The owners of the first leases: 0 of none, -1 of one that is free. */
const leasesOf = (memory: WebAssembly.Memory): readonly number[] => {
  const words = new Int32Array(memory.buffer, 0, 64);
  return [4, 7, 10].map((at) => words[at]!);
};

describe.each([
  ['without a memory', () => new Arena(1000)],
  ['in a memory', () => new Arena(1000, newMemory(64))],
  ['in a memory that cannot grow', () => new Arena(1000, newMemory(1))],
])('an arena %s', (_, make) => {
  it('any set › has the requested length, starts on a cache line and overlaps no other', () => {
    const arena = make();
    const taken = [arena.list(1), arena.list(16), arena.list(17), arena.bitset().words, arena.list(1000)];
    expect(taken.map(({ length }) => length)).toEqual([1, 16, 17, 32, 1000]);
    for (const [index, list] of taken.entries()) list.fill(index + 1);
    for (const [index, list] of taken.entries()) expect(list.every((value) => value === index + 1)).toBe(true);
    const [first] = taken;
    expect(taken.map(({ byteOffset }) => byteOffset - first!.byteOffset)).toEqual([0, 64, 128, 256, 384]);
    expect(first!.byteOffset % 64).toBe(0);
  });

  it('released memory › is taken again, and earlier sets stay', () => {
    const arena = make();
    const kept = arena.list(20);
    const mark = arena.mark();
    const one = arena.list(5);
    // More than the first chunk has left.
    const other = arena.list(page);
    expect(other.buffer === one.buffer && other.byteOffset === one.byteOffset).toBe(false);
    arena.release(mark);
    const [again, other2] = [arena.list(5), arena.list(page)];
    expect(placeOf(again)).toEqual(placeOf(one));
    expect(placeOf(other2)).toEqual(placeOf(other));
    kept.fill(7);
    again.fill(1);
    other2.fill(2);
    expect(kept.every((value) => value === 7)).toBe(true);
  });

  it('a set › keeps the bytes of released memory; an empty set has none', () => {
    const arena = make();
    const mark = arena.mark();
    arena.list(40).fill(0xffffffff);
    arena.release(mark);
    expect(arena.bitset().count()).toBe(1024);
    arena.release(mark);
    const empty = arena.emptyBitset();
    expect(empty.size).toBe(1000);
    expect(empty.count()).toBe(0);
  });
});

describe('the chunks of an arena', () => {
  it('lists of whole pages › fill a chunk to its end', () => {
    const none = new Arena(0);
    const lists = [none.list(page / 4), none.list(page / 4)];
    expect(lists.map(({ buffer }) => buffer.byteLength)).toEqual([page, page]);
    expect(lists.map(({ byteOffset }) => byteOffset)).toEqual([0, 0]);
    expect(lists[0]!.buffer).not.toBe(lists[1]!.buffer);
  });

  it('a new chunk › also has room for a list of all docs', () => {
    const arena = new Arena(page);
    const [first, all] = [arena.list(16), arena.list(page)];
    expect(all.buffer).toBe(first.buffer);
    expect(first.buffer.byteLength).toBe(5 * page);
  });
});

describe('an arena of a segment in memory', () => {
  it('starts after the sections and does not change them', () => {
    const memory = newMemory(64);
    const before = new Uint8Array(memory.buffer, LEASES_BYTES, page - LEASES_BYTES).fill(9);
    const list = new Arena(1000, memory).list(100);
    expect(list.buffer).toBe(memory.buffer);
    expect(list.byteOffset).toBe(page);
    list.fill(1);
    expect(before.every((byte) => byte === 9)).toBe(true);
  });

  it('a memory with room for one page › later sets are in ordinary buffers, and all sets can be combined', () => {
    const memory = newMemory(2);
    const arena = new Arena(1000, memory);
    const inside = arena.emptyBitset();
    expect(inside.words.buffer).toBe(memory.buffer);
    arena.list(page / 4);
    const outside = arena.emptyBitset();
    expect(outside.words.buffer).not.toBe(memory.buffer);
    expect(outside.words.buffer.byteLength).toBeGreaterThan(page - 1);
    inside.add(3);
    outside.add(4);
    inside.or(outside);
    expect([...inside.toList(2)]).toEqual([3, 4]);
  });

  it('another error of the memory › is thrown', () => {
    const memory = newMemory(4);
    memory.grow = () => {
      throw new TypeError('something else');
    };
    expect(() => new Arena(10, memory).list(1)).toThrow('something else');
  });

  it('its routines › are created once, and accept arrays from before a growth of the memory', () => {
    const memory = newMemory(64);
    const words = new Uint32Array(memory.buffer, LEASES_BYTES, 4).fill(3);
    const arena = new Arena(100, memory);
    const real = plainRoutines.and;
    let plain = 0;
    plainRoutines.and = (...operands) => {
      plain += 1;
      real(...operands);
    };
    try {
      const { routines } = arena;
      expect(routines).not.toBe(plainRoutines);
      const [bits, elsewhere] = [arena.bitset(), new Uint32Array(4).fill(5)];
      arena.list(10 * page);
      expect(arena.routines).toBe(routines);
      routines.and(bits.words, words, words);
      expect([...bits.words]).toEqual([3, 3, 3, 3]);
      expect(plain).toBe(0);
      routines.and(bits.words, words, elsewhere);
      expect([...bits.words]).toEqual([1, 1, 1, 1]);
      expect(plain).toBe(1);
    } finally {
      plainRoutines.and = real;
    }
  });

  it('without a memory › uses the plain routines', () => {
    expect(new Arena(100).routines).toBe(plainRoutines);
  });
});

describe('an arena that is garbage collected', () => {
  it('after another arena has taken over the memory › frees its leases, and the memory does not grow', async () => {
    const memory = newMemory(64);
    /** In a function of its own: nothing of it is on the stack afterwards. */
    const use = (): number => {
      const arena = new Arena(1000, memory);
      arena.freeLeasesWhenCollected(memory);
      return arena.list(1000).byteOffset;
    };
    const first = use();
    const byteLength = memory.buffer.byteLength;
    for (let night = 0; night < 5; night += 1) {
      await expect
        .poll(() => {
          collectGarbage();
          return leasesOf(memory).includes(-1);
        })
        .toBe(true);
      expect(use()).toBe(first);
    }
    expect(memory.buffer.byteLength).toBe(byteLength);
  });
});
