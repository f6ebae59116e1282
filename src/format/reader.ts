/**
 * Reading a segment file: every byte is read once into shared memory and accounted for; sections are views.
 *
 * Checked on reading: the preamble, the header's CRC-32 and shape, the file's length, the frame between sections
 * byte for byte, and each section's CRC-32; and that it is the very file that the manifest promises. Cost: one pass over
 * the bytes, nothing per item.
 * Reading gives plain values, which may go to another thread; assembling makes views over them, and costs nothing.
 * Memory: shared, so that threads can serve one copy (memory).
 */
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { IntegrityError, OperationError } from '../errors/index.js';
import { type Files, type OpenFile, readFully } from '../files/index.js';
import {
  ELEMENT_BYTES,
  FORMAT_VERSION,
  frameBytes,
  isElement,
  PREAMBLE_BYTES,
  type Preamble,
  placeSections,
  readPreamble,
  SECTION_BYTES_MAXIMUM,
  type SectionEntry,
  type SectionPlace,
} from './layout.js';
import { roomFor } from './memory.js';
import { unpack } from './packing.js';
import { SectionMap } from './sections.js';

interface SegmentHead {
  readonly kind: string;
  readonly name: string;
  /** Keys and values as written; the segment's reader checks them. */
  readonly meta: ReadonlyMap<unknown, unknown>;
  readonly byteLength: number;
  /** The one memory that all sections lie in, where they do. */
  readonly memory: WebAssembly.Memory | undefined;
}

/**
 * What the manifest says of a segment file. Its version is the manifest's, which was checked: a file of another one is
 * not too old or too new, but not the file that was written.
 */
export interface PromisedFile {
  readonly byteLength: number;
  readonly headerCrc32: number;
}

/** A file's bytes, checked. Nothing in it has a class of ours: a structured clone in another thread shares the memory. */
export interface SegmentBytes extends SegmentHead {
  /** How errors call the file. */
  readonly label: string;
  readonly entries: readonly SectionEntry[];
  /** One per entry, each a view of shared memory. */
  readonly payloads: readonly Uint8Array[];
  /** In hexadecimal digits; undefined where it was not asked for. */
  readonly sha256: string | undefined;
}

export interface SegmentFile extends SegmentHead {
  readonly sections: SectionMap;
}

const headerBytesMaximum = 64 * 2 ** 20;
/** More than the longest frame before a section, and what moves its group to a multiple of 64. */
const leadMaximum = 192;

interface Header {
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

/** @throws OperationError when the file is of another format version: nothing is damaged, the reader does not fit */
export function checkVersion(file: string, version: number): void {
  if (version === FORMAT_VERSION) return;
  const advice =
    version > FORMAT_VERSION
      ? 'it is too new for this stele: upgrade stele, or build the snapshot with this version'
      : 'it is too old for this stele: build the snapshot again from its export';
  throw new OperationError(`${file} has format version ${version}, this stele reads ${FORMAT_VERSION}: ${advice}`);
}

/** Groups neighbouring sections so that no group exceeds the limit; a group is read into one buffer. */
function groupSections(places: readonly SectionPlace[]): { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last !== undefined && place.payloadEnd - last.start <= SECTION_BYTES_MAXIMUM) last.end = place.payloadEnd;
    else groups.push({ start: place.payloadStart, end: place.payloadEnd });
  }
  return groups;
}

/** Cost: O(sections). @throws IntegrityError when two sections have one name */
export function assembleSegment({ label, entries, payloads, sha256: _, ...head }: SegmentBytes): SegmentFile {
  return { ...head, sections: new SectionMap(label, entries, payloads) };
}

/** Opens one segment file: reads and assembles it. */
export async function readSegment(
  files: Files,
  path: string,
  label: string,
  promised?: PromisedFile,
): Promise<SegmentFile> {
  return assembleSegment(await readSegmentBytes(files, path, label, promised));
}

/**
 * Reads one segment file.
 *
 * @param label    how errors call the file
 * @param promised what the file must be; without, it stands for itself
 * @param hashed   whether the SHA-256 of the bytes read is wanted; it takes several times as long as the rest
 * @throws IntegrityError naming the file, the section, what was expected and what was found
 * @throws OperationError when a file that stands for itself has another format version
 */
