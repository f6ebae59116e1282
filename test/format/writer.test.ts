/**
 * Writing sections from memory and from other places, and the file after a failure of the disk.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/format/files/index.js';
import {
  type AnySection,
  bytesOf,
  elementOf,
  encodeSegment,
  readPreamble,
  SECTION_BYTES_MAXIMUM,
  type SegmentInput,
  writeSegment,
} from '../../src/format/index.js';
import { observed } from '../../testing/disk/faults.js';
import { temporaryFolders } from '../../testing/folder.js';

const newFolder = temporaryFolders();
const withSections = (...sections: AnySection[]): SegmentInput => ({
  kind: 'sample',
  name: 'first',
  meta: new Map([['items', 3]]),
  sections,
});
const bytesIn = async (input: SegmentInput): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeSegment(input).pieces) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe('encodeSegment', () => {
  it('bytes that are read piece by piece › give the same file as bytes in memory', async () => {
    const data = Uint16Array.of(1, 2, 3);
    const bytes = bytesOf(data);
    const stored: AnySection = {
      name: 'a',
      element: 'u16',
      byteLength: 6,
      crc32: crc32(bytes),
      read: () => [bytes.subarray(0, 1), bytes.subarray(1)],
    };
    expect(await bytesIn(withSections(stored))).toEqual(await bytesIn(withSections({ name: 'a', data })));
  });

  it('a section of the maximum length, and one byte more › is written, and throws InvariantError', () => {
    const long = (byteLength: number): AnySection => ({
      name: 'a',
      element: 'u8',
      byteLength,
      crc32: 0,
      read: () => [],
    });
    expect(encodeSegment(withSections(long(SECTION_BYTES_MAXIMUM))).headerCrc32).toBeGreaterThan(0);
    expect(() => encodeSegment(withSections(long(SECTION_BYTES_MAXIMUM + 1)))).toThrow(
      'section a of first is longer than 1 GiB',
    );
  });

  it('a repeated section name › throws InvariantError', () => {
    const section: AnySection = { name: 'a', data: Uint8Array.of(1) };
    expect(() => encodeSegment(withSections(section, section))).toThrow('segment first names a section twice');
  });
});

describe('elementOf and bytesOf', () => {
  it('every type of array › has its element', () => {
    expect([new Uint8Array(1), new Uint16Array(1), new Uint32Array(1), new Float64Array(1)].map(elementOf)).toEqual([
      'u8',
      'u16',
      'u32',
      'f64',
    ]);
  });

  it('a view of a part › has the bytes of that part', () => {
    const bytes = bytesOf(Uint32Array.of(1, 2, 3).subarray(1, 2));
    expect([...bytes]).toEqual([2, 0, 0, 0]);
    expect(bytes.byteOffset).toBe(4);
  });
});

describe('writeSegment', () => {
  const input = withSections({ name: 'a', data: Uint8Array.of(1, 2, 3) }, { name: 'b', data: Uint32Array.of(4) });

  it('a file › is on the disk, and its length, hash and header checksum are returned', async () => {
    const path = join(newFolder(), 'a.segment');
    const calls: string[] = [];
    const watched = observed(diskFiles, ({ operation }) => void calls.push(operation));
    const file = await writeSegment(watched, path, input);
    const bytes = readFileSync(path);
    expect(file).toEqual({
      byteLength: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      headerCrc32: readPreamble(bytes)?.headerCrc32,
    });
    expect(bytes).toEqual(await bytesIn(input));
    expect(calls[0]).toBe('open');
    expect(calls.slice(-2)).toEqual(['sync', 'close']);
  });

  it('an existing file › is not overwritten', async () => {
    const path = join(newFolder(), 'a.segment');
    await writeSegment(diskFiles, path, input);
    await expect(writeSegment(diskFiles, path, input)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('a disk that fails › throws its error and closes the file', async () => {
    const calls: string[] = [];
    const failing = observed(diskFiles, ({ operation }) => {
      calls.push(operation);
      if (operation === 'sync') throw new Error('no more');
    });
    await expect(writeSegment(failing, join(newFolder(), 'a'), input)).rejects.toThrow('no more');
    expect(calls.at(-1)).toBe('close');
  });
});
