/**
 * Reading a group of sections that come late: piece by piece, so that checking a piece takes no long turn, and in threads
 * of the system's.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { IntegrityError } from '../../content/errors/index.js';
import { type BlockFile, UnreadableBlock } from '../blocks/read-blocks.js';
import { readFully } from '../files/index.js';
import type { GroupBytes, LateGroup, LateSection } from './late-group.js';

const pieceBytes = 2 ** 20;

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** @throws UnreadableBlock naming the section. Cost: reading it. Memory: its size. */
export async function readGroup(from: BlockFile, { sections }: LateGroup): Promise<GroupBytes> {
  const found = new Map<string, Uint8Array>();
  for (const one of sections) found.set(one.section, await readSection(from, one));
  return found;
}

async function readSection(
  { label, file }: BlockFile,
  { section, position, byteLength, crc32: sum, sha256 }: LateSection,
) {
  const fail = (cause: unknown): never => {
    throw new UnreadableBlock(label, section, undefined, cause);
  };
  const damage = (expected: string, found: string): IntegrityError =>
    new IntegrityError({ file: label, section, expected, found });
  const bytes = new Uint8Array(byteLength);
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  let whole = 0;
  for (let at = 0; at < byteLength; at += pieceBytes) {
    const piece = bytes.subarray(at, Math.min(byteLength, at + pieceBytes));
    const read = await readFully(file, piece, position + at).catch(fail);
    if (read < piece.byteLength) fail(damage(`${byteLength} bytes`, `${at + read}`));
    if (hash === undefined) whole = crc32(piece, whole);
    else hash.update(piece);
  }
  if (hash !== undefined) {
    if (hash.digest('hex') !== sha256) fail(damage('the bytes that were signed', 'others'));
  } else if (whole !== sum) fail(damage(`CRC-32 ${hex(sum)}`, hex(whole)));
  return bytes;
}
