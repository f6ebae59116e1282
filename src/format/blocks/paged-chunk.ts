/**
 * Paged chunks: sections that stay in their file, each with its position and the checksums of its blocks.
 *
 * They are described when the file is opened. Elsewhere: reading single blocks later (read-blocks).
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import type { OpenFile } from '../files/index.js';
import type { SectionEntry, SectionPlace } from '../layout.js';
import { checkSum, readExactly } from '../reading/head.js';
import { BlockSums, blockCount, blockSumsName } from './block-sums.js';
import type { PagedChunk } from './paged-blob.js';

const pieceBytes = 2 ** 20;

/** Reads the bytes `[start, end)` without storing them. @param onPiece receives them piece by piece, in order */
export async function readThrough(
  file: OpenFile,
  start: number,
  end: number,
  label: string,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const buffer = new Uint8Array(Math.min(pieceBytes, end - start));
  for (let position = start; position < end; position += buffer.byteLength) {
    const piece = buffer.subarray(0, Math.min(buffer.byteLength, end - position));
    await readExactly(file, piece, position, label);
    onPiece(piece);
  }
}

/** The sections of the file that were read into memory. */
interface ReadSections {
  readonly file: OpenFile;
  readonly label: string;
  /** Entries of all sections. */
  readonly entries: readonly SectionEntry[];
  readonly payloads: readonly (Uint8Array | undefined)[];
}

/**
 * Describes a section that stays in its file.
 *
 * @param hashes SHA-256 of its blocks; undefined if CRC-32 is enough
 * @throws IntegrityError if the number of checksums is wrong; if there are none, and the section does not match its header
 * Cost: O(1); in a file of an older stele without checksums of blocks, one pass over the section.
 */
export async function describePagedChunk(
  { file, label, entries, payloads }: ReadSections,
  { name: section, byteLength, crc32: expected }: SectionEntry,
  { payloadStart: position, payloadEnd }: SectionPlace,
  hashes: Uint8Array | undefined,
): Promise<PagedChunk> {
  const blocks = blockCount(byteLength);
  const table = blockSumsName(section);
  const tableIndex = entries.findIndex(({ name }) => name === table);
  const storedSums = payloads[tableIndex];
  if (storedSums !== undefined) {
    const element = entries[tableIndex]?.element;
    if (element !== 'u32' || storedSums.byteLength !== blocks * 4) {
      const found = `${storedSums.byteLength} bytes of ${element}`;
      throw new IntegrityError({ file: label, section: table, expected: `${blocks} entries of u32`, found });
    }
    const sums = new Uint32Array(storedSums.buffer, storedSums.byteOffset, blocks);
    return { section, position, byteLength, sums, hashes };
  }
  const blockSums = new BlockSums(new Uint32Array(new SharedArrayBuffer(blocks * 4)));
  let sectionSum = 0;
  await readThrough(file, position, payloadEnd, label, (piece) => {
    blockSums.add(piece);
    sectionSum = crc32(piece, sectionSum);
  });
  checkSum(label, section, sectionSum, expected);
  return { section, position, byteLength, sums: blockSums.sums, hashes };
}
