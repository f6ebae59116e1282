/**
 * Finds the indexes of given docs in a posting list: an index locates the doc's impact without decoding the others.
 */
import { type Arena, countOnes } from '../../docset/index.js';
import { countBitBytes, isDense } from '../doc-lists.js';
import { chooseSearch } from './list-search.js';

/** Index of a doc that is not in the list. */
export const NOT_LISTED = 0xffffffff;

/**
 * @param bytes  a list of `count` docs
 * @param targets ascending docs
 * @param indexes receives the index of each in the list, or NOT_LISTED; as long as `targets`
 * Cost: O(docs of the list), of bits O(docs of the segment / 32), and O(wanted).
 */
export function findListIndexes(
  bytes: Uint8Array,
  count: number,
  targets: Uint32Array,
  indexes: Uint32Array,
  arena: Arena,
): void {
  if (isDense(count, arena.size)) {
    findInBits(bytes.subarray(0, countBitBytes(arena.size)), targets, indexes);
    return;
  }
  const mark = arena.mark();
  const docs = arena.list(count);
  arena.routines.readAscending(bytes, docs);
  findInDocs(docs, targets, indexes);
  arena.release(mark);
}

function findInDocs(docs: Uint32Array, targets: Uint32Array, indexes: Uint32Array): void {
  const findDoc = chooseSearch(docs, targets.length);
  let index = 0;
  for (let i = 0; i < targets.length; i += 1) {
    const doc = targets[i]!;
    index = findDoc(docs, index, doc);
    indexes[i] = docs[index] === doc ? index : NOT_LISTED;
  }
}

function findInBits(bytes: Uint8Array, targets: Uint32Array, indexes: Uint32Array): void {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let docsBefore = 0;
  let offset = 0;
  for (let i = 0; i < targets.length; i += 1) {
    const doc = targets[i]!;
    const end = (doc >>> 5) * 4;
    for (; offset < end; offset += 4) docsBefore += countOnes(words.getUint32(offset, true));
    const word = words.getUint32(end, true);
    const bit = doc & 31;
    indexes[i] = ((word >>> bit) & 1) === 1 ? docsBefore + countOnes(word & ((1 << bit) - 1)) : NOT_LISTED;
  }
}
