/**
 * Ascending docs of a posting list as bytes, in the shorter of two forms:
 *
 *     more than 1 doc in 8:  ┌───────────────────────────────┐   bit d of byte ⌊d / 8⌋, lowest first; padded to whole
 *                            │ one bit per doc of the segment │   words of 32 bits
 *                            └───────────────────────────────┘
 *     fewer docs:            ┌─────────┬─────────────────┬─ ─┐
 *                            │ first   │ gap to the doc  │ … │   varints
 *                            │ doc     │ before, less 1  │   │
 *                            └─────────┴─────────────────┴─ ─┘
 */
import { writeVarint } from '../../format/index.js';
import type { Arena, Bitset } from '../docset/index.js';

/** Whether the docs are stored as bits, which then take no more bytes than varints. */
export const isDense = (count: number, docCount: number): boolean => count * 8 > docCount;

/** @returns the byte length of the bits: a multiple of 4 */
export const countBitBytes = (docCount: number): number => Math.ceil(docCount / 32) * 4;

/** @returns the ascending docs, in the arena, and the end of their bytes. Cost: O(count); for bits O(docs / 32) too. */
export function readDocs(bytes: Uint8Array, count: number, arena: Arena): { docs: Uint32Array; end: number } {
  const docs = arena.list(count);
  if (!isDense(count, arena.size)) return { docs, end: arena.routines.readAscending(bytes, docs) };
  return { docs: readBits(bytes, arena).toList(count, docs), end: countBitBytes(arena.size) };
}

/** @returns the first docs, at most `limit`, in the arena. Cost: O(limit); for bits up to the last of these. */
export function readFirstDocs(bytes: Uint8Array, count: number, limit: number, arena: Arena): Uint32Array {
  const docs = arena.list(Math.min(count, limit));
  if (!isDense(count, arena.size)) {
    arena.routines.readAscending(bytes, docs);
    return docs;
  }
  for (let byteIndex = 0, filled = 0; filled < docs.length; byteIndex += 1) {
    for (let byte = bytes[byteIndex]!; byte !== 0 && filled < docs.length; byte &= byte - 1) {
      docs[filled] = byteIndex * 8 + 31 - Math.clz32(byte & -byte);
      filled += 1;
    }
  }
  return docs;
}

function readBits(bytes: Uint8Array, arena: Arena): Bitset {
  const bits = arena.bitset();
  const byteLength = countBitBytes(arena.size);
  new Uint8Array(bits.words.buffer, bits.words.byteOffset, byteLength).set(bytes.subarray(0, byteLength));
  return bits;
}

/** @returns the bytes of ascending docs */
export function encodeDocs(docs: Uint32Array, docCount: number): Uint8Array {
  return isDense(docs.length, docCount) ? encodeBits(docs, docCount) : encodeVarints(docs);
}

function encodeBits(docs: Uint32Array, docCount: number): Uint8Array {
  const bytes = new Uint8Array(countBitBytes(docCount));
  for (const doc of docs) bytes[doc >>> 3]! |= 1 << (doc & 7);
  return bytes;
}

function encodeVarints(docs: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(docs.length * 5);
  let offset = 0;
  let previousDoc = -1;
  for (const doc of docs) {
    offset = writeVarint(bytes, offset, doc - previousDoc - 1);
    previousDoc = doc;
  }
  return bytes.subarray(0, offset);
}
