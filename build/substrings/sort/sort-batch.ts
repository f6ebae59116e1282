/**
 * Sorts a batch of suffixes, and builds the fragment of the tree below its slots.
 *
 * Suffixes are gathered in the thread's memory, each with the codes that it is sorted by first. Then nodes are split until
 * only buckets remain, and a bucket is written as its distinct terms. Elsewhere: gathering (gather), splitting (splitter),
 * writing (fragment-builder).
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { SLOT_CODES } from '../../../src/kernels/index.js';
import type { Job } from '../../work/index.js';
import { recordByteLength } from '../distribute.js';
import type { DestinationSuffixes } from '../distributed-suffixes.js';
import type { Batch } from '../plan/batch-plan.js';
import type { SuffixText } from '../text/index.js';
import { FragmentBuilder, OpenBranches, type TreeFragment } from './fragment-builder.js';
import { gather, gatherByKernel, gatheringBytes } from './gather.js';
import { keyCodes, type Suffixes, suffixNumbers, termAt } from './moves.js';
import { openSortMemory, type SortMemory } from './sort-memory.js';
import { type Node, Splitter } from './splitter.js';

/**
 * @param carried number of codes in the record of a suffix
 * @returns memory per suffix of a batch, in bytes: four numbers, twice, and two records, because the records of the next
 *          batch are read meanwhile
 */
export const suffixBytes = (carried: number): number => 32 + 2 * recordByteLength(carried);

/** The input of the job that sorts a batch. */
export interface BatchInput {
  readonly text: SuffixText;
  /** The codes of the text; undefined if the records of the suffixes carry all codes that the tree needs. */
  readonly codes: Uint8Array | undefined;
  /** Number of codes in the record of a suffix. */
  readonly carried: number;
  readonly batch: Batch;
  readonly suffixes: DestinationSuffixes;
}

/** @returns the tree below the slots of the batch. Cost: O(suffixes · depth). */
function sortBatch(input: BatchInput): TreeFragment {
  return new BatchSorter(input).sort();
}

/** Sorts one batch. */
class BatchSorter {
  readonly #input: BatchInput;
  /** Slot → start of its suffixes, or of its terms if it is a bucket; with one more entry for the end. */
  readonly #starts: Uint32Array;
  readonly #memory: SortMemory;
  readonly #splitter: Splitter;
  readonly #fragment: FragmentBuilder;
  /** Depth → branches of the open node. */
  readonly #openBranches = Array.from({ length: DEPTH_MAXIMUM }, () => new OpenBranches());

  constructor(input: BatchInput) {
    const { text, codes, batch, suffixes } = input;
    this.#input = input;
    this.#starts = new Uint32Array(batch.slots.length + 1);
    for (const [slot, { size }] of batch.slots.entries()) this.#starts[slot + 1] = this.#starts[slot]! + size;
    const suffixCount = this.#starts[batch.slots.length]!;
    this.#memory = openSortMemory(suffixCount, gatheringBytes(text, batch, suffixes));
    const { kernelMemory, packing } = this.#memory;
    const canPack = kernelMemory !== undefined && packing !== undefined;
    this.#fragment = new FragmentBuilder(
      canPack ? { pack: kernelMemory.kernels.packTerms, memory: packing } : undefined,
    );
    this.#splitter = new Splitter({
      width: text.alphabet.length,
      codes: viewOf(codes ?? suffixes.bytes),
      // The codes in a record follow the prefix of the batch.
      depth: codes === undefined ? batch.prefix.length : 0,
      memory: this.#memory,
    });
  }

  sort(): TreeFragment {
    const { slots, prefix } = this.#input.batch;
    const { gathered, spare } = this.#memory;
    const ends = this.#gather();
    const depth = prefix.length + SLOT_CODES;
    for (const [slot, { kind, docs }] of slots.entries()) {
      const from = this.#starts[slot]!;
      const to = ends[slot]!;
      if (kind === 'bucket') this.#fragment.addBucket(gathered, from, to);
      else this.#writeNode({ source: gathered, spare, from, to, depth, unread: keyCodes }, docs);
      this.#fragment.endSlot();
    }
    return this.#fragment.build();
  }

  /** Moves the suffixes of the batch into their slots; a bucket gets only its terms. @returns slot → end of its suffixes */
  #gather(): Uint32Array {
    const { text, codes, carried, batch, suffixes } = this.#input;
    const { kernelMemory, gathered, freeStart } = this.#memory;
    const input = {
      text,
      batch,
      records: suffixes,
      recordBytes: recordByteLength(carried),
      isInText: codes !== undefined,
    };
    if (kernelMemory === undefined) return gather(input, this.#starts, gathered);
    return gatherByKernel(input, this.#starts, gathered, kernelMemory, freeStart);
  }

  /** Writes a node and all below it. @param docs number of docs that contain its string */
  #writeNode(node: Node, docs: number): void {
    const nodeIndex = this.#fragment.openNode(docs);
    const { depth, unread, source, spare } = node;
    const level = this.#splitter.split(node);
    const { branches } = level;
    const targets = this.#openBranches[depth]!;
    targets.count = 0;
    // Splitting has consumed one code of the keys; the last one is followed by new keys.
    const unreadBelow = unread > 1 ? unread - 1 : keyCodes;
    for (let branch = 0; branch < branches.count; branch += 1) {
      const from = level.starts[branch]!;
      const to = level.next[branch]!;
      const code = branches.firsts[branch]!;
      const low = this.#input.text.alphabet[code]!;
      if (branches.isNode[branch] === 0) {
        targets.add(low, this.#fragment.addBucket(spare, from, to));
      } else {
        targets.add(low, this.#fragment.nextNode);
        const childDocs = this.#countDocs(spare, from, to, level.terms[code]!);
        const child = { source: spare, spare: source, from, to, depth: depth + 1, unread: unreadBelow };
        this.#writeNode(child, childDocs);
      }
    }
    this.#fragment.closeNode(nodeIndex, targets);
  }

  /** @param distinct number of distinct terms of the suffixes `[from, to)`. @returns number of docs that have these terms */
  #countDocs(suffixes: Suffixes, from: number, to: number, distinct: number): number {
    const { isRepeating, docStarts } = this.#input.text;
    if (!isRepeating) return distinct;
    let sum = 0;
    let previous = -1;
    for (let i = from; i < to; i += 1) {
      const term = suffixes[i * suffixNumbers + termAt]!;
      if (term !== previous) sum += docStarts[term + 1]! - docStarts[term]!;
      previous = term;
    }
    return sum;
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

export const batchJob: Job<BatchInput, TreeFragment> = {
  name: 'batch',
  structure: 'substrings',
  work: sortBatch,
  owned: ({ suffixes }) => suffixes,
};
