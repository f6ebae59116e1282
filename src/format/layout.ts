/**
 * The layout of a segment file, which is a valid msgpack stream:
 *
 *     preamble   [ "stele", format version, header byte length, header CRC-32 ]      22 bytes, fixed widths
 *     header     { kind, name, meta, sections: [ [name, element, byte length, CRC-32], … ] }
 *     section*   bin 8 of zeros (padding), then bin 32 whose payload begins on a 64-byte boundary
 *
 * Offsets are not stored: they follow from the lengths, so that no two statements about a place can disagree.
 * The specification for other readers is docs/format.md. Elsewhere: writing (writer), reading (reader).
 */

export const MAGIC = 'stele';
/** Raised whenever an older reader could misread a newer file. */
export const FORMAT_VERSION = 2;

/** Payloads begin on a multiple of this many bytes: a cache line, and enough for every element type. */
export const ALIGNMENT = 64;
/** One section's payload; larger data is split (`blob`). Node's reads and bitwise operators end at 2 GiB. */
export const SECTION_BYTES_MAXIMUM = 2 ** 30;
/** Items of one content type. What ends first has eight bytes for each: numbers, and the table that finds ids. */
export const ITEMS_MAXIMUM = 2 ** 27;

/** @returns how many bitsets over the docs a section holds */
export const bitsetsWithin = (docs: number, sectionBytes = SECTION_BYTES_MAXIMUM): number =>
  Math.floor(sectionBytes / (4 * Math.max(1, Math.ceil(docs / 32))));

export const PREAMBLE_BYTES = 22;
const paddingHeaderBytes = 2;
const payloadHeaderBytes = 5;

/** Element types of a section, and how many bytes one element has. Little-endian throughout. */
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

/** Where a section's bytes lie in its file. */
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

/** @returns what the preamble says, or undefined when these are not the first bytes of a segment file */
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
 * Long byte strings come in chunks of a fixed size, each a section of its own; a record never crosses from one chunk
 * to the next (the writer leaves a gap), so that a record is one view. An offset is `chunk · CHUNK_BYTES + place in the chunk`.
 */
export const CHUNK_BYTES = SECTION_BYTES_MAXIMUM;

/** @returns the section name of the k-th chunk; chunk 0 has the blob's own */
export const blobChunkName = (name: string, chunk: number): string => (chunk === 0 ? name : `${name}#${chunk}`);
