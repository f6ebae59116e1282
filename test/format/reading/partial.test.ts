/**
 * Reading some sections of a segment file: sections that are read are checked, other sections are ignored.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { PREAMBLE_BYTES, readPreamble, readSections, writeSegment } from '../../../src/format/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

/** A file of three sections, and what a manifest would say of it. */
async function written() {
  const path = join(newFolder(), 'a.segment');
  await writeSegment(diskFiles, path, {
    kind: 'sample',
    name: 'first',
    meta: new Map([['items', 3]]),
    sections: [
      { name: 'bytes', data: Uint8Array.of(1, 2, 3) },
      { name: 'words', data: Uint32Array.of(7, 4_294_967_295) },
      { name: 'last', data: Uint8Array.of(9) },
    ],
  });
  const bytes = readFileSync(path);
  return { path, promised: { byteLength: bytes.byteLength, headerCrc32: readPreamble(bytes)!.headerCrc32 } };
}

const words = (name: string): boolean => name === 'words';

describe('readSections', () => {
  it('some sections › are read, with the header of the file', async () => {
    const { path, promised } = await written();
    const part = await readSections(diskFiles, path, 'a.segment', promised, words);
    expect([part.kind, part.name, part.meta.get('items')]).toEqual(['sample', 'first', 3]);
    expect(part.entries.map(({ name }) => name)).toEqual(['bytes', 'words', 'last']);
    expect([...part.sections.u32('words')]).toEqual([7, 4_294_967_295]);
    expect([...part.sections.entries()].map(({ name }) => name)).toEqual(['words']);
  });

  it('any changed byte › is refused in the head and in read payloads, and ignored in other sections', async () => {
    const { path, promised } = await written();
    const whole = readFileSync(path);
    const refused = new Set<number>();
    for (let at = 0; at < whole.byteLength; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      writeFileSync(path, bytes);
      const failed = await readSections(diskFiles, path, 'a.segment', promised, words).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failed === undefined) continue;
      expect(failed).toBeInstanceOf(IntegrityError);
      refused.add(at);
    }
    const payload = whole.indexOf(Buffer.from(Uint32Array.of(7, 4_294_967_295).buffer));
    for (let at = payload; at < payload + 8; at += 1) expect(refused).toContain(at);
    const other = whole.indexOf(Buffer.from([1, 2, 3]), 64);
    for (let at = other; at < other + 3; at += 1) expect(refused).not.toContain(at);
    const headEnd = PREAMBLE_BYTES + readPreamble(whole)!.headerByteLength;
    for (let at = 0; at < headEnd; at += 1) expect(refused).toContain(at);
  });

  it('another file, or none › is refused', async () => {
    const { path, promised } = await written();
    const read = (over: object) => readSections(diskFiles, path, 'a.segment', { ...promised, ...over }, words);
    await expect(read({ headerCrc32: 1 })).rejects.toThrow('as the manifest says');
    await expect(readSections(diskFiles, `${path}x`, 'x', promised, words)).rejects.toThrow('expected a file');
  });
});
