/**
 * Sorts a batch of suffixes, and builds the parts of the tree below its slots.
 *
 * Suffixes are gathered in the thread's memory, each with the codes that it is sorted by first. Then nodes are split down to
 * buckets, and a bucket is written as its distinct terms. Elsewhere: gathering (gather), splitting (splitter), writing
 * (fragment-builder).
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { SLOT_CODES } from '../../../src/kernels/index.js';
import type { Job } from '../../work/index.js';
import { recordBytesOf } from '../distribute.js';
import type { Batch } from '../plan/batch-plan.js';
import type { DestinationSuffixes } from '../positions.js';
import type { SuffixText } from '../text/index.js';
import { FragmentBuilder, OpenBranches, type TreeFragment } from './fragment-builder.js';
import { gather, gatherInMemory, gatheringBytes } from './gather.js';
import { keyCodes, type Suffixes, suffixNumbers, termAt } from './moves.js';
import { type SortMemory, sortMemory } from './sort-memory.js';
import { type Node, Splitter } from './splitter.js';

/**
 * @param carried number of codes in the record of a suffix
 * @returns memory per suffix of a batch, in bytes: four numbers, twice; and two records, because the records of the next batch
 *          are read meanwhile
 */
export const suffixBytes = (carried: number): number => 32 + 2 * recordBytesOf(carried);

/** The input of the job that sorts a batch. */
export interface BatchInput {
  readonly text: SuffixText;
  /** The codes of the text; undefined if the records of the suffixes have all codes that the tree needs. */
  readonly codes: Uint8Array | undefined;
  /** Number of codes in the record of a suffix. */
  readonly carried: number;
  readonly batch: Batch;
  readonly suffixes: DestinationSuffixes;
}

/** @returns the tree below the batch's slots. Cost: O(suffixes · depth). */
function sortBatch(input: BatchInput): TreeFragment {
  return new BatchSorter(input).sort();
}

class BatchSorter {
  readonly #input: BatchInput;
  /** Slot → start of its suffixes, or of its terms if it is a bucket; with one more entry for the end. */
  readonly #starts: Uint32Array;
  readonly #memory: SortMemory;
  readonly #splitter: Splitter;
  readonly #built = new FragmentBuilder();
  /** One per depth. */
  readonly #open = Array.from({ length: DEPTH_MAXIMUM }, () => new OpenBranches());

  constructor(input: BatchInput) {
    const { text, codes, batch, suffixes } = input;
    this.#input = input;
    this.#starts = new Uint32Array(batch.slots.length + 1);
    for (const [index, { size }] of batch.slots.entries()) this.#starts[index + 1] = this.#starts[index]! + size;
    this.#memory = sortMemory(this.#starts[batch.slots.length]!, gatheringBytes(text, batch, suffixes));
    const view = viewOf(codes ?? suffixes.bytes);
    const depth = codes === undefined ? batch.prefix.length : 0;
    this.#splitter = new Splitter({ width: text.alphabet.length, codes: view, depth, memory: this.#memory });
  }

  sort(): TreeFragment {
    const { slots, prefix } = this.#input.batch;
    const { gathered, spare } = this.#memory;
    const ends = this.#gather();
    for (const [index, { kind, docs }] of slots.entries()) {
      const [from, to] = [this.#starts[index]!, ends[index]!];
      if (kind === 'bucket') this.#bucket(gathered, from, to);
      else this.#node({ source: gathered, spare, from, to, depth: prefix.length + SLOT_CODES, unread: keyCodes }, docs);
      this.#built.endSlot();
    }
    return this.#built.finished();
  }

  /** Moves the suffixes of the batch into their slots; a bucket gets only its terms. @returns slot → end of its suffixes */
  #gather(): Uint32Array {
    const { text, codes, carried, batch, suffixes } = this.#input;
    const { home, gathered } = this.#memory;
    const given = {
      text,
      batch,
      records: suffixes,
      recordBytes: recordBytesOf(carried),
      isInText: codes !== undefined,
    };
    if (home === undefined) return gather(given, this.#starts, gathered);
    return gatherInMemory(given, this.#starts, gathered, home, this.#memory.roomAt);
  }

  /** Writes a node of so many docs and all below it. */
  #node(node: Node, docs: number): void {
    const opened = this.#built.openNode(docs);
    const { depth, unread, source, spare } = node;
    const level = this.#splitter.split(node);
    const { branches } = level;
    const written = this.#open[depth]!;
    written.count = 0;
    for (let branch = 0; branch < branches.count; branch += 1) {
      const [from, to] = [level.starts[branch]!, level.next[branch]!];
      const code = branches.firsts[branch]!;
      const low = this.#input.text.alphabet[code]!;
      if (branches.isNode[branch] === 0) {
        written.add(low, this.#bucket(spare, from, to));
      } else {
        written.add(low, this.#built.nextNode);
        const inDocs = this.#docsOf(spare, from, to, level.terms[code]!);
        const ahead = unread > 1 ? unread - 1 : keyCodes;
        this.#node({ source: spare, spare: source, from, to, depth: depth + 1, unread: ahead }, inDocs);
      }
    }
    this.#built.closeNode(opened, written);
  }

  #bucket(suffixes: Suffixes, from: number, to: number): number {
    return this.#built.bucket(suffixes, from, to);
  }

  /** @returns how many docs have the terms at `[from, to)`, of which `distinct` are distinct */
  #docsOf(suffixes: Suffixes, from: number, to: number, distinct: number): number {
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
