/**
 * Reading a segment file: every byte is read once into shared memory and accounted for; sections are views. Sections that
 * are to stay in the file are left there: of them the frames are checked, and their bytes block by block when they are
 * looked at (blocks).
 *
 * Checked on reading: the preamble, the header's CRC-32 and shape, the file's length, the frame between sections
 * byte for byte, and each section's CRC-32; and that it is the very file that the manifest promises. Cost: one pass over
 * the bytes, nothing per item.
 * Reading gives plain values, which may go to another thread; assembling makes views over them, and costs nothing.
 * Memory: shared, so that threads can serve one copy (memory).
 */
import { createHash, type Hash } from 'node:crypto';
import { IntegrityError } from '../../content/errors/index.js';
import { BlockHashes } from '../blocks/block-hashes.js';
import { blockSumsName } from '../blocks/block-sums.js';
import { leftChunk, readThrough } from '../blocks/left-chunk.js';
import type { LeftChunk } from '../blocks/paged-blob.js';
import type { Files, OpenFile } from '../files/index.js';
import { frameBytes, type SectionPlace } from '../layout.js';
import { roomFor } from '../memory.js';
import { checkSum, type PromisedFile, readHead } from './head.js';
import { readAhead } from './read-ahead.js';
import { groupSections } from './section-groups.js';
import { SectionSums } from './section-sums.js';
import type { SegmentBytes } from './segment-bytes.js';

export interface ReadSegmentOptions {
  /** Whether the SHA-256 of the bytes read is wanted; it takes several times as long as the rest. */
  readonly hashed?: boolean;
  /**
   * Whether what stays in the file is compared at each read with a hash that is taken while the file's own is: then all that
   * is ever read of it has the hash of the file.
   */
  readonly sealed?: boolean;
  /** Whether a section stays in the file, by its name and whether the file has checksums of its blocks; without, all are read. */
  readonly stays?: (section: string, hasSums: boolean) => boolean;
}

/** More than the longest frame before a section, and what moves its group to a multiple of 64. */
const leadMaximum = 192;

/**
 * Reads one segment file.
 *
 * @param label    how errors call the file
 * @param promised what the file must be; without, it stands for itself
 * @throws IntegrityError naming the file, the section, what was expected and what was found
 * @throws OperationError when a file that stands for itself has another format version
 * Cost: what stays in the file is not read, but where the hash is wanted, or the file has no checksums of its blocks.
 */
export async function readSegmentBytes(
  files: Files,
  path: string,
  label: string,
  promised?: PromisedFile,
  options: ReadSegmentOptions = {},
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
    return { path, ...(await readOpened(file, found.byteLength, label, promised, options)) };
  } finally {
    await file.close();
  }
}

async function readOpened(
  file: OpenFile,
  byteLength: number,
  label: string,
  promised: PromisedFile | undefined,
  { sealed = false, hashed = sealed, stays = () => false }: ReadSegmentOptions,
): Promise<Omit<SegmentBytes, 'path'>> {
  const hash = hashed ? createHash('sha256') : undefined;
  const { header, places, bytes } = await readHead(file, byteLength, label, promised);
  const { entries } = header;
  hash?.update(bytes);
  const names = new Set(entries.map(({ name }) => name));
  const staying = entries.map(({ name }) => stays(name, names.has(blockSumsName(name))));
  const isLeft = (index: number): boolean => staying[index]!;
  const seals = entries.map(({ byteLength }, index) =>
    sealed && isLeft(index) ? new BlockHashes(byteLength) : undefined,
  );
  const onLeft = (piece: Uint8Array, index: number): void => seals[index]?.add(piece);
  const { payloads, memory, sums } = await readPayloads(file, places, isLeft, label, hash, onLeft);
  const left: LeftChunk[] = [];
  const read = { file, label, entries, payloads };
  for (const [index, entry] of entries.entries()) {
    const payload = payloads[index];
    if (payload !== undefined) checkSum(label, entry.name, sums.of(index), entry.crc32);
    else left.push(await leftChunk(read, entry, places[index]!, seals[index]?.hashes));
  }
  return { ...header, label, payloads, left, byteLength, memory, sha256: hash?.digest('hex') };
}

/**
 * Reads the bytes of the sections that do not stay in the file, and checks the frames between all of them.
 *
 * @param onLeft is given the bytes of those that do, too, where the hash is wanted
 */
async function readPayloads(
  file: OpenFile,
  places: readonly SectionPlace[],
  isLeft: (index: number) => boolean,
  label: string,
  hash: Hash | undefined,
  onLeft: (piece: Uint8Array, section: number) => void,
): Promise<{ payloads: (Uint8Array | undefined)[]; memory: WebAssembly.Memory | undefined; sums: SectionSums }> {
  const payloads: (Uint8Array | undefined)[] = [];
  const groups = groupSections(places, isLeft);
  const sums = new SectionSums(places);
  const room = roomFor(groups.map(({ start, end }) => end - start + leadMaximum));
  let next = 0;
  for (const { start, payloadStart, end, behind } of groups) {
    // A group is read from its first frame on, so that every byte that is read passes through here once.
    const shift = (64 - ((payloadStart - start) % 64)) % 64;
    const bytes = room.take(shift + end - start).subarray(shift);
    await readAhead(file, bytes, start, label, (piece, position) => {
      hash?.update(piece);
      sums.add(piece, position);
    });
    for (; next < places.length && places[next]!.payloadEnd <= behind; next += 1) {
      const place = places[next]!;
      const frame = bytes.subarray(place.paddingStart - start, place.payloadStart - start);
      if (Buffer.compare(frame, frameBytes(place)) !== 0) {
        throw new IntegrityError({
          file: label,
          section: `frame at ${place.paddingStart}`,
          expected: 'zeros and a length',
          found: 'other bytes',
        });
      }
      payloads.push(isLeft(next) ? undefined : bytes.subarray(place.payloadStart - start, place.payloadEnd - start));
    }
    if (hash === undefined) continue;
    // What stays in the file is the last of its group.
    await readThrough(file, end, behind, label, (piece) => {
      hash.update(piece);
      onLeft(piece, next - 1);
    });
  }
  return { payloads, memory: room.memory, sums };
}
