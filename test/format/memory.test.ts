/**
 * The memory of a file's sections: plain buffers for a small file, one memory for a large one.
 */
import { describe, expect, it } from 'vitest';
import { LEASES_BYTES } from '../../src/format/index.js';
import { allocateSections } from '../../src/format/memory.js';

const mebibyte = 2 ** 20;
const real = WebAssembly.Memory;

describe('allocateSections', () => {
  /** @returns what comes of the act where every memory fails with the error */
  function failing<Result>(error: Error, act: () => Result): Result {
    WebAssembly.Memory = class extends real {
      constructor(descriptor: ConstructorParameters<typeof WebAssembly.Memory>[0]) {
        super({ ...descriptor, initial: 1, maximum: 1 });
        throw error;
      }
    };
    try {
      return act();
    } finally {
      WebAssembly.Memory = real;
    }
  }

  it('less than 4 MiB › each take is a shared buffer of its own length', () => {
    // 63 bytes less than 4 MiB would be rounded up to it.
    const room = allocateSections([4 * mebibyte - 128, 64]);
    expect(room.memory).toBeUndefined();
    const [one, two] = [room.take(100), room.take(7)];
    expect([one.byteLength, two.byteLength, one.byteOffset, two.byteOffset]).toEqual([100, 7, 0, 0]);
    expect(one.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(one.buffer).not.toBe(two.buffer);
    expect(one.buffer.byteLength).toBe(100);
  });

  it('4 MiB with rounded lengths › takes are consecutive in one shared memory, on multiples of 64', () => {
    const room = allocateSections([4 * mebibyte - 191, 65]);
    const buffer = room.memory?.buffer;
    expect(buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(buffer?.byteLength).toBe(4 * mebibyte + 2 ** 16);
    const [one, two, three] = [room.take(65), room.take(64), room.take(1)];
    expect([one, two, three].map(({ byteOffset }) => byteOffset - LEASES_BYTES)).toEqual([0, 128, 192]);
    expect([one.byteLength, two.byteLength, three.byteLength]).toEqual([65, 64, 1]);
    for (const taken of [one, two, three]) expect(taken.buffer).toBe(buffer);
  });

  it('a memory › can grow', () => {
    const { memory } = allocateSections([4 * mebibyte + 1]);
    expect(memory?.buffer.byteLength).toBe(4 * mebibyte + 2 ** 16);
    memory?.grow(16);
    expect(memory?.buffer.byteLength).toBe(5 * mebibyte + 2 ** 16);
  });

  it('too many bytes to leave room for growth › uses no memory', () => {
    expect(allocateSections([3.5 * 2 ** 30 + 1]).memory).toBeUndefined();
  });

  it('no address space › uses plain buffers', () => {
    const room = failing(new RangeError('could not allocate memory'), () => allocateSections([8 * mebibyte]));
    expect(room.memory).toBeUndefined();
    expect(room.take(10).byteLength).toBe(10);
  });

  it('another error › is thrown', () => {
    expect(() => failing(new TypeError('something else'), () => allocateSections([8 * mebibyte]))).toThrow(
      'something else',
    );
  });
});
