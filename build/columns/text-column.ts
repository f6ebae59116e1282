/**
 * Building the index of a text-like field: dictionary, column, posting lists, reversed order, substring tree.
 *
 * The texts and the dictionary need not fit into memory: they are sorted in runs, and looked at in ranges.
 */

import { createHash } from 'node:crypto';
import { type AnySection, bytesOf, type SectionInput } from '../../src/format/index.js';
import { naturalName, sectionNames } from '../../src/index/segment/index.js';
import { bucketTerms } from '../../src/index/termdict/index.js';
import type { ByteColumn } from '../read/index.js';
import { type RecordRange, rangesOf, sortRecords } from '../sorting/index.js';
import { type CountedColumn, newSuffixText, substringSections, TextCodes } from '../substrings/index.js';
import {
  discard,
  inOrder,
  type Keep,
  RecordSpool,
  type Scratch,
  sharedNumbers,
  type TextSource,
  type WorkClock,
  type Workshop,
} from '../work/index.js';
import { type Differing, joinTexts, partedOrdinals } from './joined-texts.js';
import { ordinalsJob } from './ordinal-sections.js';
import { TermLooks, termsJob } from './term-looks.js';
import { docsBefore, naturalJob, reversedOrder } from './term-orders.js';

/** `hashed`: values are looked up by hash too, as ids are; `rendered`: their bytes are those of the rendered items, so
 * no dictionary is written; `folded`: they stand beside those of the field and have no quantiles; `searched`: nothing is
 * made of them here, and only a search reads them. */
export type TextStorage = 'plain' | 'hashed' | 'rendered' | 'folded' | 'searched';

/** What a column has besides its values, and how they are ordered. */
export interface TextParts {
  readonly contains: boolean;
  readonly endsWith: boolean;
  /** By which a sort is natural; undefined where it is by code points alone. */
  readonly collation?: string | undefined;
}

/** A column that has another one's dictionary, and its own texts where it differs from its fallback. */
export interface DifferingTexts extends Omit<Differing, 'texts'> {
  readonly builder: TextColumnBuilder;
}

/** A column by the ordinals of the dictionary. */
interface MadeColumn {
  readonly name: string;
  readonly sections: AnySection[];
  readonly starts: Uint32Array;
}

