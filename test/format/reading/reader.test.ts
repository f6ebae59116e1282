/**
 * Checks of a reader: the manifest's entry, the length of the file, the frames between sections; and its result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { diskFiles, type FileStat, type Files } from '../../../src/format/files/index.js';
import {
  assembleSegment,
  bytesOf,
  type ExpectedFile,
  FORMAT_VERSION,
  preambleBytes,
  readPreamble,
  readSegmentBytes,
  type SegmentInput,
  type WrittenFile,
  writeSegment,
} from '../../../src/format/index.js';
import { observed } from '../../../testing/disk/faults.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { readSegment } from '../../../testing/structures/read-segment.js';

const newFolder = temporaryFolders();
const input: SegmentInput = {
  kind: 'sample',
  name: 'first',
  meta: new Map(),
  sections: [
    { name: 'a', data: Uint8Array.of(1, 2, 3) },
    { name: 'b', data: Uint32Array.of(4, 5) },
  ],
};

async function written(what: SegmentInput = input): Promise<{ path: string; file: WrittenFile }> {
  const path = join(newFolder(), 'a.segment');
  return { path, file: await writeSegment(diskFiles, path, what) };
}

const read = (path: string, promised?: ExpectedFile, files: Files = diskFiles) =>
  readSegment(files, path, 'a.segment', promised);

describe('a file with an entry in the manifest', () => {
  it('the written file › is read', async () => {
    const { path, file } = await written();
    expect([...(await read(path, file)).sections.u32('b')]).toEqual([4, 5]);
  });

  it('another length › is refused before the file is opened', async () => {
    const { path, file } = await written();
    const opened: string[] = [];
    const watched = observed(diskFiles, ({ operation }) => void opened.push(operation));
    await expect(read(path, { ...file, byteLength: file.byteLength + 1 }, watched)).rejects.toThrow(
      `a.segment: expected ${file.byteLength + 1} bytes, as the manifest says, found ${file.byteLength}`,
    );
    expect(opened).toEqual(['stat']);
  });

  it('another version › is damage, not a newer format', async () => {
    const { path, file } = await written();
    const bytes = readFileSync(path);
    const { headerByteLength, headerCrc32 } = readPreamble(bytes)!;
    bytes.set(preambleBytes(FORMAT_VERSION + 1, headerByteLength, headerCrc32));
    writeFileSync(path, bytes);
    await expect(read(path, file)).rejects.toBeInstanceOf(IntegrityError);
    await expect(read(path, file)).rejects.toThrow(
      `a.segment, section preamble: expected format version ${FORMAT_VERSION}, as the manifest says, found ${FORMAT_VERSION + 1}`,
    );
  });

  it('another header › is refused with both checksums in eight digits', async () => {
    const { path, file } = await written();
    const found = file.headerCrc32.toString(16).padStart(8, '0');
    await expect(read(path, { ...file, headerCrc32: 0xabc })).rejects.toBeInstanceOf(IntegrityError);
    await expect(read(path, { ...file, headerCrc32: 0xabc })).rejects.toThrow(
      `section preamble: expected the header with CRC-32 00000abc, as the manifest says, found ${found}`,
    );
  });
});

describe('a file that is not a segment', () => {
  it('a folder › is reported as no file', async () => {
    const folder = newFolder();
    await expect(read(folder)).rejects.toThrow('a.segment: expected a file, found none');
  });

  it.each([
    ['shorter than a preamble', Buffer.from('stele')],
    ['of other bytes', Buffer.alloc(100, 7)],
  ])('%s › is reported as other bytes', async (_, bytes) => {
    const path = join(newFolder(), 'a');
    writeFileSync(path, bytes);
    await expect(read(path)).rejects.toThrow('section preamble: expected a stele segment, found other bytes');
  });

  it('that is shorter than its length › is reported with the position, and closed', async () => {
    const { path, file } = await written();
    const longer = async (asked: string): Promise<FileStat | undefined> => {
      const stat = await diskFiles.stat(asked);
      return stat && { ...stat, byteLength: stat.byteLength + 64 };
    };
    const bytes = readFileSync(path);
    const { headerByteLength } = readPreamble(bytes)!;
    const calls: string[] = [];
    const watched = observed({ ...diskFiles, stat: longer }, ({ operation }) => void calls.push(operation));
    await expect(read(path, undefined, watched)).rejects.toThrow(
      `expected ${file.byteLength} bytes, found ${file.byteLength + 64}`,
    );
    expect(calls.filter((call) => call === 'open' || call === 'close')).toEqual(['open', 'close']);
    // The header says that it is longer than what is there.
    writeFileSync(path, bytes.subarray(0, 30));
    await expect(read(path, undefined, { ...diskFiles, stat: longer })).rejects.toThrow(
      `a.segment: expected ${headerByteLength} bytes at 22, found only 8`,
    );
  });
});

describe('damage', () => {
  let bytes: Buffer;
  let path: string;
  let payloads: { a: number; b: number };
  beforeAll(async () => {
    ({ path } = await written());
    bytes = readFileSync(path);
    payloads = { a: bytes.byteLength - 8 - 64, b: bytes.byteLength - 8 };
  });

  const damaged = async (at: number): Promise<string> => {
    const copy = Buffer.from(bytes);
    copy[at] = copy[at]! ^ 1;
    writeFileSync(path, copy);
    return read(path).then(
      () => 'none',
      (error: unknown) => String(error),
    );
  };

  it('of a payload › names its section and both checksums', async () => {
    expect(payloads.a % 64).toBe(0);
    expect(await damaged(payloads.a)).toMatch(/section a: expected CRC-32 [0-9a-f]{8}, found [0-9a-f]{8}$/);
    expect(await damaged(payloads.b)).toMatch(/section b: expected CRC-32/);
    expect(await damaged(22)).toMatch(/section header: expected CRC-32/);
  });

  it('of any byte between payloads › names the start of the frame', async () => {
    const end = payloads.a + 3;
    for (let at = end; at < payloads.b; at += 1) {
      expect(await damaged(at)).toContain(`section frame at ${end}: expected zeros and a length, found other bytes`);
    }
  });
});

describe('the result of reading', () => {
  it('length, and the hash if requested › are returned', async () => {
    const { path, file } = await written();
    const hashed = await readSegmentBytes(diskFiles, path, 'a', file, { isHashed: true });
    expect(hashed.sha256).toBe(file.sha256);
    expect(hashed.byteLength).toBe(file.byteLength);
    expect(hashed.label).toBe('a');
    const plain = await readSegmentBytes(diskFiles, path, 'a', file);
    expect(plain.sha256).toBeUndefined();
    expect(assembleSegment(plain)).not.toHaveProperty('sha256');
    expect(assembleSegment(plain)).not.toHaveProperty('payloads');
  });

  it('a small file › is in a plain buffer, each payload on a multiple of 64', async () => {
    const { path, file } = await written();
    const segment = await readSegmentBytes(diskFiles, path, 'a', file, { isHashed: true });
    expect(segment.memory).toBeUndefined();
    expect(segment.payloads.map((payload) => (payload?.byteOffset ?? 1) % 64)).toEqual([0, 0]);
    expect(segment.payloads.map((payload) => [...(payload ?? [])])).toEqual([
      [1, 2, 3],
      [4, 0, 0, 0, 5, 0, 0, 0],
    ]);
  });

  it('a large file › is in one memory, each payload on a multiple of 64, with the hash of the written file', async () => {
    const long = Uint32Array.from({ length: 2 ** 20 + 1 }, (_, index) => index * 7);
    const { path, file } = await written({
      ...input,
      sections: [...input.sections, { name: 'long', data: long }, { name: 'end', data: Uint16Array.of(9) }],
    });
    const segment = await readSegmentBytes(diskFiles, path, 'a', file, { isHashed: true });
    expect(segment.sha256).toBe(file.sha256);
    expect(segment.memory).toBeDefined();
    for (const payload of segment.payloads) {
      expect(payload?.buffer).toBe(segment.memory?.buffer);
      expect((payload?.byteOffset ?? 1) % 64).toBe(0);
    }
    const { sections } = assembleSegment(segment);
    expect(Buffer.compare(bytesOf(sections.u32('long')), bytesOf(long))).toBe(0);
    expect([...sections.unsigned('end')]).toEqual([9]);
  });

  it('a file without sections › ends with its header', async () => {
    const { path } = await written({ ...input, sections: [] });
    expect([...(await read(path)).sections.entries()]).toEqual([]);
  });
});
