/**
 * The lists of renumbered buckets: read where a branch is decided anew, and copied into the tree of this build.
 *
 * Invariant: lists reach the tree in the order in which its buckets are numbered. Neighbouring lists are copied together, so a
 * range of lists waits until the next list is none of its neighbours.
 * Elsewhere: renumbering the buckets (renumber).
 */
import { threshold } from '../../../src/content/choices/index.js';
import { type Chunk, chunkOf } from '../../../src/format/index.js';
import { bucketTerms, readPacked } from '../../../src/index/termdict/index.js';
import type { JoinedTree } from '../joined-tree.js';
import { suffixNumbers, termAt } from '../sort/moves.js';
import { listBytesMaximum, PackedLists } from '../sort/packed-lists.js';
import type { RenumberedBuckets } from './renumber.js';

/** Lists of more bytes are not copied: the tree refers to their file. */
const copiedMaximum = 2 ** 18;

export class RenumberedLists {
  readonly #buckets: RenumberedBuckets;
  readonly #tree: JoinedTree;
  /** All lists, if they are in memory. */
  readonly #loaded: Chunk | undefined;
  /** Buckets `[start, end)` whose lists are not appended to the tree yet. */
  #waiting = { start: 0, end: 0 };

  private constructor(buckets: RenumberedBuckets, tree: JoinedTree, loaded: Chunk | undefined) {
    this.#buckets = buckets;
    this.#tree = tree;
    this.#loaded = loaded;
  }

  /** @param memoryBytes maximum bytes of lists in memory: if there are more, they are read from their file when needed */
  static async open(buckets: RenumberedBuckets, tree: JoinedTree, memoryBytes: number): Promise<RenumberedLists> {
    const { lists } = buckets;
    const fits = lists.byteLength <= memoryBytes;
    return new RenumberedLists(buckets, tree, fits ? chunkOf(await lists.sliceBytes(0, lists.byteLength)) : undefined);
  }

  /** @returns whether a bucket is so long that it has more terms than buckets share; false if only its list can tell */
  isLarge(bucket: number): boolean {
    const { listStarts } = this.#buckets;
    return listStarts[bucket + 1]! - listStarts[bucket]! > listBytesMaximum(bucketTerms());
  }

  /** @returns the terms of the buckets `[start, end)`, bucket by bucket */
  async readTerms(start: number, end: number): Promise<number[]> {
    const { lists, listStarts } = this.#buckets;
    const firstByte = this.#loaded === undefined ? listStarts[start]! : 0;
    const chunk = this.#loaded ?? chunkOf(await lists.sliceBytes(firstByte, listStarts[end]!));
    const terms: number[] = [];
    for (let bucket = start; bucket < end; bucket += 1) {
      const from = listStarts[bucket]! - firstByte;
      const to = listStarts[bucket + 1]! - firstByte;
      // A term takes at least one bit.
      const out = new Uint32Array(8 * (to - from));
      const count = readPacked(chunk, from, to, out, 'list');
      for (let i = 0; i < count; i += 1) terms.push(out[i]!);
    }
    return terms;
  }

  /** Copies the lists of the buckets `[start, end)` into the tree, in which the caller numbers as many buckets. */
  async copy(start: number, end: number): Promise<void> {
    if (start === end) return;
    if (this.#waiting.end !== start) {
      await this.flush();
      this.#waiting = { start, end };
    } else this.#waiting.end = end;
  }

  /** Writes a new bucket into the tree. @param terms ascending. @returns its number as a branch target */
  async write(terms: readonly number[]): Promise<number> {
    const suffixes = new Int32Array(terms.length * suffixNumbers);
    for (let index = 0; index < terms.length; index += 1) suffixes[index * suffixNumbers + termAt] = terms[index]!;
    const lists = new PackedLists();
    const length = lists.push(suffixes, 0, terms.length);
    await this.flush();
    this.#tree.appendLists(lists.bytes(), Uint32Array.of(length));
    return this.#tree.addBucket();
  }

  /** Appends the waiting lists to the tree. Call it at the end. */
  async flush(): Promise<void> {
    const { lists, listStarts } = this.#buckets;
    const { start: from, end: to } = this.#waiting;
    this.#waiting = { start: to, end: to };
    if (from === to) return;
    const [start, end] = [listStarts[from]!, listStarts[to]!];
    if (end - start > threshold('substring.copy', copiedMaximum)) {
      await this.#tree.copyLists(lists, { from, to, start, end });
      return;
    }
    const bytes = this.#loaded?.bytes.subarray(start, end) ?? (await lists.sliceBytes(start, end));
    const lengths = Uint32Array.from({ length: to - from }, (_, bucket) => {
      return listStarts[from + bucket + 1]! - listStarts[from + bucket]!;
    });
    this.#tree.appendLists(bytes, lengths);
  }
}
