/**
 * Buckets of a written tree that hold the same terms: but for the first of them, they name the list that they share.
 *
 * Where all that goes on like a bucket's strings stands behind one character, as within a word, the bucket and that of the
 * strings without the character are the same. This is known from the tree and the numbers of terms; no list is compared.
 */
import { CHUNK_BYTES, VarintCursor } from '../../src/format/index.js';
import { NODE_TARGET, SAME_LIST, SAME_LIST_BYTES, type SubstringTables } from '../../src/index/termdict/index.js';
import { rangesOf } from '../sorting/index.js';
import { discard, RecordSpool, type Scratch, type WorkClock } from '../work/index.js';

export type Branches = Pick<SubstringTables, 'branchStarts' | 'branchCounts' | 'branchLows' | 'branchTargets'>;

/** So much of the buckets is read at once. */
const pieceBytes = 2 ** 22;
const none = -1;

/**
 * @returns by bucket, the one that all its strings lead to without their first character, so that it has the same terms and
 * maybe more; −1 where they lead to several, or to a node
 * Cost: O(branches), each met once a node and once for each character that its string stands behind.
 */
export function bucketsBehind(tree: Branches, buckets: number): Int32Array {
  const { branchStarts, branchCounts, branchLows: lows, branchTargets: targets } = tree;
  const behind = new Int32Array(buckets).fill(none);
  /** @param shorter the node of the same string without its first character. @param left bytes still to come of that one */
  const visit = (node: number, shorter: number, left: number): void => {
    const end = branchStarts[node]! + branchCounts[node]!;
    let other = shorter === none ? 0 : branchStarts[shorter]!;
    const otherEnd = shorter === none ? 0 : other + branchCounts[shorter]!;
    for (let branch = branchStarts[node]!; branch < end; branch += 1) {
      const low = lows[branch]!;
      const target = targets[branch]!;
      while (other + 1 < otherEnd && lows[other + 1]! <= low) other += 1;
      if (target >= NODE_TARGET) {
        const rest = left === none ? continuing(low) : left - 1;
        // What is in more terms than a node's string has a node too.
        if (shorter !== none) visit(target - NODE_TARGET, targets[other]! - NODE_TARGET, 0);
        else visit(target - NODE_TARGET, rest === 0 ? 0 : none, rest);
      } else if (shorter !== none && lows[other]! <= low && targets[other]! < NODE_TARGET) {
        const covered = branch + 1 < end ? lows[branch + 1]! : 256;
        if (other + 1 === otherEnd || covered <= lows[other + 1]!) behind[target] = targets[other]!;
      }
    }
  };
  if (branchStarts.length > 0) visit(0, none, none);
  return behind;
}

/** @returns how many bytes of a character follow this one, its first */
const continuing = (byte: number): number => Math.max(0, Math.clz32(~byte << 24) - 1);

/**
 * @param buckets their lists, each written out; they are given back to the disk
 * @returns what is to be stored
 * Cost: two passes over the lists. Memory: 12 bytes a bucket.
 */
export async function withEqualLists(
  tree: Branches,
  buckets: RecordSpool,
  scratch: Scratch,
  clock: WorkClock,
  chunkBytes = CHUNK_BYTES,
): Promise<RecordSpool> {
  const ranges = await rangesOf(buckets.lengthPieces(), pieceBytes);
  clock.on('substrings');
  const behind = bucketsBehind(tree, buckets.count);
  const counts = new Uint32Array(buckets.count);
  clock.off();
  for (const { from, to, start, end } of ranges) {
    const bytes = await buckets.bytesBetween(start, end);
    const lengths = await buckets.lengthsBetween(from, to);
    clock.on('substrings');
    for (let bucket = from, at = 0; bucket < to; at += lengths[bucket - from]!, bucket += 1) {
      counts[bucket] = countTerms(bytes, at);
    }
    discard(bytes, lengths);
    clock.off();
  }
  const writer = new SharedLists(behind, counts, chunkBytes);
  const shared = new RecordSpool(scratch);
  for (const { from, to, start, end } of ranges) {
    const bytes = await buckets.bytesBetween(start, end);
    const lengths = await buckets.lengthsBetween(from, to);
    clock.on('substrings');
    const written = writer.write(from, bytes, lengths);
    clock.off();
    await shared.write(bytes.subarray(0, written), lengths);
  }
  await buckets.remove();
  await shared.finish();
  return shared;
}

/** The first part of a list has a one for each term. */
function countTerms(bytes: Uint8Array, list: number): number {
  cursor.at = list + 1;
  const length = cursor.varint(bytes);
  let count = 0;
  for (let at = cursor.at; at < cursor.at + length; at += 1) {
    for (let byte = bytes[at]!; byte !== 0; byte &= byte - 1) count += 1;
  }
  return count;
}

const cursor = new VarintCursor();

class SharedLists {
  readonly #behind: Int32Array;
  readonly #counts: Uint32Array;
  readonly #chunkBytes: number;
  /** By bucket: where the list that it shares stands in the chunk, plus 1; 0 where it is still to be written. */
  readonly #places: Uint32Array;
  #place = 0;

  constructor(behind: Int32Array, counts: Uint32Array, chunkBytes: number) {
    this.#behind = behind;
    this.#counts = counts;
    this.#chunkBytes = chunkBytes;
    this.#places = new Uint32Array(behind.length);
  }

  /** Writes the next lists, from bucket `from` on, in the place of what they were. @returns where they end */
  write(from: number, bytes: Uint8Array, lengths: Uint32Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    let end = 0;
    for (let i = 0; i < lengths.length; i += 1) {
      const whole = lengths[i]!;
      const last = this.#lastOf(from + i);
      const first = this.#places[last]! - 1;
      if (first >= 0 && whole > SAME_LIST_BYTES && this.#place + SAME_LIST_BYTES < this.#chunkBytes) {
        bytes[end] = SAME_LIST;
        view.setUint32(end + 1, this.#place - first, true);
        view.setUint32(end + 5, whole, true);
        lengths[i] = SAME_LIST_BYTES;
      } else {
        if (this.#place + whole >= this.#chunkBytes) this.#nextChunk();
        bytes.copyWithin(end, at, at + whole);
        this.#places[last] = this.#place + 1;
      }
      at += whole;
      end += lengths[i]!;
      this.#place += lengths[i]!;
    }
    return end;
  }

  /** What is in another chunk is not named. */
  #nextChunk(): void {
    this.#places.fill(0);
    this.#place = 0;
  }

  /** Of the buckets with the same terms the one with the shortest strings. */
  #lastOf(bucket: number): number {
    let last = bucket;
    for (let next = this.#behind[last]!; next >= 0 && this.#counts[next] === this.#counts[last]; ) {
      last = next;
      next = this.#behind[last]!;
    }
    return last;
  }
}
