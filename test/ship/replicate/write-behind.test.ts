/**
 * Writing behind, on a file in memory whose writes are short, slow or fail.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../../data/generate/random.js';
import type { OpenFile } from '../../../src/format/files/index.js';
import { WriteBehind } from '../../../src/ship/replicate/pull/write-behind.js';

interface Written {
  readonly file: OpenFile;
  readonly bytes: number[];
  /** The length of each write. */
  readonly lengths: number[];
  failing: Error | undefined;
}

function memoryFile(mostAtOnce: () => number): Written {
  const bytes: number[] = [];
  const lengths: number[] = [];
  const written: Written = {
    bytes,
    lengths,
    failing: undefined,
    file: {
      read: () => Promise.reject(new Error('nobody reads')),
      write: async (given, position) => {
        await new Promise(setImmediate);
        if (written.failing !== undefined) throw written.failing;
        const taken = given.subarray(0, mostAtOnce());
        for (const [place, byte] of taken.entries()) bytes[position + place] = byte;
        lengths.push(taken.byteLength);
        return taken.byteLength;
      },
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  };
  return written;
}

describe('WriteBehind', () => {
  it('chunks of any length, from any position › the file has them concatenated', async () => {
    const random = new Random(1, 'test/ship/replicate/write-behind');
    for (let trial = 0; trial < 100; trial += 1) {
      const { file, bytes } = memoryFile(() => 1 + random.below(20));
      const writing = new WriteBehind(file, 1 + random.below(16));
      const expected: number[] = [];
      for (let stretch = 0; stretch < 3; stretch += 1) {
        // Where it ended, or earlier: what is there is written over.
        const start = random.below(expected.length + 1);
        expected.length = Math.max(expected.length, start);
        writing.moveTo(start);
        let position = start;
        for (let piece = 0; piece < 8; piece += 1) {
          const given = Uint8Array.from({ length: random.below(40) }, () => random.below(256));
          await writing.append(given);
          // The caller may use it again at once.
          for (const byte of given) {
            expected[position] = byte;
            position += 1;
          }
          given.fill(0);
        }
        await writing.flush();
        expect(bytes).toEqual(expected);
      }
    }
  });

  it('many small chunks › few writes, each full except the last', async () => {
    const { file, lengths } = memoryFile(() => 1000);
    const writing = new WriteBehind(file, 64);
    for (let i = 0; i < 40; i += 1) await writing.append(new Uint8Array(7));
    await writing.flush();
    expect(lengths).toEqual([64, 64, 64, 64, 24]);
  });

  it('a failing disk › is reported by the next call, at the latest by flush', async () => {
    const written = memoryFile(() => 1000);
    const writing = new WriteBehind(written.file, 4);
    written.failing = new Error('ENOSPC');
    await writing.append(new Uint8Array(4));
    await expect(writing.append(new Uint8Array(4))).rejects.toThrow('ENOSPC');
    await expect(writing.flush()).rejects.toThrow('ENOSPC');
  });

  it('bytes dropped by moveTo › are not written after later bytes', async () => {
    const { file, bytes } = memoryFile(() => 1000);
    const writing = new WriteBehind(file, 16);
    await writing.append(Uint8Array.of(1, 2, 3));
    writing.moveTo(0);
    await writing.append(Uint8Array.of(9));
    await writing.flush();
    expect(bytes).toEqual([9]);
  });
});
