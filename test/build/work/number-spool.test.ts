/**
 * Numbers that wait in a file and are set there later.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NumberSpool } from '../../../build/work/scratch/number-spool.js';
import { ScratchFolder } from '../../../build/work/scratch/scratch-files.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('NumberSpool', () => {
  it('more numbers than fit into memory, set before and after writing › are read as set', async () => {
    const scratch = new ScratchFolder(diskFiles, newFolder());
    const spool = new NumberSpool(scratch);
    const expected: number[] = [];
    // A piece of a file has 2^18 numbers.
    for (let i = 0; i < 700_000; i += 1) {
      spool.push(i * 3);
      expected.push(i * 3);
      if (i % 100_000 === 0) await spool.flushIfLarge();
      if (i === 600_000) await spool.flushIfLarge();
    }
    for (const index of [699_999, 0, 262_143, 262_144, 5, 599_999, 600_001]) {
      spool.set(index, 2 ** 32 - 1 - index);
      expected[index] = 2 ** 32 - 1 - index;
    }
    expect(spool.length).toBe(expected.length);
    const section = await spool.section('numbers');
    // Twice, as a segment is.
    for (let time = 0; time < 2; time += 1) {
      const pieces: Uint8Array[] = [];
      for await (const piece of section.read()) pieces.push(piece.slice());
      const bytes = Buffer.concat(pieces);
      expect(bytes.equals(new Uint8Array(Uint32Array.from(expected).buffer))).toBe(true);
      expect(section).toMatchObject({ element: 'u32', byteLength: bytes.length, crc32: crc32(bytes) });
    }
    await scratch.remove();
  });
});
