/**
 * The head of a segment file: preamble and header, checked, and the positions of its sections.
 *
 * Elsewhere: reading the sections, all (reader) or some (partial).
 */
import { crc32 } from 'node:zlib';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import { type OpenFile, readFully } from '../files/index.js';
import {
  ELEMENT_BYTES,
  FORMAT_VERSION,
  isElement,
  PREAMBLE_BYTES,
  type Preamble,
  placeSections,
  readPreamble,
  SECTION_BYTES_MAXIMUM,
  type SectionEntry,
  type SectionPlace,
} from '../layout.js';
import { unpack } from '../values/packing.js';

/**
 * The expected length and header checksum of a segment file, from the manifest. The manifest has passed the version check,
 * so a segment file of another format version is damage, not an old or new file.
 */
export interface ExpectedFile {
  readonly byteLength: number;
  readonly headerCrc32: number;
}

const headerBytesMaximum = 64 * 2 ** 20;

/** The header of a segment file. */
export interface Header {
  readonly kind: string;
  readonly name: string;
  readonly meta: ReadonlyMap<unknown, unknown>;
  readonly entries: readonly SectionEntry[];
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function readEntry(value: unknown): SectionEntry | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const [name, element, byteLength, checksum]: unknown[] = value;
  if (typeof name !== 'string' || !isElement(element) || !isLength(byteLength) || !isLength(checksum)) return undefined;
  if (byteLength > SECTION_BYTES_MAXIMUM || byteLength % ELEMENT_BYTES[element] !== 0) return undefined;
  return { name, element, byteLength, crc32: checksum };
}

function readHeader(bytes: Uint8Array): Header | undefined {
  let value: unknown;
  try {
    value = unpack(bytes);
  } catch {
    return undefined;
  }
  if (!(value instanceof Map)) return undefined;
  const map: ReadonlyMap<unknown, unknown> = value;
  const kind = map.get('kind');
  const name = map.get('name');
  const meta = map.get('meta');
  const sections = map.get('sections');
  if (typeof kind !== 'string' || typeof name !== 'string' || !(meta instanceof Map) || !Array.isArray(sections)) {
    return undefined;
  }
  const entries = sections.map(readEntry).filter((entry) => entry !== undefined);
  if (entries.length !== sections.length) return undefined;
  return { kind, name, meta, entries };
}

/** @throws OperationError if the file has another format version: it is not damaged, but this reader does not fit */
export function checkVersion(file: string, version: number): void {
  if (version === FORMAT_VERSION) return;
  const advice =
    version > FORMAT_VERSION
      ? 'it is too new for this stele: upgrade stele, or build the snapshot with this version'
      : 'it is too old for this stele: build the snapshot again from its export';
  throw new OperationError(`${file} has format version ${version}, this stele reads ${FORMAT_VERSION}: ${advice}`);
}

/** Fills `into`. @throws IntegrityError if the file is too short */
export async function readExactly(file: OpenFile, into: Uint8Array, position: number, label: string): Promise<void> {
  const readBytes = await readFully(file, into, position);
  if (readBytes === into.byteLength) return;
  throw new IntegrityError({
    file: label,
    expected: `${into.byteLength} bytes at ${position}`,
    found: `only ${readBytes}`,
  });
}

function checkExpected(preamble: Preamble, expectedFile: ExpectedFile, label: string): void {
  const damage = (expected: string, found: string): IntegrityError =>
    new IntegrityError({ file: label, section: 'preamble', expected: `${expected}, as the manifest says`, found });
  if (preamble.version !== FORMAT_VERSION) throw damage(`format version ${FORMAT_VERSION}`, `${preamble.version}`);
  if (preamble.headerCrc32 !== expectedFile.headerCrc32) {
    throw damage(`the header with CRC-32 ${hex(expectedFile.headerCrc32)}`, hex(preamble.headerCrc32));
  }
}

/** The head of a file, with its bytes. */
export interface SegmentHeader {
  readonly header: Header;
  /** End of the header, start of the first frame. */
  readonly headerEnd: number;
  /** Position of each section, in order. */
  readonly places: readonly SectionPlace[];
  /** The bytes of preamble and header. */
  readonly bytes: Uint8Array;
}

/**
 * Reads the head of an open segment file.
 *
 * @param byteLength length of the file, which must equal the end of its last section
 * @throws IntegrityError naming the damage; OperationError if no manifest was given and the format version differs
 */
export async function readHead(
  file: OpenFile,
  byteLength: number,
  label: string,
  expectedFile: ExpectedFile | undefined,
): Promise<SegmentHeader> {
  const start = new Uint8Array(Math.min(PREAMBLE_BYTES, byteLength));
  await readExactly(file, start, 0, label);
  const preamble = readPreamble(start);
  if (preamble === undefined) {
    throw new IntegrityError({ file: label, section: 'preamble', expected: 'a stele segment', found: 'other bytes' });
  }
  if (expectedFile === undefined) checkVersion(label, preamble.version);
  else checkExpected(preamble, expectedFile, label);
  const headerEnd = PREAMBLE_BYTES + preamble.headerByteLength;
  if (preamble.headerByteLength > headerBytesMaximum || headerEnd > byteLength) {
    throw new IntegrityError({
      file: label,
      section: 'header',
      expected: `${preamble.headerByteLength} bytes`,
      found: `a file of ${byteLength}`,
    });
  }
  const headerBytes = new Uint8Array(preamble.headerByteLength);
  await readExactly(file, headerBytes, PREAMBLE_BYTES, label);
  checkCrc(label, 'header', headerBytes, preamble.headerCrc32);
  const header = readHeader(headerBytes);
  if (header === undefined) {
    throw new IntegrityError({ file: label, section: 'header', expected: 'a segment header', found: 'another shape' });
  }
  const places = placeSections(
    headerEnd,
    header.entries.map((entry) => entry.byteLength),
  );
  const expectedLength = places.at(-1)?.payloadEnd ?? headerEnd;
  if (expectedLength !== byteLength) {
    throw new IntegrityError({ file: label, expected: `${expectedLength} bytes`, found: `${byteLength}` });
  }
  return { header, headerEnd, places, bytes: Buffer.concat([start, headerBytes]) };
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** @throws IntegrityError naming the section */
export function checkCrc(label: string, section: string, bytes: Uint8Array, expected: number): void {
  checkSum(label, section, crc32(bytes), expected);
}

/** @param sum CRC-32 of the bytes. @throws IntegrityError naming the section */
export function checkSum(label: string, section: string, sum: number, expected: number): void {
  if (sum === expected) return;
  throw new IntegrityError({ file: label, section, expected: `CRC-32 ${hex(expected)}`, found: hex(sum) });
}
