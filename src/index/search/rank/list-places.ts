/**
 * Finds the indexes of given docs in a posting list: an index locates the doc's impact without decoding the others.
 */
import { type Arena, countOnes } from '../../docset/index.js';
import { bitBytes, isDense } from '../doc-lists.js';
import { searchIn } from './list-search.js';

/** Index of a doc that is not in the list. */
export const NOT_LISTED = 0xffffffff;

/**
 * @param bytes  a list of `count` docs
 * @param wanted ascending docs
 * @param places receives the index of each in the list, or NOWHERE; as long as `wanted`
 * Cost: O(docs of the list), of bits O(docs of the segment / 32), and O(wanted).
 */
export function findPlaces(
  bytes: Uint8Array,
  count: number,
  wanted: Uint32Array,
  places: Uint32Array,
  arena: Arena,
): void {
  if (isDense(count, arena.size)) {
    findInBits(bytes.subarray(0, bitBytes(arena.size)), wanted, places);
    return;
  }
  const mark = arena.mark();
  const docs = arena.list(count);
  arena.routines.readAscending(bytes, docs);
  findInDocs(docs, wanted, places);
  arena.release(mark);
}

function findInDocs(docs: Uint32Array, wanted: Uint32Array, places: Uint32Array): void {
  const find = searchIn(docs, wanted.length);
  let place = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const target = wanted[i]!;
    place = find(docs, place, target);
    places[i] = docs[place] === target ? place : NOT_LISTED;
  }
}

function findInBits(bytes: Uint8Array, wanted: Uint32Array, places: Uint32Array): void {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let docsBefore = 0;
  let at = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const doc = wanted[i]!;
    const end = (doc >>> 5) * 4;
    for (; at < end; at += 4) docsBefore += countOnes(words.getUint32(at, true));
    const word = words.getUint32(end, true);
    const bit = doc & 31;
    places[i] = ((word >>> bit) & 1) === 1 ? docsBefore + countOnes(word & ((1 << bit) - 1)) : NOT_LISTED;
  }
}
