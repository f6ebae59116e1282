/**
 * From a batch of a stretch's suffixes to an entry for each of its slots.
 */
import type { Job } from '../../work/index.js';
import type { Batch } from '../plan/batch-plan.js';
import { type BatchInput, docsOf, type GatheredBatch, gatherBatch } from '../sort/batch.js';
import { slotCodes, viewOf } from '../sort/gather.js';
import { keyCodes, type Suffixes, suffixNumbers, termAt } from '../sort/moves.js';
import { Splitter } from '../sort/splitter.js';
import type { SuffixText } from '../text/text.js';
import { EntryWriter } from './entry-writer.js';

/** Entries of a batch's slots, one behind the other. */
export interface SlotEntries {
  readonly bytes: Uint8Array;
  /** Per slot, and one more: where its entry begins. */
  readonly starts: Uint32Array;
}

/** Cost: O(suffixes · depth). */
function sortStretch(input: BatchInput): SlotEntries {
  return new StretchSorter(input).sort(input.batch);
}

class StretchSorter {
  readonly #text: SuffixText;
  readonly #gathered: GatheredBatch;
  readonly #splitter: Splitter;
  readonly #written: EntryWriter;

  constructor(input: BatchInput) {
    const { text, range, resident, rule } = input;
    this.#text = text;
    this.#gathered = gatherBatch(input);
    this.#splitter = new Splitter(text.alphabet.length, viewOf(resident.codes), rule, this.#gathered.memory);
    this.#written = new EntryWriter(text.isRepeating, range.from);
  }

  sort({ slots, prefix }: Batch): SlotEntries {
    const { starts, ends } = this.#gathered;
    const { gathered, spare } = this.#gathered.memory;
    const entryStarts = new Uint32Array(slots.length + 1);
    for (const [index, { kind, suffixes, terms, docs }] of slots.entries()) {
      const [from, to] = [starts[index]!, ends[index]!];
      // A bucket's slot has each of its terms once.
      if (kind === 'bucket') this.#list(suffixes, gathered, from, to, to - from);
      else this.#node(gathered, spare, from, to, prefix.length + slotCodes, keyCodes, suffixes, terms, docs);
      entryStarts[index + 1] = this.#written.length;
    }
    return { bytes: this.#written.written(), starts: entryStarts };
  }

  /** Writes the node of the suffixes at `[from, to)` of `source` and all below it; parameters as of `split`. */
  #node(
    source: Suffixes,
    spare: Suffixes,
    from: number,
    to: number,
    depth: number,
    unread: number,
    suffixes: number,
    terms: number,
    docs: number,
  ): void {
    const level = this.#splitter.split(source, spare, from, to, depth, unread);
    const { branches } = level;
    this.#written.node(suffixes, terms, docs, branches.count);
    for (let branch = 0; branch < branches.count; branch += 1) {
      const [start, end] = [level.starts[branch]!, level.next[branch]!];
      const code = branches.firsts[branch]!;
      const [below, belowTerms] = [level.suffixes[code]!, level.terms[code]!];
      this.#written.branch(code);
      if (branches.isNode[branch] === 0) this.#list(below, spare, start, end, belowTerms);
      else {
        const inDocs = docsOf(this.#text, spare, start, end, belowTerms);
        const ahead = unread > 1 ? unread - 1 : keyCodes;
        this.#node(spare, source, start, end, depth + 1, ahead, below, belowTerms, inDocs);
      }
    }
  }

  #list(count: number, suffixes: Suffixes, from: number, to: number, terms: number): void {
    const docs = docsOf(this.#text, suffixes, from, to, terms);
    this.#written.list(count, suffixes, from, to, suffixNumbers, termAt, terms, docs);
  }
}

export const stretchJob: Job<BatchInput, SlotEntries> = {
  name: 'stretch',
  structure: 'substrings',
  work: sortStretch,
  owned: ({ suffixes }) => suffixes,
};
