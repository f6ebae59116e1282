/**
 * Headers with a correct checksum and a wrong form, as a faulty writer leaves them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { pack } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Blob, FORMAT_VERSION, preambleBytes, SectionMap } from '../../../src/format/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { readSegment } from '../../../testing/structures/read-segment.js';

const newFolder = temporaryFolders();

async function failureOf(header: Uint8Array, byteLength = header.byteLength): Promise<unknown> {
  const path = join(newFolder(), 'a.segment');
  writeFileSync(path, Buffer.concat([preambleBytes(FORMAT_VERSION, byteLength, crc32(header)), header]));
  return readSegment(diskFiles, path, 'a.segment').then(
    () => undefined,
    (error: unknown) => error,
  );
}

const header = (sections: unknown, more: object = {}): Uint8Array =>
  pack(new Map(Object.entries({ kind: 'type', name: 'book', meta: new Map(), sections, ...more })));

describe('a header with a right checksum', () => {
  it('without sections › is read', async () => {
    expect(await failureOf(header([]))).toBeUndefined();
  });

  it.each([
    ['no msgpack', Buffer.of(0xc1)],
    ['no map', pack([1, 2])],
    ['a kind that is no text', header([], { kind: 1 })],
    ['a name that is no text', header([], { name: undefined })],
    ['a meta that is no map', header([], { meta: 'none' })],
    ['sections that are no list', header({ a: 1 })],
    ['a section that is no list', header(['title/terms'])],
    ['a section with a member more', header([['a', 'u8', 0, 0, 0]])],
    ['a section without a name', header([[1, 'u8', 0, 0]])],
    ['an element that there is none of', header([['a', 'i8', 0, 0]])],
    ['a length that is negative', header([['a', 'u8', -1, 0]])],
    ['a length that is no whole number', header([['a', 'u8', 0.5, 0]])],
    ['a length that is no number', header([['a', 'u8', '1', 0]])],
    ['a checksum that is none', header([['a', 'u8', 0, undefined]])],
    ['a length beyond a gibibyte', header([['a', 'u8', 2 ** 30 + 1, 0]])],
    ['a length that its elements do not fill', header([['a', 'u32', 6, 0]])],
  ])('%s › is damage of the header', async (_, bytes) => {
    const failure = await failureOf(bytes);
    expect(failure).toBeInstanceOf(IntegrityError);
    expect(String(failure)).toContain('section header: expected a segment header, found another shape');
  });

  it('longer than the file, or than the maximum › is damage', async () => {
    const bytes = header([]);
    for (const byteLength of [bytes.byteLength + 1, 2 ** 31]) {
      const failure = await failureOf(bytes, byteLength);
      expect(failure).toBeInstanceOf(IntegrityError);
      const found = `a file of ${22 + bytes.byteLength}`;
      expect(String(failure)).toContain(`section header: expected ${byteLength} bytes, found ${found}`);
    }
  });
});

const entry = (name: string, element: 'u8' | 'u16' | 'u32', byteLength: number) => ({
  name,
  element,
  byteLength,
  crc32: 0,
});

describe('SectionMap', () => {
  it('a repeated name › is damage', () => {
    const entries = [entry('a', 'u8', 0), entry('a', 'u8', 0)];
    expect(() => new SectionMap('f', entries, [new Uint8Array(0), new Uint8Array(0)])).toThrow(
      'section header: expected distinct section names, found a name twice',
    );
  });

  it('unsigned values of every width › are viewed in their width', () => {
    const wide = Uint32Array.of(1, 70_000);
    const entries = [entry('a', 'u8', 2), entry('b', 'u16', 4), entry('c', 'u32', 8)];
    const bytes = [Uint8Array.of(1, 2), new Uint8Array(Uint16Array.of(1, 300).buffer), new Uint8Array(wide.buffer)];
    const sections = new SectionMap('f', entries, bytes);
    expect([...sections.unsigned('a')]).toEqual([1, 2]);
    expect([...sections.unsigned('b', 2)]).toEqual([1, 300]);
    expect([...sections.unsigned('c')]).toEqual([1, 70_000]);
    expect([...sections.entries()]).toEqual(entries);
  });

  it('records without an offset › are damage', () => {
    const sections = new SectionMap('f', [entry('r.offsets', 'u32', 0)], [new Uint8Array(0)]);
    expect(() => sections.countedRecords('r')).toThrow('section r.offsets: expected at least one entry, found none');
    expect(() => sections.countedRecords('r')).toThrow(IntegrityError);
  });
});

describe('SectionMap › bytes in several sections', () => {
  const bytes = (name: string, length: number) => entry(name, 'u8', length);

  it('a blob › includes every chunk up to the first missing number', () => {
    const entries = [bytes('t', 3), bytes('t#1', 2), bytes('t#2', 1), bytes('t#4', 9)];
    const payloads = entries.map(({ byteLength }, index) => new Uint8Array(byteLength).fill(index + 1));
    const sections = new SectionMap('f', entries, payloads);
    expect(sections.blob('t').chunks).toEqual(payloads.slice(0, 3));
    expect(sections.has('t#4')).toBe(true);
    expect(sections.has('t#3')).toBe(false);
  });

  it('an unexpected element › is reported with the allowed elements', () => {
    const sections = new SectionMap('f', [entry('a', 'u32', 4)], [new Uint8Array(4)]);
    expect(() => sections.f64('a')).toThrow('f, section a: expected f64, found u32');
    const floats = new SectionMap('f', [{ ...entry('a', 'u32', 8), element: 'f64' }], [new Uint8Array(8)]);
    expect(() => floats.unsigned('a')).toThrow('f, section a: expected u8 or u16 or u32, found f64');
    expect(() => floats.unsigned('a')).toThrow(IntegrityError);
  });
});

describe('Blob', () => {
  it('several chunks › end with the last one, and a record is found in its chunk', () => {
    const blob = new Blob([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)], 4);
    expect(blob.end).toBe(6);
    expect([...blob.view(0, 3)]).toEqual([1, 2, 3]);
    expect([...blob.view(4, 2)]).toEqual([4, 5]);
    expect(blob.lengthOf(1, 4)).toBe(2);
    expect(blob.pairAt(5).view.getUint8(blob.placeAt(5))).toBe(5);
    expect([...blob.chunkAt(5)]).toEqual([4, 5]);
    // The last record of a chunk may end before it does: the next begins the next chunk.
    expect(blob.pairAt(4).bytes).toBe(blob.chunks[1]);
    expect([blob.placeAt(3), blob.placeAt(4), blob.placeAt(6)]).toEqual([3, 0, 2]);
    expect([blob.lengthOf(0, 2), blob.lengthOf(2, 4), blob.lengthOf(4, 6)]).toEqual([2, 1, 2]);
  });
});
