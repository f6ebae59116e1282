/**
 * Where in a list some docs stand: its place tells a doc's impact without the others being decoded.
 */
import { onesIn } from '../../docset/index.js';
import { bitBytes, isDense } from '../doc-lists.js';

/** The place of what is not in the list. */
export const NOWHERE = 0xffffffff;

/**
 * @param bytes  a list of `count` docs, of a segment of `docCount`
 * @param wanted docs, ascending
 * @param places as many: is given the place of each in the list, or NOWHERE
 * Cost: O(docs of the list up to the last one wanted), of bits O(docs of the segment / 32), and O(wanted).
 */
export function findPlaces(
  bytes: Uint8Array,
  count: number,
  docCount: number,
  wanted: Uint32Array,
  places: Uint32Array,
): void {
  if (isDense(count, docCount)) amongBits(bytes.subarray(0, bitBytes(docCount)), wanted, places);
  else amongVarints(bytes, count, wanted, places);
}

function amongVarints(bytes: Uint8Array, count: number, wanted: Uint32Array, places: Uint32Array): void {
  let doc = -1;
  let place = -1;
  let at = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const target = wanted[i]!;
    while (doc < target && place + 1 < count) {
      let byte = bytes[at]!;
      at += 1;
      let distance = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at]!;
        at += 1;
        distance |= (byte & 0x7f) << shift;
      }
      doc += distance + 1;
      place += 1;
    }
    places[i] = doc === target ? place : NOWHERE;
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
