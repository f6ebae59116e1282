/**
 * Building the index of a text-like field: dictionary, column, posting lists, reversed order, substring tree.
 */
import { GrowingRecords, GrowingU32, narrow, type SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { hashBytes, slotCount } from '../../src/termdict/index.js';
import { buildRuns } from './postings.js';
import { quantileSections } from './quantiles.js';
import { buildDictionary, reversedRecords, sortByBytes } from './sorting.js';
import { substringSections } from './substrings.js';

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  /** One per doc; empty where unpopulated, which for an index is the same. */
  readonly #texts = new GrowingRecords();
  readonly #populated = new GrowingU32();

  constructor(field: string) {
    this.#field = field;
  }

  add(text: string | undefined): void {
    if (text !== undefined && text !== '') this.#populated.push(this.#texts.count);
    this.#texts.pushText(text ?? '');
  }

  /**
   * @param stored `hashed`: values are looked up by hash too, as ids are; `rendered`: their bytes are those of the
   *   rendered items, so no dictionary is written
   */
  async sections(stored: 'plain' | 'hashed' | 'rendered'): Promise<SectionInput[]> {
    const names = sectionNames(this.#field);
    const { terms, ordinals } = buildDictionary(this.#texts, this.#populated.view());
    const runs = buildRuns(ordinals, terms.count);
    const { docs, starts } = runs;
    const reversed = reversedOrder(terms, starts);
    return [
      ...(stored === 'rendered' ? [] : terms.sections(names.terms)),
      { name: names.ordinals, data: narrow(ordinals, terms.count) },
      { name: names.docs, data: docs },
      { name: names.starts, data: starts },
      ...(stored === 'plain' ? quantileSections(this.#field, runs) : []),
      { name: names.reversedOrder, data: reversed.order },
      { name: names.reversedRank, data: reversed.rank },
      { name: names.reversedStarts, data: reversed.starts },
      ...(await substringSections(this.#field, terms, runs)),
      ...(stored === 'hashed' ? [{ name: names.hash, data: hashSlots(terms) }] : []),
    ];
  }
}

interface Reversed {
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  readonly starts: Uint32Array;
}

function reversedOrder(terms: GrowingRecords, starts: Uint32Array): Reversed {
  const order = Uint32Array.from({ length: terms.count }, (_, index) => index);
  sortByBytes(reversedRecords(terms), order);
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
