/**
 * Writing a segment file: the header is made from the sections' names, lengths and checksums, then they follow in order.
 */
import { crc32 } from 'node:zlib';
import { InvariantError } from '../content/errors/index.js';
import { type Files, writeHashed } from './files/index.js';
import {
  type Element,
  type ElementArray,
  FORMAT_VERSION,
  frameBytes,
  PREAMBLE_BYTES,
  placeSections,
  preambleBytes,
  SECTION_BYTES_MAXIMUM,
  type SectionEntry,
} from './layout.js';
import { type Packed, pack } from './values/packing.js';

export interface SectionInput {
  readonly name: string;
  readonly data: ElementArray;
}

/** A section whose bytes are read only when they are written. */
export interface StoredSection extends SectionEntry {
  /** The bytes, piece by piece; a piece need not outlive the next. */
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export type AnySection = SectionInput | StoredSection;

export interface SegmentInput {
  /** The kind of segment; its reader checks it. */
  readonly kind: string;
  readonly name: string;
  readonly meta: ReadonlyMap<string, Packed>;
  readonly sections: readonly AnySection[];
}

export interface WrittenFile {
  readonly byteLength: number;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;
  /** CRC-32 of its header, which holds those of its sections. */
  readonly headerCrc32: number;
}

/** @returns the element type in the header */
export const elementOf = (data: ElementArray): Element => {
  if (data instanceof Uint8Array) return 'u8';
  if (data instanceof Uint16Array) return 'u16';
  if (data instanceof Uint32Array) return 'u32';
  return 'f64';
};

/** @returns the elements' bytes, without a copy */
export const bytesOf = (data: ElementArray): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Adds the element type, the length and the checksum to a section that is in memory. */
const toStoredSection = (section: AnySection): StoredSection => {
  if ('read' in section) return section;
  const bytes = bytesOf(section.data);
  const { name, data } = section;
  const read = () => [bytes];
  return { name, element: elementOf(data), byteLength: bytes.byteLength, crc32: crc32(bytes), read };
};

/** A segment file as a stream of bytes. */
export interface EncodedSegment {
  readonly headerCrc32: number;
  /** All bytes, piece by piece; a piece need not outlive the next. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** @throws InvariantError if a section name repeats or a section is too long */
export function encodeSegment(input: SegmentInput): EncodedSegment {
  const sections = input.sections.map(toStoredSection);
  const names = new Set(sections.map((section) => section.name));
  if (names.size !== sections.length) throw new InvariantError(`segment ${input.name} names a section twice`);
  const tooLong = sections.find((section) => section.byteLength > SECTION_BYTES_MAXIMUM);
  if (tooLong !== undefined) throw new InvariantError(`section ${tooLong.name} of ${input.name} is longer than 1 GiB`);
  const entries = sections.map(({ name, element, byteLength, crc32 }): Packed => [name, element, byteLength, crc32]);
  const members: [string, Packed][] = [
    ['kind', input.kind],
    ['name', input.name],
    ['meta', input.meta],
    ['sections', entries],
  ];
  const header = pack(new Map(members));
  return { headerCrc32: crc32(header), pieces: writePieces(header, sections) };
}

async function* writePieces(header: Uint8Array, sections: readonly StoredSection[]): AsyncGenerator<Uint8Array> {
  const places = placeSections(
    PREAMBLE_BYTES + header.byteLength,
    sections.map((section) => section.byteLength),
  );
  yield preambleBytes(FORMAT_VERSION, header.byteLength, crc32(header));
  yield header;
  for (const [index, section] of sections.entries()) {
    yield frameBytes(places[index]!);
    yield* section.read();
  }
}

/** Creates the file and waits until it is on the disk. @returns its length and hashes */
export async function writeSegment(files: Files, path: string, input: SegmentInput): Promise<WrittenFile> {
  const { headerCrc32, pieces } = encodeSegment(input);
  return { ...(await writeHashed(files, path, pieces)), headerCrc32 };
}
