/**
 * Building the index of a text-like field: dictionary, column, posting lists, reversed order, substring tree.
 */
import { type AnySection, GrowingRecords, GrowingU32, narrow, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import {
  BUCKET_TERMS,
  HEAD_EVERY,
  hashBytes,
  headCount,
  prefixNumber,
  slotCount,
  suffixNumber,
} from '../../src/termdict/index.js';
import type { ByteColumn } from './blocks/columns.js';
import { buildRuns } from './postings.js';
import { quantileSections } from './quantiles.js';
import { type LoadedRecords, RecordSpool, recordOffsets } from './scratch/records.js';
import type { Scratch } from './scratch/scratch.js';
import { buildDictionary, sortByBytes } from './sorting.js';
import { type SuffixText, suffixText } from './substrings/text.js';
import { substringSections } from './substrings.js';
import type { Workshop } from './workshop.js';

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  /** One per doc; empty where unpopulated, which for an index is the same. */
  readonly #texts: RecordSpool;

  constructor(field: string, scratch: Scratch) {
    this.#field = field;
    this.#texts = new RecordSpool(scratch);
  }

  add(text: string | undefined): void {
    this.#texts.pushText(text ?? '');
  }

  /** Adds the texts of several docs. */
  append({ bytes, lengths }: ByteColumn): void {
    this.#texts.append(bytes, lengths);
  }

  settle(): Promise<void> {
    return this.#texts.settle();
  }

  /** Of the values. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /** @param keep is given sections as soon as they are made; what it returns stands for them */
  async sections(
    stored: TextStorage,
    { pool, scratch, capacity }: Workshop,
    keep: (sections: readonly AnySection[]) => Promise<AnySection[]>,
  ): Promise<AnySection[]> {
    const field = this.#field;
    const { sections, later, text } = await pool.run('text', { field, stored, texts: await this.#texts.load() });
    // The tree takes much: what is made waits elsewhere.
    const kept = await keep(sections);
    const tree = await substringSections(field, text, pool, scratch, capacity);
    return [...kept, ...(await keep(tree)), ...(await keep(later))];
  }
}

/** `hashed`: values are looked up by hash too, as ids are; `rendered`: their bytes are those of the rendered items, so
 * no dictionary is written. */
export type TextStorage = 'plain' | 'hashed' | 'rendered';

/** A column of texts. */
export interface TextInput {
  readonly field: string;
  readonly stored: TextStorage;
  /** One per doc; empty where unpopulated. */
  readonly texts: LoadedRecords;
}

/** All of a text column but its substring tree. */
export interface TextColumn {
  readonly sections: SectionInput[];
  /** Sections that stand behind the tree. */
  readonly later: SectionInput[];
  /** What the tree is made of; undefined where there are too few terms for one. */
  readonly text: SuffixText | undefined;
}

/** Cost: O(bytes · log docs). Memory: the texts twice, or where they end in a tree three times, and about 48 bytes a doc. */
export function textColumn({ field, stored, texts: { chunks, lengths } }: TextInput): TextColumn {
  const names = sectionNames(field);
  const texts = GrowingRecords.of({ chunks, offsets: recordOffsets(lengths) });
  const populated = new GrowingU32();
  for (let doc = 0; doc < lengths.length; doc += 1) if (lengths[doc]! > 0) populated.push(doc);
  const { terms, ordinals } = buildDictionary(texts, populated.view());
  const runs = buildRuns(ordinals, terms.count);
  const { docs, starts } = runs;
  const reversed = reversedOrder(terms, starts);
  const { order } = reversed;
  return {
    sections: [
      ...(stored === 'rendered' ? [] : terms.sections(names.terms)),
      { name: names.heads, data: heads(terms.count, (place) => prefixNumber(terms.view(place), 0)) },
      { name: names.ordinals, data: narrow(ordinals, terms.count) },
      { name: names.docs, data: docs },
      { name: names.starts, data: starts },
      ...(stored === 'plain' ? quantileSections(field, runs) : []),
      { name: names.reversedHeads, data: heads(terms.count, (place) => suffixNumber(terms.view(order[place]!), 0)) },
      { name: names.reversedOrder, data: order },
      { name: names.reversedRank, data: reversed.rank },
      { name: names.reversedStarts, data: reversed.starts },
    ],
    later: stored === 'hashed' ? [{ name: names.hash, data: hashSlots(terms) }] : [],
    text: terms.count <= BUCKET_TERMS ? undefined : suffixText(terms, runs),
  };
}

/** @param numberOf the term at a place of the list */
function heads(size: number, numberOf: (place: number) => number): Float64Array {
  return Float64Array.from({ length: headCount(size) }, (_, head) => numberOf(head * HEAD_EVERY));
}

interface Reversed {
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly starts: Uint32Array;
}

function reversedOrder(terms: GrowingRecords, starts: Uint32Array): Reversed {
  const order = Uint32Array.from({ length: terms.count }, (_, index) => index);
  sortByBytes(terms, order, 'end');
  const rank = new Uint32Array(terms.count);
  const reversedStarts = new Uint32Array(terms.count + 1);
  for (const [place, term] of order.entries()) {
    rank[term] = place;
    reversedStarts[place + 1] = reversedStarts[place]! + starts[term + 1]! - starts[term]!;
  }
  return { order, rank, starts: reversedStarts };
}

function hashSlots(terms: GrowingRecords): Uint32Array {
  const slots = new Uint32Array(slotCount(terms.count));
  const mask = slots.length - 1;
  for (let term = 0; term < terms.count; term += 1) {
    const bytes = terms.view(term);
    let slot = hashBytes(bytes, 0, bytes.byteLength) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = term + 1;
  }
  return slots;
}
