/**
 * The docs of a list as bytes: a bit for every doc of the segment where more than one in eight is in the list, else a
 * varint for each, of its distance to the one before.
 */

import { writeVarint } from '../../format/index.js';
import type { Arena, Bitset } from '../docset/index.js';

/** Whether the docs are stored as bits: then these take no more room than varints. */
export const isDense = (count: number, docCount: number): boolean => count * 8 > docCount;

/** @returns how many bytes the bits take: whole words of 32 */
export const bitBytes = (docCount: number): number => Math.ceil(docCount / 32) * 4;

/** @returns the docs, ascending, in the arena, and where their bytes end. Cost: O(count), of bits O(docs / 32) too. */
export function readDocs(bytes: Uint8Array, count: number, arena: Arena): { docs: Uint32Array; end: number } {
  const docs = arena.list(count);
  if (!isDense(count, arena.size)) return { docs, end: arena.routines.readAscending(bytes, docs) };
  return { docs: bitsAt(bytes, arena).toList(count, docs), end: bitBytes(arena.size) };
}

/** @returns the first of them, at most `limit`, in the arena. Cost: O(limit), of bits up to the last of these. */
export function readFirst(bytes: Uint8Array, count: number, limit: number, arena: Arena): Uint32Array {
  const docs = arena.list(Math.min(count, limit));
  if (!isDense(count, arena.size)) {
    arena.routines.readAscending(bytes, docs);
    return docs;
  }
  for (let at = 0, found = 0; found < docs.length; at += 1) {
    for (let byte = bytes[at]!; byte !== 0 && found < docs.length; byte &= byte - 1) {
      docs[found] = at * 8 + 31 - Math.clz32(byte & -byte);
      found += 1;
    }
  }
  return docs;
}

function bitsAt(bytes: Uint8Array, arena: Arena): Bitset {
  const bits = arena.bitset();
  const byteLength = bitBytes(arena.size);
  new Uint8Array(bits.words.buffer, bits.words.byteOffset, byteLength).set(bytes.subarray(0, byteLength));
  return bits;
}

/** @returns the bytes of ascending docs */
export function docBytes(docs: Uint32Array, docCount: number): Uint8Array {
  return isDense(docs.length, docCount) ? asBits(docs, docCount) : asVarints(docs);
}

function asBits(docs: Uint32Array, docCount: number): Uint8Array {
  const bytes = new Uint8Array(bitBytes(docCount));
  for (const doc of docs) bytes[doc >>> 3]! |= 1 << (doc & 7);
  return bytes;
}

function asVarints(docs: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(docs.length * 5);
  let at = 0;
  let last = -1;
  for (const doc of docs) {
    at = writeVarint(bytes, at, doc - last - 1);
    last = doc;
  }
  return bytes.subarray(0, at);
}