/** Less shared memory than this is not worth a collection of garbage. */
const collectedBytes = 2 ** 22;

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  readonly #parts: TextParts;
  readonly #scratch: Scratch;
  /** One per doc; empty where unpopulated, which for an index is the same. */
  readonly #texts: RecordSpool;
  readonly #bytesHash = createHash('sha256');
  readonly #lengthsHash = createHash('sha256');

  constructor(field: string, scratch: Scratch, parts: TextParts) {
    this.#parts = parts;
    this.#field = field;
    this.#scratch = scratch;
    this.#texts = new RecordSpool(scratch);
  }

  /** Adds the texts of several docs. */
  append({ bytes, lengths, stored }: ByteColumn): void {
    this.#bytesHash.update(bytes);
    this.#lengthsHash.update(bytesOf(lengths));
    this.#texts.append(bytes, lengths, stored);
  }

  settle(): Promise<void> {
    return this.#texts.settle();
  }

  /** To be called when all texts are added: of what is much nothing stays in memory. */
  finishAdding(): Promise<void> {
    return this.#texts.finish();
  }

  /** Of the texts that were added, in their order: the same of no others. */
  get hash(): string {
    return `${this.#bytesHash.copy().digest('hex')} ${this.#lengthsHash.copy().digest('hex')}`;
  }

  /** In place of `sections`, where there are such already. */
  remove(): Promise<void> {
    return this.#texts.remove();
  }

  /** What was added, for whoever reads it before the sections are begun. */
  get texts(): TextSource {
    return this.#texts;
  }

  /** Of the values. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /**
   * To be called once, when all texts are added.
   *
   * @param keep is given sections as soon as they are made, and their memory with them; what it returns stands for them
   * @param clock is told what each structure takes
   * @param sharers columns that have this one's dictionary; their sections are among those that are returned
   * Cost: O(bytes · log docs). Memory: about 20 bytes a doc; for each thread a run several times; and where the texts end
   * in a tree, the distinct ones once, if they are not too long for that.
   */
  async sections(
    stored: TextStorage,
    workshop: Workshop,
    keep: Keep,
    clock: WorkClock,
    sharers: readonly DifferingTexts[] = [],
  ): Promise<AnySection[]> {
    if (stored === 'searched') {
      await this.#texts.remove();
      return [];
    }
    const { sections, looks, sharedBytes } = await this.#withoutHash(stored, workshop, keep, clock, sharers);
    // Nobody refers to it any more.
    if (sharedBytes >= collectedBytes) workshop.pool.collect();
    if (stored !== 'hashed') return sections;
    const slots = await looks.slots(clock);
    return [...sections, ...(await keep([{ name: sectionNames(this.#field).hash, data: slots }]))];
  }

  /** The column once more, by the ranks of its values. */
  async #natural(
    terms: RecordSpool,
    column: readonly AnySection[],
    starts: Uint32Array,
    { pool }: Workshop,
    clock: WorkClock,
  ): Promise<AnySection[]> {
    const { collation } = this.#parts;
    if (collation === undefined) return [];
    const bytes = await terms.bytesBetween(0, terms.byteLength);
    const { ranks, count } = await pool.run(naturalJob, { bytes, lengths: await terms.lengths(), collation }, clock);
    const docs = await sharedNumbers(column, sectionNames(this.#field).docs);
    const ordinals = new Uint32Array(docs.length);
    for (const [term, rank] of ranks.entries()) {
      for (let place = starts[term]!; place < starts[term + 1]!; place += 1) ordinals[docs[place]!] = rank;
    }
    return pool.run(ordinalsJob, { field: naturalName(this.#field), ordinals, count, choices: undefined }, clock);
  }

  async #withoutHash(
    stored: TextStorage,
    workshop: Workshop,
    keep: Keep,
    clock: WorkClock,
    sharers: readonly DifferingTexts[],
  ): Promise<WithoutHash> {
    const { pool, scratch, runBytes, capacity } = workshop;
    const field = this.#field;
    const names = sectionNames(field);
    const terms = new RecordSpool(this.#scratch);
    const sorting = { pool, scratch, runBytes, clock };
    const size = this.#texts.count;
    const others = sharers.map(({ name, fallback, docs, builder }) => ({
      name,
      fallback,
      docs,
      texts: builder.#texts,
    }));
    if (others.length > 0) await joinTexts(this.#texts, others, runBytes);
    const { ordinals, count, occurs } = await sortRecords(this.#texts, { ...sorting, reversed: false }, terms);
    for (const texts of [this.#texts, ...others.map((other) => other.texts)]) await texts.remove();
    const choices = stored === 'plain' ? workshop.choices : undefined;
    const made: MadeColumn[] = [];
    for (const [name, own] of partedOrdinals(field, size, others, ordinals)) {
      const sections = await keep(await pool.run(ordinalsJob, { field: name, ordinals: own, count, choices }, clock));
      made.push({ name, sections, starts: await sharedNumbers(sections, sectionNames(name).starts) });
    }
    const { sections: column, starts } = made[0]!;
    const { contains, endsWith } = this.#parts;
    const places = endsWith ? (await sortRecords(terms, { ...sorting, reversed: true })).ordinals : undefined;
    clock.on('reversed');
    const reversed = places && reversedOrder(places, starts);
    clock.off();
    const otherStarts: AnySection[] = [];
    for (const { name, starts: own } of made.slice(1)) {
      const before = reversed && docsBefore(reversed.order, own);
      otherStarts.push(...(await keep(sectionOf(sectionNames(name).reversedStarts, before))));
    }
    const order = await keep(sectionOf(names.reversedOrder, reversed?.order));
    const reversedStarts = await keep(sectionOf(names.reversedStarts, reversed?.starts));
    const looks = new TermLooks(count, scratch, endsWith);
    const hasTree = contains && count > bucketTerms();
    const counted: CountedColumn[] = [];
    for (const { name, sections, starts: own } of made) {
      const docs = hasTree ? await sharedNumbers(sections, sectionNames(name).docs) : new Uint32Array(0);
      counted.push({ name, starts: own, docs });
    }
    // While a tree is made that several columns have, the docs of the first are counted.
    const text = hasTree ? await newSuffixText(terms.lengthPieces(), starts, occurs) : undefined;
    const codes = text && new TextCodes(text, scratch, workshop.textBytes);
    await lookAt({ terms, rank: reversed?.rank, hashed: stored === 'hashed', codes }, looks, workshop, clock);
    const rank = await keep(sectionOf(names.reversedRank, reversed?.rank));
    const natural = await keep(await this.#natural(terms, column, starts, workshop, clock));
    if (stored === 'rendered') await terms.remove();
    const dictionary = stored === 'rendered' ? [] : await terms.sections(names.terms);
    const { firstItems: each, firstItemsAbove: above, substringSets, quantilesFrom } = workshop.choices;
    const [base, ...sharing] = counted;
    const tree = contains
      ? await substringSections(text && codes && { text, codes }, {
          columns: [base!, ...sharing],
          kept: { first: { docsPerNode: each, docsAbove: above }, sets: size < quantilesFrom ? 0 : substringSets },
          withSums: stored === 'rendered',
          pool,
          scratch,
          capacity,
          clock,
        })
      : [];
    return {
      sections: [
        ...dictionary,
        { name: names.heads, data: looks.heads },
        ...made.flatMap(({ sections }) => sections),
        ...natural,
        ...sectionOf(names.reversedHeads, looks.tails),
        ...order,
        ...rank,
        ...reversedStarts,
        ...otherStarts,
        ...(await keep(tree)),
      ],
      looks,
      sharedBytes:
        made.reduce((sum, each) => sum + each.starts.byteLength, codes?.shared?.byteLength ?? 0) +
        counted.reduce((sum, { docs }) => sum + docs.byteLength, 0),
    };
  }
}

/** @returns no section where there is no data */
const sectionOf = (name: string, data: SectionInput['data'] | undefined): SectionInput[] =>
  data === undefined ? [] : [{ name, data }];

/** All of a text column but what finds its terms by hash. */
interface WithoutHash {
  readonly sections: AnySection[];
  readonly looks: TermLooks;
  /** How much shared memory was taken, about. */
  readonly sharedBytes: number;
}

interface LookedAt {
  readonly terms: RecordSpool;
  readonly rank: Uint32Array | undefined;
  readonly hashed: boolean;
  readonly codes: TextCodes | undefined;
}

/** Looks at all terms, range by range, and writes their codes. */
async function lookAt(
  { terms, rank, hashed, codes }: LookedAt,
  looks: TermLooks,
  { pool, runBytes }: Workshop,
  clock: WorkClock,
): Promise<void> {
  const look = async ({ from, to, start, end }: RecordRange) =>
    pool.run(
      termsJob,
      {
        bytes: await terms.bytesBetween(start, end),
        lengths: await terms.lengthsBetween(from, to),
        first: from,
        ranks: rank?.slice(from, to),
        hashed,
        encoding: codes?.encoding(from),
      },
      clock,
    );
  await inOrder(await rangesOf(terms.lengthPieces(), runBytes), pool.threads, look, async (found) => {
    clock.on('heads');
    looks.add(found);
    clock.off();
    await looks.addHashes(found);
    await codes?.add(found.codes);
    discard(found);
  });
}
