/**
 * Reading a segment file: every byte is read once into shared memory and checked. Cost: one pass, nothing for each item.
 *
 * Checked: the preamble, the CRC-32 and form of the header, the file length, each frame byte for byte, the CRC-32 of each
 * section, and that it is the file of the manifest. Paged sections stay in the file; their blocks are checked when they are
 * read (blocks). Elsewhere: the views over the bytes (segment-bytes), the memory (memory).
 */
import { createHash, type Hash } from 'node:crypto';
import { IntegrityError } from '../../content/errors/index.js';
import { BlockHashes } from '../blocks/block-hashes.js';
import { blockSumsName } from '../blocks/block-sums.js';
import type { PagedChunk } from '../blocks/paged-blob.js';
import { describePagedChunk, readThrough } from '../blocks/paged-chunk.js';
import type { Files, OpenFile } from '../files/index.js';
import { frameBytes, type SectionPlace } from '../layout.js';
import { allocateSections } from '../memory.js';
import { checkSum, type ExpectedFile, readHead } from './head.js';
import { readAhead } from './read-ahead.js';
import { groupSections } from './section-groups.js';
import { SectionSums } from './section-sums.js';
import type { SegmentBytes } from './segment-bytes.js';

export interface ReadSegmentOptions {
  /** Whether to compute the SHA-256 of the file; it takes several times as long as reading and all other checks. */
  readonly isHashed?: boolean;
  /**
   * Whether the blocks of paged sections are checked by SHA-256 at each later read. Their hashes are computed together with
   * the hash of the file, so all bytes ever read belong to the file with that hash.
   */
  readonly isSealed?: boolean;
  /** Whether a section is paged: it stays in the file. `hasSums`: the file has checksums of its blocks. Absent: none is. */
  readonly isPaged?: (section: string, hasSums: boolean) => boolean;
}

/** Bytes before the first payload of a group: a frame (less than 128 bytes) and the shift that aligns the payload (less than 64). */
const groupLeadMaximum = 192;

/**
 * Reads one segment file.
 *
 * @param label        name of the file in errors
 * @param expectedFile length and checksum from the manifest; absent: any valid segment file
 * @throws IntegrityError naming the file, the section, what was expected and what was found
 * @throws OperationError if no manifest entry was given and the format version differs
 * Cost: paged sections are read only if the hash is computed, or if the file has no checksums of its blocks.
 */
export async function readSegmentBytes(
  files: Files,
  path: string,
  label: string,
  expectedFile?: ExpectedFile,
  options: ReadSegmentOptions = {},
): Promise<SegmentBytes> {
  const stat = await files.stat(path);
  if (stat === undefined || stat.kind !== 'file') {
    throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
  }
  if (expectedFile !== undefined && stat.byteLength !== expectedFile.byteLength) {
    const expected = `${expectedFile.byteLength} bytes, as the manifest says`;
    throw new IntegrityError({ file: label, expected, found: `${stat.byteLength}` });
  }
  const file = await files.open(path, 'read');
  try {
    return { path, ...(await readOpened(file, stat.byteLength, label, expectedFile, options)) };
  } finally {
    await file.close();
  }
}

async function readOpened(
  file: OpenFile,
  byteLength: number,
  label: string,
  expectedFile: ExpectedFile | undefined,
  options: ReadSegmentOptions,
): Promise<Omit<SegmentBytes, 'path'>> {
  const { isSealed = false, isHashed = isSealed } = options;
  const hash = isHashed ? createHash('sha256') : undefined;
  const { header, places, bytes } = await readHead(file, byteLength, label, expectedFile);
  const { entries } = header;
  hash?.update(bytes);
  const names = new Set(entries.map(({ name }) => name));
  const pagedFlags = entries.map(({ name }) => options.isPaged?.(name, names.has(blockSumsName(name))) ?? false);
  const isPaged = (index: number): boolean => pagedFlags[index]!;
  const seals = entries.map(({ byteLength }, index) =>
    isSealed && isPaged(index) ? new BlockHashes(byteLength) : undefined,
  );
  const onPagedBytes = (piece: Uint8Array, index: number): void => seals[index]?.add(piece);
  const { payloads, memory, sums } = await readPayloads(file, places, isPaged, label, hash, onPagedBytes);
  const pagedChunks: PagedChunk[] = [];
  const readSegment = { file, label, entries, payloads };
  for (const [index, entry] of entries.entries()) {
    const payload = payloads[index];
    if (payload !== undefined) checkSum(label, entry.name, sums.of(index), entry.crc32);
    else pagedChunks.push(await describePagedChunk(readSegment, entry, places[index]!, seals[index]?.hashes));
  }
  return { ...header, label, payloads, pagedChunks, byteLength, memory, sha256: hash?.digest('hex') };
}

/** The bytes of the sections, as they were read. */
interface Payloads {
  /** One for each section; undefined for a paged section. */
  readonly payloads: readonly (Uint8Array | undefined)[];
  /** The memory of the payloads; undefined if they are in plain buffers. */
  readonly memory: WebAssembly.Memory | undefined;
  readonly sums: SectionSums;
}

/**
 * Reads the bytes of all sections except the paged ones, and checks the frames between all sections.
 *
 * @param onPagedBytes receives the bytes of the paged sections, if the hash is computed
 */
async function readPayloads(
  file: OpenFile,
  places: readonly SectionPlace[],
  isPaged: (index: number) => boolean,
  label: string,
  hash: Hash | undefined,
  onPagedBytes: (piece: Uint8Array, section: number) => void,
): Promise<Payloads> {
  const payloads: (Uint8Array | undefined)[] = [];
  const groups = groupSections(places, isPaged);
  const sums = new SectionSums(places);
  const memoryAllocator = allocateSections(groups.map(({ start, end }) => end - start + groupLeadMaximum));
  let nextSection = 0;
  for (const { start, payloadStart, end, sectionsEnd } of groups) {
    // A group includes its first frame, so every byte of the file passes through here once.
    const shift = (64 - ((payloadStart - start) % 64)) % 64;
    const bytes = memoryAllocator.take(shift + end - start).subarray(shift);
    await readAhead(file, bytes, start, label, (piece, position) => {
      hash?.update(piece);
      sums.add(piece, position);
    });
    for (; nextSection < places.length && places[nextSection]!.payloadEnd <= sectionsEnd; nextSection += 1) {
      const place = places[nextSection]!;
      const frame = bytes.subarray(place.paddingStart - start, place.payloadStart - start);
      if (Buffer.compare(frame, frameBytes(place)) !== 0) {
        throw new IntegrityError({
          file: label,
          section: `frame at ${place.paddingStart}`,
          expected: 'zeros and a length',
          found: 'other bytes',
        });
      }
      const payload = bytes.subarray(place.payloadStart - start, place.payloadEnd - start);
      payloads.push(isPaged(nextSection) ? undefined : payload);
    }
    if (hash === undefined) continue;
    // Only the last section of a group can be paged (groupSections). Its bytes are read for the hash alone.
    const lastSection = nextSection - 1;
    await readThrough(file, end, sectionsEnd, label, (piece) => {
      hash.update(piece);
      onPagedBytes(piece, lastSection);
    });
  }
  return { payloads, memory: memoryAllocator.memory, sums };
}
