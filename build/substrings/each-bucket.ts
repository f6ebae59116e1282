/**
 * The buckets of a written tree, one after the other, wherever they wait.
 */
import { readBucket } from '../../src/index/termdict/index.js';
import { rangesOf } from '../sorting/index.js';
import type { RecordSpool, WorkClock } from '../work/index.js';

/** So much of the buckets is read at once. */
const pieceBytes = 2 ** 22;

/** @param take is given the terms of each bucket, `[0, count)` of an array that is used again */
export async function eachBucket(
  buckets: RecordSpool,
  clock: WorkClock,
  take: (terms: Uint32Array, count: number) => void,
): Promise<void> {
  let terms = new Uint32Array(0);
  for (const { from, to, start, end } of await rangesOf(buckets.lengthPieces(), pieceBytes)) {
    const bytes = await buckets.bytesBetween(start, end);
    const lengths = await buckets.lengthsBetween(from, to);
    clock.on('substrings');
    let at = 0;
    for (const length of lengths) {
      // A term takes a byte at least.
      if (length > terms.length) terms = new Uint32Array(2 * length);
      take(terms, readBucket(bytes, at, at + length, terms));
      at += length;
    }
    clock.off();
  }
}
