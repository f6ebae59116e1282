/**
 * Takes the files of a snapshot apart and writes them again with new checksums, hashes and ids, as an attacker with
 * write access could.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  BlockSums,
  blockCount,
  blockSumsName,
  FORMAT_VERSION,
  frameBytes,
  isRecord,
  type Packed,
  PREAMBLE_BYTES,
  pack,
  placeSections,
  preambleBytes,
  readPreamble,
  unpack,
} from '../../src/format/index.js';
import { CURRENT_FILE, MANIFEST_FILE, segmentFileName } from '../../src/index/snapshot/index.js';

export interface Section {
  name: string;
  element: string;
  bytes: Uint8Array;
}

/** A segment file taken apart, or the manifest, which has no sections. */
export interface Segment {
  readonly kind: string;
  readonly name: string;
  readonly meta: Map<string, unknown>;
  sections: Section[];
}

export interface Parts {
  /** Without its segments. */
  readonly manifest: Record<string, unknown>;
  readonly segments: Segment[];
}

function takeApart(bytes: Uint8Array): Segment {
  const preamble = readPreamble(bytes);
  if (preamble === undefined) throw new Error('no segment');
  const headerEnd = PREAMBLE_BYTES + preamble.headerByteLength;
  const header: unknown = unpack(bytes.subarray(PREAMBLE_BYTES, headerEnd));
  if (!(header instanceof Map)) throw new Error('no header');
  const entries: unknown = header.get('sections');
  const meta: unknown = header.get('meta');
  if (!Array.isArray(entries) || !(meta instanceof Map)) throw new Error('no sections');
  const places = placeSections(
    headerEnd,
    entries.map(([, , byteLength]) => Number(byteLength)),
  );
  const sections = entries.map(([name, element], index): Section => {
    const { payloadStart = 0, payloadEnd = 0 } = places[index] ?? {};
    return { name: String(name), element: String(element), bytes: bytes.slice(payloadStart, payloadEnd) };
  });
  return { kind: String(header.get('kind')), name: String(header.get('name')), meta, sections };
}

/** @param files path → bytes of one snapshot's folder */
export function partsOf(files: ReadonlyMap<string, Uint8Array>, folder: string, id: string): Parts {
  const text = Buffer.from(files.get(join(folder, id, MANIFEST_FILE)) ?? new Uint8Array(0)).toString();
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest) || !Array.isArray(manifest['segments'])) throw new Error('no manifest');
  const segments = manifest['segments'].map((entry: { file: string }) =>
    takeApart(files.get(join(folder, id, entry.file)) ?? new Uint8Array(0)),
  );
  return { manifest: { ...manifest }, segments };
}

/** @returns a copy of which everything may be changed */
export const copyOf = (parts: Parts): Parts => structuredClone(parts);

/** Makes the checksums of a section's blocks those of its bytes, where it has any. */
export function sumBlocks({ sections }: Segment): void {
  for (const { name, bytes } of sections) {
    const table = sections.find((other) => other.name === blockSumsName(name));
    if (table === undefined) continue;
    const summing = new BlockSums(new Uint32Array(blockCount(bytes.byteLength)));
    summing.add(bytes);
    table.bytes = new Uint8Array(summing.sums.buffer);
  }
}

interface Written {
  readonly bytes: Uint8Array;
  readonly headerCrc32: number;
}

function putTogether({ kind, name, meta, sections }: Segment): Written {
  const entries = sections.map(({ name: section, element, bytes }) => [
    section,
    element,
    bytes.byteLength,
    crc32(bytes),
  ]);
  const header = pack(new Map(Object.entries({ kind, name, meta, sections: entries })) as ReadonlyMap<string, Packed>);
  const places = placeSections(
    PREAMBLE_BYTES + header.byteLength,
    sections.map(({ bytes }) => bytes.byteLength),
  );
  const headerCrc32 = crc32(header);
  const pieces = [preambleBytes(FORMAT_VERSION, header.byteLength, headerCrc32), header];
  for (const [index, { bytes }] of sections.entries()) {
    const place = places[index];
    if (place !== undefined) pieces.push(frameBytes(place), bytes);
  }
  return { bytes: Buffer.concat(pieces), headerCrc32 };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Which files were written for parts that are still the same object: most forgeries change one segment. */
const written = new WeakMap<Segment, Written & { readonly sha256: string }>();

/** @returns path → bytes of a folder whose CURRENT names the snapshot that the parts make */
export function filesOf({ manifest, segments }: Parts, folder: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const entries = segments.map((segment) => {
    let made = written.get(segment);
    if (made === undefined) {
      const { bytes, headerCrc32 } = putTogether(segment);
      made = { bytes, headerCrc32, sha256: sha256(bytes) };
      written.set(segment, made);
    }
    const file = segmentFileName(segment.name, made.sha256);
    files.set(file, made.bytes);
    const { byteLength } = made.bytes;
    const { headerCrc32, sha256: hash } = made;
    return { kind: segment.kind, name: segment.name, file, byteLength, sha256: hash, headerCrc32 };
  });
  const bytes = Buffer.from(`${JSON.stringify({ ...manifest, segments: entries }, null, 1)}\n`);
  const id = sha256(bytes);
  const paths = new Map<string, Uint8Array>([
    [join(folder, CURRENT_FILE), Buffer.from(`${id}\n`)],
    [join(folder, id, MANIFEST_FILE), bytes],
  ]);
  for (const [file, content] of files) paths.set(join(folder, id, file), content);
  return paths;
}
