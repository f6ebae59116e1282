/**
 * Describing a section that stays in its file, when the file is opened: its position, and the checksums of its blocks.
 *
 * Elsewhere: reading single blocks of it later (read-blocks).
 */
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import type { OpenFile } from '../files/index.js';
import type { SectionEntry, SectionPlace } from '../layout.js';
import { readExactly } from '../reading/head.js';
import { BlockSums, blockCount, blockSumsName } from './block-sums.js';
import type { LeftChunk } from './paged-blob.js';

const pieceBytes = 2 ** 20;

/** Reads the bytes `[start, end)`, which are kept nowhere. @param onPiece is given all of them, piece by piece */
export async function readThrough(
  file: OpenFile,
  start: number,
  end: number,
  label: string,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const buffer = new Uint8Array(Math.min(pieceBytes, end - start));
  for (let at = start; at < end; at += buffer.byteLength) {
    const piece = buffer.subarray(0, Math.min(buffer.byteLength, end - at));
    await readExactly(file, piece, at, label);
    onPiece(piece);
  }
}

/** What is read of a file before what is left in it. */
interface ReadSections {
  readonly file: OpenFile;
  readonly label: string;
  /** Of all sections. */
  readonly entries: readonly SectionEntry[];
  readonly payloads: readonly (Uint8Array | undefined)[];
}

/**
 * @param hashes of its blocks, where checksums are not believed
 * @throws IntegrityError where the checksums are not those of so many blocks; where there are none, and the section is not
 *         what its header says
 * Cost: nothing; in a file of an older stele, which has no checksums of blocks, one pass over the section.
 */
export async function leftChunk(
  { file, label, entries, payloads }: ReadSections,
  { name: section, byteLength, crc32: expected }: SectionEntry,
  { payloadStart: position, payloadEnd }: SectionPlace,
  hashes: Uint8Array | undefined,
): Promise<LeftChunk> {
  const blocks = blockCount(byteLength);
  const table = blockSumsName(section);
  const index = entries.findIndex(({ name }) => name === table);
  const stored = payloads[index];
  if (stored !== undefined) {
    if (entries[index]?.element !== 'u32' || stored.byteLength !== blocks * 4) {
      const found = `${stored.byteLength} bytes of ${entries[index]?.element}`;
      throw new IntegrityError({ file: label, section: table, expected: `${blocks} entries of u32`, found });
    }
    return { section, position, byteLength, sums: new Uint32Array(stored.buffer, stored.byteOffset, blocks), hashes };
  }
  const summing = new BlockSums(new Uint32Array(new SharedArrayBuffer(blocks * 4)));
  let whole = 0;
  await readThrough(file, position, payloadEnd, label, (piece) => {
    summing.add(piece);
    whole = crc32(piece, whole);
  });
  if (whole !== expected) {
    const hex = (value: number): string => value.toString(16).padStart(8, '0');
    throw new IntegrityError({ file: label, section, expected: `CRC-32 ${hex(expected)}`, found: hex(whole) });
  }
  return { section, position, byteLength, sums: summing.sums, hashes };
}
