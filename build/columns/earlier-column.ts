/**
 * The same column in an earlier snapshot, with other texts: the order of its terms, and the terms that have changed since.
 *
 * Elsewhere: finding it (build/segment/earlier), patching its substring tree (build/substrings/earlier).
 */
import type { FileSection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { findTermChanges, type TermChanges } from '../substrings/index.js';
import { type Ordinals, readNumbers, readOrdinals } from '../work/index.js';

/** Finds the same column in an earlier snapshot, with other texts. */
export type FindEarlier = () => Promise<EarlierColumn | undefined>;

export class EarlierColumn {
  /** All sections of the column, undamaged. */
  readonly sections: readonly FileSection[];
  readonly #names: ReturnType<typeof sectionNames>;
  /** Earlier doc → doc of this build with the same text; −1 if there is none, or if it is not known. */
  readonly #docs: Int32Array;

  /**
   * @param field    name that the sections of the column are derived from
   * @param sections all sections of the column, undamaged
   * @param docs     earlier doc → doc of this build with the same text; −1 if there is none, or if it is not known
   */
  constructor(field: string, sections: readonly FileSection[], docs: Int32Array) {
    this.#names = sectionNames(field);
    this.sections = sections;
    this.#docs = docs;
  }

  /** @returns the docs of this build whose text is known, in the order of their texts; docs without a text are anywhere */
  async readDocOrder(): Promise<Uint32Array> {
    const earlierDocs = await readNumbers(this.sections, this.#names.docs);
    return mapKnown(earlierDocs, this.#docs);
  }

  /** @returns the terms of this build that the earlier column has, in the reversed order; undefined if it has no such order */
  async readReversedOrder({ newTerms }: TermChanges): Promise<Uint32Array | undefined> {
    const name = this.#names.reversedOrder;
    if (!this.sections.some((section) => section.name === name)) return undefined;
    return mapKnown(await readNumbers(this.sections, name), newTerms);
  }

  /**
   * @param ordinals  doc of this build → ordinal of its term, from 1; 0 if unpopulated
   * @param docStarts term of this build → start of its docs, with one more entry for the end
   * @returns undefined if the columns contradict each other
   */
  async findChanges(ordinals: Ordinals, docStarts: Uint32Array): Promise<TermChanges | undefined> {
    const earlier = {
      ordinals: await readOrdinals(this.sections, this.#names.ordinals),
      docStarts: await readNumbers(this.sections, this.#names.starts),
    };
    return findTermChanges(earlier, { ordinals, docStarts }, this.#docs);
  }
}

/** @param newNumbers number → new number; negative if there is none. @returns the new numbers, in the order of `numbers` */
function mapKnown(numbers: Uint32Array, newNumbers: Int32Array): Uint32Array {
  const mapped = new Uint32Array(numbers.length);
  let count = 0;
  for (const number of numbers) {
    const newNumber = newNumbers[number]!;
    if (newNumber < 0) continue;
    mapped[count] = newNumber;
    count += 1;
  }
  return mapped.slice(0, count);
}
