/**
 * The layout of a segment file, which is a valid msgpack stream. All numbers of the frames are big-endian, as in msgpack;
 * the elements of sections are little-endian.
 *
 *     0        preamble   94 | a5 's' 't' 'e' 'l' 'e' | ce version | ce header length | ce header CRC-32     22 bytes
 *     22       header     { kind, name, meta, sections: [ [name, element, byte length, CRC-32], … ] }
 *     …        frame      c4 n | n zeros | c6 payload length (4 bytes)       ends on a multiple of 64
 *     64·k     payload    the elements of the first section
 *     …        frame, payload of the next section, and so on to the end of the file
 *
 * Positions are not stored: they follow from the lengths, so they cannot contradict each other. The specification for
 * other readers is docs/format.md. Elsewhere: writing (writer), reading (reading).
 */

export const MAGIC = 'stele';
/** Increased whenever an older reader could misread a newer file. */
export const FORMAT_VERSION = 2;

/** Payloads begin on a multiple of this many bytes: a cache line, and enough for every element type. */
export const ALIGNMENT = 64;
/** One section's payload; larger data is split (`blob`). Node's reads and bitwise operators end at 2 GiB. */
export const SECTION_BYTES_MAXIMUM = 2 ** 30;
/** Items of one content type: the largest sections have eight bytes for each, numbers and the hash table of ids. */
export const ITEMS_MAXIMUM = 2 ** 27;

/** @returns the number of bitsets over the docs that fit in a section */
export const bitsetsWithin = (docs: number, sectionBytes = SECTION_BYTES_MAXIMUM): number =>
  Math.floor(sectionBytes / (4 * Math.max(1, Math.ceil(docs / 32))));

export const PREAMBLE_BYTES = 22;
const paddingHeaderBytes = 2;
const payloadHeaderBytes = 5;

/** Element types of a section, and the bytes of one element. Little-endian. */
export const ELEMENT_BYTES = Object.freeze({ u8: 1, u16: 2, u32: 4, f64: 8 });
export type Element = keyof typeof ELEMENT_BYTES;

export const isElement = (text: unknown): text is Element =>
  typeof text === 'string' && Object.hasOwn(ELEMENT_BYTES, text);

export type ElementArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface SectionEntry {
  readonly name: string;
  readonly element: Element;
  readonly byteLength: number;
  readonly crc32: number;
}

/** Positions of a section in its file. */
export interface SectionPlace {
  readonly paddingStart: number;
  readonly payloadStart: number;
  readonly payloadEnd: number;
}

/** @returns the place of each section, in order; the last one's end is the file's length */
export function placeSections(headerEnd: number, byteLengths: readonly number[]): SectionPlace[] {
  let end = headerEnd;
  return byteLengths.map((byteLength) => {
    const paddingStart = end;
    const fixed = paddingStart + paddingHeaderBytes + payloadHeaderBytes;
    const payloadStart = Math.ceil(fixed / ALIGNMENT) * ALIGNMENT;
    end = payloadStart + byteLength;
    return { paddingStart, payloadStart, payloadEnd: end };
  });
}

/** @returns the bytes between the previous section's end and this payload: a bin 8 of zeros and a bin 32 header */
export function frameBytes(place: SectionPlace): Uint8Array {
  const bytes = new Uint8Array(place.payloadStart - place.paddingStart);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 0xc4);
  view.setUint8(1, bytes.byteLength - paddingHeaderBytes - payloadHeaderBytes);
  view.setUint8(bytes.byteLength - payloadHeaderBytes, 0xc6);
  view.setUint32(bytes.byteLength - 4, place.payloadEnd - place.payloadStart);
  return bytes;
}

/** @returns the 22 bytes of the preamble */
export function preambleBytes(version: number, headerByteLength: number, headerCrc32: number): Uint8Array {
  const bytes = new Uint8Array(PREAMBLE_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = 0x94;
  bytes[1] = 0xa0 + MAGIC.length;
  bytes.set(Buffer.from(MAGIC), 2);
  for (const [index, value] of [version, headerByteLength, headerCrc32].entries()) {
    view.setUint8(7 + index * 5, 0xce);
    view.setUint32(8 + index * 5, value);
  }
  return bytes;
}

export interface Preamble {
  readonly version: number;
  readonly headerByteLength: number;
  readonly headerCrc32: number;
}

/** @returns the preamble; undefined if these are not the first bytes of a segment file */
export function readPreamble(bytes: Uint8Array): Preamble | undefined {
  if (bytes.byteLength < PREAMBLE_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, PREAMBLE_BYTES);
  const version = view.getUint32(8);
  const headerByteLength = view.getUint32(13);
  const headerCrc32 = view.getUint32(18);
  const expected = preambleBytes(version, headerByteLength, headerCrc32);
  for (let i = 0; i < PREAMBLE_BYTES; i += 1) if (bytes[i] !== expected[i]) return undefined;
  return { version, headerByteLength, headerCrc32 };
}

/**
 * A long byte string is cut into chunks, each a section of its own. A record never crosses into the next chunk (the writer
 * leaves a gap), so a record is one view. An offset is `chunk · CHUNK_BYTES + position in the chunk`.
 */
export const CHUNK_BYTES = SECTION_BYTES_MAXIMUM;

/** @returns the section name of a chunk; chunk 0 has the name of the blob */
export const blobChunkName = (name: string, chunk: number): string => (chunk === 0 ? name : `${name}#${chunk}`);
