/**
 * From a batch of suffixes to the parts of the tree below its slots: what ends in a bucket is written as its terms, each
 * once, and is done. Elsewhere: splitting nodes (splitter), how a fragment is written (fragment-builder).
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import type { Job } from '../../work/index.js';
import type { Batch } from '../plan/batch-plan.js';
import type { SuffixText } from '../text/text.js';
import { type BatchInput, docsOf, type GatheredBatch, gatherBatch } from './batch.js';
import type { TreeFragment } from './fragment.js';
import { FragmentBuilder, OpenBranches } from './fragment-builder.js';
import { slotCodes, viewOf } from './gather.js';
import { keyCodes, type Suffixes, suffixNumbers, termAt } from './moves.js';
import { Splitter } from './splitter.js';

/** @returns the tree below the batch's slots. Cost: O(suffixes · depth). */
function sortBatch(input: BatchInput): TreeFragment {
  return new BatchSorter(input).sort(input.batch);
}

class BatchSorter {
  readonly #text: SuffixText;
  readonly #gathered: GatheredBatch;
  readonly #splitter: Splitter;
  readonly #built: FragmentBuilder;
  /** One for each depth, as of levels. */
  readonly #open = Array.from({ length: DEPTH_MAXIMUM }, () => new OpenBranches());

  constructor(input: BatchInput) {
    const { text, resident, rule } = input;
    this.#text = text;
    this.#gathered = gatherBatch(input);
    this.#splitter = new Splitter(text.alphabet.length, viewOf(resident.codes), rule, this.#gathered.memory);
    this.#built = new FragmentBuilder(text);
  }

  sort({ slots, prefix }: Batch): TreeFragment {
    const { starts, ends } = this.#gathered;
    const { gathered, spare } = this.#gathered.memory;
    for (const [index, { kind, docs }] of slots.entries()) {
      this.#built.openSlot();
      if (kind === 'bucket') this.#bucket(gathered, starts[index]!, ends[index]!);
      else this.#node(gathered, spare, starts[index]!, ends[index]!, prefix.length + slotCodes, keyCodes, docs);
      this.#built.closeSlot();
    }
    return this.#built.finished();
  }

  /** Writes the node of the suffixes at `[from, to)` of `source` and all below it; parameters as of `split`. */
  #node(
    source: Suffixes,
    spare: Suffixes,
    from: number,
    to: number,
    depth: number,
    unread: number,
    docs: number,
  ): void {
    const open = this.#built.openNode(docs);
    const level = this.#splitter.split(source, spare, from, to, depth, unread);
    const { branches } = level;
    const written = this.#open[depth]!;
    written.count = 0;
    for (let branch = 0; branch < branches.count; branch += 1) {
      const [start, end] = [level.starts[branch]!, level.next[branch]!];
      const code = branches.firsts[branch]!;
      const low = this.#text.alphabet[code]!;
      if (branches.isNode[branch] === 0) {
        written.add(low, this.#bucket(spare, start, end));
      } else {
        written.add(low, this.#built.nextNode);
        const inDocs = docsOf(this.#text, spare, start, end, level.terms[code]!);
        this.#node(spare, source, start, end, depth + 1, unread > 1 ? unread - 1 : keyCodes, inDocs);
      }
    }
    this.#built.closeNode(open, written);
  }

  #bucket(suffixes: Suffixes, from: number, to: number): number {
    return this.#built.bucket(suffixes, from, to, suffixNumbers, termAt);
  }
}

export const batchJob: Job<BatchInput, TreeFragment> = {
  name: 'batch',
  structure: 'substrings',
  work: sortBatch,
  owned: ({ suffixes }) => suffixes,
};
