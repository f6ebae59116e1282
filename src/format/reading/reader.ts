/**
 * Reading a segment file: every byte is read once into shared memory and checked. Cost: one pass, nothing for each item.
 *
 * Checked: the preamble, the CRC-32 and form of the header, the file length, each frame byte for byte, the CRC-32 of each
 * section, and that it is the file of the manifest. Sections may stay in the file; their blocks are checked when they are
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
  /** Whether to compute the SHA-256 of the file; it takes several times as long as the rest. */
  readonly isHashed?: boolean;
  /**
   * Whether blocks that stay in the file are checked by SHA-256 at each later read. Their hashes are computed together with
   * the hash of the file, so all bytes ever read belong to the file with that hash.
   */
  readonly isSealed?: boolean;
  /** Whether a section stays in the file. `hasSums`: the file has checksums of its blocks. Absent: all sections are read. */
  readonly isPaged?: (section: string, hasSums: boolean) => boolean;
}

/** More than the longest frame plus the shift that aligns a group to 64 bytes. */
const frameMaximum = 192;

/**
 * Reads one segment file.
 *
 * @param label    name of the file in errors
 * @param promised length and checksum from the manifest; absent: any valid segment file
 * @throws IntegrityError naming the file, the section, what was expected and what was found
 * @throws OperationError if no manifest entry was given and the format version differs
 * Cost: sections that stay in the file are read only for the hash, or if the file has no checksums of blocks.
 */
export async function readSegmentBytes(
  files: Files,
  path: string,
  label: string,
  promised?: ExpectedFile,
  options: ReadSegmentOptions = {},
): Promise<SegmentBytes> {
  const status = await files.stat(path);
  if (status === undefined || status.kind !== 'file') {
    throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
  }
  if (promised !== undefined && status.byteLength !== promised.byteLength) {
    const expected = `${promised.byteLength} bytes, as the manifest says`;
    throw new IntegrityError({ file: label, expected, found: `${status.byteLength}` });
  }
  const file = await files.open(path, 'read');
  try {
    return { path, ...(await readOpened(file, status.byteLength, label, promised, options)) };
  } finally {
    await file.close();
  }
}

async function readOpened(
  file: OpenFile,
  byteLength: number,
  label: string,
  promised: ExpectedFile | undefined,
  { isSealed: sealed = false, isHashed: hashed = sealed, isPaged: isPagedName = () => false }: ReadSegmentOptions,
): Promise<Omit<SegmentBytes, 'path'>> {
  const hash = hashed ? createHash('sha256') : undefined;
  const { header, places, bytes } = await readHead(file, byteLength, label, promised);
  const { entries } = header;
  hash?.update(bytes);
  const names = new Set(entries.map(({ name }) => name));
  const pagedFlags = entries.map(({ name }) => isPagedName(name, names.has(blockSumsName(name))));
  const isPaged = (index: number): boolean => pagedFlags[index]!;
  const seals = entries.map(({ byteLength }, index) =>
    sealed && isPaged(index) ? new BlockHashes(byteLength) : undefined,
  );
  const onPaged = (piece: Uint8Array, index: number): void => seals[index]?.add(piece);
  const { payloads, memory, sums } = await readPayloads(file, places, isPaged, label, hash, onPaged);
  const pagedChunks: PagedChunk[] = [];
  const read = { file, label, entries, payloads };
  for (const [index, entry] of entries.entries()) {
    const payload = payloads[index];
    if (payload !== undefined) checkSum(label, entry.name, sums.of(index), entry.crc32);
    else pagedChunks.push(await describePagedChunk(read, entry, places[index]!, seals[index]?.hashes));
  }
  return { ...header, label, payloads, pagedChunks, byteLength, memory, sha256: hash?.digest('hex') };
}

/**
 * Reads the bytes of the sections that do not stay in the file, and checks the frames between all of them.
 *
 * @param onPaged receives the bytes of the sections that stay, if the hash is computed
 */
async function readPayloads(
  file: OpenFile,
  places: readonly SectionPlace[],
  isPaged: (index: number) => boolean,
  label: string,
  hash: Hash | undefined,
  onPaged: (piece: Uint8Array, section: number) => void,
): Promise<{ payloads: (Uint8Array | undefined)[]; memory: WebAssembly.Memory | undefined; sums: SectionSums }> {
  const payloads: (Uint8Array | undefined)[] = [];
  const groups = groupSections(places, isPaged);
  const sums = new SectionSums(places);
  const allocation = allocateSections(groups.map(({ start, end }) => end - start + frameMaximum));
  let section = 0;
  for (const { start, payloadStart, end, sectionsEnd } of groups) {
    // A group includes its first frame, so every byte of the file passes through here once.
    const shift = (64 - ((payloadStart - start) % 64)) % 64;
    const bytes = allocation.take(shift + end - start).subarray(shift);
    await readAhead(file, bytes, start, label, (piece, position) => {
      hash?.update(piece);
      sums.add(piece, position);
    });
    for (; section < places.length && places[section]!.payloadEnd <= sectionsEnd; section += 1) {
      const place = places[section]!;
      const frame = bytes.subarray(place.paddingStart - start, place.payloadStart - start);
      if (Buffer.compare(frame, frameBytes(place)) !== 0) {
        throw new IntegrityError({
          file: label,
          section: `frame at ${place.paddingStart}`,
          expected: 'zeros and a length',
          found: 'other bytes',
        });
      }
      payloads.push(
        isPaged(section) ? undefined : bytes.subarray(place.payloadStart - start, place.payloadEnd - start),
      );
    }
    if (hash === undefined) continue;
    // A section that stays in the file is the last of its group.
    await readThrough(file, end, sectionsEnd, label, (piece) => {
      hash.update(piece);
      onPaged(piece, section - 1);
    });
  }
  return { payloads, memory: allocation.memory, sums };
}
