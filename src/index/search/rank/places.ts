/**
 * Where in a list some docs stand: its place tells a doc's impact without the others being decoded.
 */
import { type Arena, onesIn } from '../../docset/index.js';
import { bitBytes, isDense } from '../doc-lists.js';
import { finderIn } from './finder.js';

/** The place of what is not in the list. */
export const NOWHERE = 0xffffffff;

/**
 * @param bytes  a list of `count` docs
 * @param wanted docs, ascending
 * @param places as many: is given the place of each in the list, or NOWHERE
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
    amongBits(bytes.subarray(0, bitBytes(arena.size)), wanted, places);
    return;
  }
  const mark = arena.mark();
  const docs = arena.list(count);
  arena.routines.readAscending(bytes, docs);
  amongDocs(docs, wanted, places);
  arena.release(mark);
}

function amongDocs(docs: Uint32Array, wanted: Uint32Array, places: Uint32Array): void {
  const find = finderIn(docs, wanted.length);
  let place = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const target = wanted[i]!;
    place = find(docs, place, target);
    places[i] = docs[place] === target ? place : NOWHERE;
  }
}

function amongBits(bytes: Uint8Array, wanted: Uint32Array, places: Uint32Array): void {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let passed = 0;
  let at = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const doc = wanted[i]!;
    const end = (doc >>> 5) * 4;
    for (; at < end; at += 4) passed += onesIn(words.getUint32(at, true));
    const word = words.getUint32(end, true);
    const bit = doc & 31;
    places[i] = ((word >>> bit) & 1) === 1 ? passed + onesIn(word & ((1 << bit) - 1)) : NOWHERE;
  }
}