export async function readSegmentBytes(
  files: Files,
  path: string,
  label: string,
  promised?: PromisedFile,
  hashed = false,
): Promise<SegmentBytes> {
  const found = await files.stat(path);
  if (found === undefined || found.kind !== 'file') {
    throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
  }
  if (promised !== undefined && found.byteLength !== promised.byteLength) {
    const expected = `${promised.byteLength} bytes, as the manifest says`;
    throw new IntegrityError({ file: label, expected, found: `${found.byteLength}` });
  }
  const file = await files.open(path, 'read');
  try {
    return await readOpened(file, found.byteLength, label, promised, hashed ? createHash('sha256') : undefined);
  } finally {
    await file.close();
  }
}

async function readExactly(file: OpenFile, into: Uint8Array, position: number, label: string): Promise<void> {
  const read = await readFully(file, into, position);
  if (read === into.byteLength) return;
  throw new IntegrityError({
    file: label,
    expected: `${into.byteLength} bytes at ${position}`,
    found: `only ${read}`,
  });
}

function checkPromise(preamble: Preamble, promised: PromisedFile, label: string): void {
  const damage = (expected: string, found: string): IntegrityError =>
    new IntegrityError({ file: label, section: 'preamble', expected: `${expected}, as the manifest says`, found });
  if (preamble.version !== FORMAT_VERSION) throw damage(`format version ${FORMAT_VERSION}`, `${preamble.version}`);
  if (preamble.headerCrc32 !== promised.headerCrc32) {
    throw damage(`the header with CRC-32 ${hex(promised.headerCrc32)}`, hex(preamble.headerCrc32));
  }
}

async function readOpened(
  file: OpenFile,
  byteLength: number,
  label: string,
  promised: PromisedFile | undefined,
  hash: Hash | undefined,
): Promise<SegmentBytes> {
  const start = new Uint8Array(Math.min(PREAMBLE_BYTES, byteLength));
  await readExactly(file, start, 0, label);
  const preamble = readPreamble(start);
  if (preamble === undefined) {
    throw new IntegrityError({ file: label, section: 'preamble', expected: 'a stele segment', found: 'other bytes' });
  }
  if (promised === undefined) checkVersion(label, preamble.version);
  else checkPromise(preamble, promised, label);
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
  hash?.update(start).update(headerBytes);
  const { payloads, memory } = await readPayloads(file, places, headerEnd, label, hash);
  for (const [index, entry] of header.entries.entries()) checkCrc(label, entry.name, payloads[index]!, entry.crc32);
  return { ...header, label, payloads, byteLength, memory, sha256: hash?.digest('hex') };
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

function checkCrc(label: string, section: string, bytes: Uint8Array, expected: number): void {
  const found = crc32(bytes);
  if (found === expected) return;
  throw new IntegrityError({ file: label, section, expected: `CRC-32 ${hex(expected)}`, found: hex(found) });
}

/** Reads the sections' bytes and checks the frames between them. */
async function readPayloads(
  file: OpenFile,
  places: readonly SectionPlace[],
  headerEnd: number,
  label: string,
  hash: Hash | undefined,
): Promise<{ payloads: Uint8Array[]; memory: WebAssembly.Memory | undefined }> {
  const payloads: Uint8Array[] = [];
  const groups = groupSections(places);
  const room = roomFor(groups.map(({ start, end }) => end - start + leadMaximum));
  let previousEnd = headerEnd;
  let next = 0;
  for (const group of groups) {
    // A group is read from its first frame on, so that every byte of the file passes through here once.
    const lead = group.start - previousEnd;
    const shift = (64 - (lead % 64)) % 64;
    const bytes = room.take(shift + group.end - previousEnd).subarray(shift);
    await readExactly(file, bytes, previousEnd, label);
    hash?.update(bytes);
    for (; next < places.length && places[next]!.payloadEnd <= group.end; next += 1) {
      const place = places[next]!;
      const frame = bytes.subarray(place.paddingStart - previousEnd, place.payloadStart - previousEnd);
      if (Buffer.compare(frame, frameBytes(place)) !== 0) {
        throw new IntegrityError({
          file: label,
          section: `frame at ${place.paddingStart}`,
          expected: 'zeros and a length',
          found: 'other bytes',
        });
      }
      payloads.push(bytes.subarray(place.payloadStart - previousEnd, place.payloadEnd - previousEnd));
    }
    previousEnd = group.end;
  }
  return { payloads, memory: room.memory };
}
