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
import { IntegrityError } from '../errors/index.js';
import type { Files, OpenFile } from '../files/index.js';
import { checkCrc, type PromisedFile, readExactly, readHead } from './head.js';
import { frameBytes, SECTION_BYTES_MAXIMUM, type SectionEntry, type SectionPlace } from './layout.js';
import { roomFor } from './memory.js';
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

/** More than the longest frame before a section, and what moves its group to a multiple of 64. */
const leadMaximum = 192;

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

async function readOpened(
  file: OpenFile,
  byteLength: number,
  label: string,
  promised: PromisedFile | undefined,
  hash: Hash | undefined,
): Promise<SegmentBytes> {
  const { header, headerEnd, places, bytes } = await readHead(file, byteLength, label, promised);
  hash?.update(bytes);
  const { payloads, memory } = await readPayloads(file, places, headerEnd, label, hash);
  for (const [index, entry] of header.entries.entries()) checkCrc(label, entry.name, payloads[index]!, entry.crc32);
  return { ...header, label, payloads, byteLength, memory, sha256: hash?.digest('hex') };
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
