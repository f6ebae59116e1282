/**
 * Writing a segment file: sections are handed over whole, in order; the header is made from them.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { InvariantError } from '../errors/index.js';
import { type Files, writeFully } from '../files/index.js';
import {
  type Element,
  type ElementArray,
  FORMAT_VERSION,
  frameBytes,
  PREAMBLE_BYTES,
  placeSections,
  preambleBytes,
  SECTION_BYTES_MAXIMUM,
} from './layout.js';
import { type Packed, pack } from './packing.js';

export interface SectionInput {
  readonly name: string;
  readonly data: ElementArray;
}

export interface SegmentInput {
  /** What the file holds; its reader checks it. */
  readonly kind: string;
  readonly name: string;
  readonly meta: ReadonlyMap<string, Packed>;
  readonly sections: readonly SectionInput[];
}

export interface WrittenFile {
  readonly byteLength: number;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;
  /** CRC-32 of its header, which holds those of its sections. */
  readonly headerCrc32: number;
}

const elementOf = (data: ElementArray): Element => {
  if (data instanceof Uint8Array) return 'u8';
  if (data instanceof Uint16Array) return 'u16';
  if (data instanceof Uint32Array) return 'u32';
  return 'f64';
};

const bytesOf = (data: ElementArray): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** @returns the file's bytes, piece by piece; the pieces of sections are views. */
export function encodeSegment(input: SegmentInput): Uint8Array[] {
  const names = new Set(input.sections.map((section) => section.name));
  if (names.size !== input.sections.length) throw new InvariantError(`segment ${input.name} names a section twice`);
  const tooLong = input.sections.find((section) => section.data.byteLength > SECTION_BYTES_MAXIMUM);
  if (tooLong !== undefined) throw new InvariantError(`section ${tooLong.name} of ${input.name} is longer than 1 GiB`);
  const entries = input.sections.map((section): Packed => {
    const bytes = bytesOf(section.data);
    return [section.name, elementOf(section.data), bytes.byteLength, crc32(bytes)];
  });
  const header = pack(
    new Map<string, Packed>([
      ['kind', input.kind],
      ['name', input.name],
      ['meta', input.meta],
      ['sections', entries],
    ]),
  );
  const places = placeSections(
    PREAMBLE_BYTES + header.byteLength,
    input.sections.map((section) => section.data.byteLength),
  );
  const framed = input.sections.flatMap((section, index) => [frameBytes(places[index]!), bytesOf(section.data)]);
  return [preambleBytes(FORMAT_VERSION, header.byteLength, crc32(header)), header, ...framed];
}

/** Creates the file, waits until it is on the disk, and tells its length and hash. */
export async function writeSegment(files: Files, path: string, input: SegmentInput): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const pieces = encodeSegment(input);
  const file = await files.open(path, 'create');
  let byteLength = 0;
  try {
    for (const piece of pieces) {
      await writeFully(file, piece, byteLength);
      hash.update(piece);
      byteLength += piece.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { byteLength, sha256: hash.digest('hex'), headerCrc32: crc32(pieces[1]!) };
}
