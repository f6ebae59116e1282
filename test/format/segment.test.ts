import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackMultiple } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { IntegrityError, InvariantError, OperationError } from '../../src/content/errors/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import {
  ALIGNMENT,
  encodeSegment,
  FORMAT_VERSION,
  preambleBytes,
  readPreamble,
  type SegmentInput,
  writeSegment,
} from '../../src/format/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { readSegment } from '../../testing/structures/read-segment.js';

const newFolder = temporaryFolders();

const sample: SegmentInput = {
  kind: 'sample',
  name: 'first',
  meta: new Map([['items', 3]]),
  sections: [
    { name: 'bytes', data: Uint8Array.of(1, 2, 3) },
    { name: 'shorts', data: Uint16Array.of(1, 65535) },
    { name: 'words', data: Uint32Array.of(7, 4294967295) },
    { name: 'floats', data: Float64Array.of(0.5, -1e300) },
    { name: 'empty', data: new Uint32Array(0) },
  ],
};

async function written(input: SegmentInput = sample): Promise<string> {
  const path = join(newFolder(), 'a.segment');
  await writeSegment(diskFiles, path, input);
  return path;
}

const open = (path: string) => readSegment(diskFiles, path, 'a.segment');

describe('a segment file', () => {
  it('a written file › is read back into shared memory', async () => {
    const segment = await open(await written());
    expect(segment.kind).toBe('sample');
    expect(segment.name).toBe('first');
    expect(segment.meta.get('items')).toBe(3);
    expect([...segment.sections.u8('bytes')]).toEqual([1, 2, 3]);
    expect([...segment.sections.unsigned('shorts')]).toEqual([1, 65535]);
    expect([...segment.sections.u32('words')]).toEqual([7, 4294967295]);
    expect([...segment.sections.f64('floats')]).toEqual([0.5, -1e300]);
    expect(segment.sections.u32('empty').length).toBe(0);
    expect(segment.sections.u32('words').buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('the file › is a msgpack stream with payloads on 64-byte boundaries', async () => {
    const bytes = readFileSync(await written());
    const values = unpackMultiple(bytes);
    expect(values[0]).toEqual(['stele', FORMAT_VERSION, expect.any(Number), expect.any(Number)]);
    expect(values[1]).toMatchObject({ kind: 'sample', name: 'first', meta: { items: 3 } });
    const payloads = values.slice(2).filter((_: unknown, index: number) => index % 2 === 1);
    expect(payloads.map((payload: Uint8Array) => payload.byteLength)).toEqual([3, 4, 8, 16, 0]);
    for (const payload of payloads)
      expect(bytes.indexOf(payload) % ALIGNMENT === 0 || payload.byteLength === 0).toBe(true);
  });

  it('equal input › gives equal bytes', async () => {
    const [one, two] = [readFileSync(await written()), readFileSync(await written())];
    expect(one.equals(two)).toBe(true);
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeSegment(sample).pieces) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(one)).toBe(true);
  });

  it('any changed byte › is refused with file and place', async () => {
    const path = await written();
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = damaged[at]! ^ 0x10;
      writeFileSync(path, damaged);
      const failure = await open(path).then(
        () => undefined,
        (error: unknown) => error,
      );
      // A changed version number says that the reader does not fit, not that bytes are damaged.
      expect(failure instanceof IntegrityError || failure instanceof OperationError, `byte ${at}`).toBe(true);
      expect(String(failure)).toContain('a.segment');
    }
  });

  it('any truncation, and any additional byte › is refused', async () => {
    const path = await written();
    const bytes = readFileSync(path);
    for (let length = bytes.byteLength - 1; length >= 0; length -= 1) {
      truncateSync(path, length);
      await expect(open(path), `${length} bytes`).rejects.toBeInstanceOf(IntegrityError);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.of(0)]));
    await expect(open(path)).rejects.toThrow(`expected ${bytes.byteLength} bytes, found ${bytes.byteLength + 1}`);
  });

  it('a damaged section › is named', async () => {
    const path = await written();
    const bytes = readFileSync(path);
    bytes[bytes.byteLength - 1 - 16 - 64] = 255;
    const at = bytes.indexOf(Buffer.from(Float64Array.of(0.5).buffer));
    bytes[at] = 9;
    writeFileSync(path, bytes);
    await expect(open(path)).rejects.toThrow(/a\.segment, section (floats|frame)/);
  });

  it('a missing file › is reported as damage', async () => {
    await expect(readSegment(diskFiles, join(newFolder(), 'none'), 'none')).rejects.toThrow(
      'none: expected a file, found none',
    );
  });

  it.each([
    [FORMAT_VERSION + 1, 'too new'],
    [0, 'too old'],
  ])('format version %i › is reported as %s, not as damage', async (version, words) => {
    const path = await written();
    const bytes = readFileSync(path);
    const preamble = readPreamble(bytes)!;
    bytes.set(preambleBytes(version, preamble.headerByteLength, preamble.headerCrc32), 0);
    writeFileSync(path, bytes);
    await expect(open(path)).rejects.toThrow(OperationError);
    await expect(open(path)).rejects.toThrow(words);
  });

  it('a section requested by a wrong name, type or length › is damage', async () => {
    const { sections } = await open(await written());
    expect(() => sections.u8('none')).toThrow('section none: expected a section, found none');
    expect(() => sections.u8('words')).toThrow('section words: expected u8, found u32');
    expect(() => sections.u32('words', 3)).toThrow('section words: expected 3 elements, found 2');
  });

  it('a repeated section name › throws InvariantError', () => {
    const twice = { ...sample, sections: [sample.sections[0]!, sample.sections[0]!] };
    expect(() => encodeSegment(twice)).toThrow(InvariantError);
  });
});
