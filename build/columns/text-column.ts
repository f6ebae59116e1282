/**
 * The index of a field with one text per item: dictionary, column, posting lists, reversed order, substring tree.
 *
 * The texts and the dictionary need not fit into memory: they are sorted in runs, and scanned in ranges. Elsewhere: each
 * structure (ordinal-sections, reversed-order, term-sections, build/substrings).
 */
import { createHash } from 'node:crypto';
import { type AnySection, bytesOf, type SectionInput } from '../../src/format/index.js';
import { naturalName, sectionNames } from '../../src/index/segment/index.js';
import { bucketTerms } from '../../src/index/termdict/index.js';
import type { ByteColumn } from '../read/index.js';
import { sortRecords } from '../sorting/index.js';
import { type CountedColumn, newSuffixText, substringSections, TextCodes } from '../substrings/index.js';
import {
  type BuildContext,
  RecordSpool,
  type ScratchFolder,
  type StoreSections,
  sharedNumbers,
  type TextSource,
  type WorkClock,
} from '../work/index.js';
import { type DifferingColumn, joinTexts, splitOrdinals } from './joined-texts.js';
import { naturalJob } from './natural-order.js';
import { ordinalsJob } from './ordinal-sections.js';
import { buildReversedOrder, countDocsBefore } from './reversed-order.js';
import { scanAllTerms, TermScan } from './term-sections.js';

/**
 * The storage of a text column's values.
 *
 * `plain`: a dictionary and all structures that the model turns on. `hashed`: values can also be looked up by hash, as ids
 * are. `rendered`: the rendered items contain the bytes of the values, so no dictionary is written. `folded`: case-folded
 * copies of a field's values, without quantiles. `searched`: only a search reads the values, and no column is made.
 */
export type TextStorage = 'plain' | 'hashed' | 'rendered' | 'folded' | 'searched';

/** Optional structures of a text column, and its order. */
export interface TextParts {
  readonly contains: boolean;
  readonly endsWith: boolean;
  /** Collation of its natural sort; undefined if it is sorted by code points alone. */
  readonly collation?: string | undefined;
}

/** A column that shares another column's dictionary, with texts of its own in the docs where it differs. */
export interface DifferingTexts extends Omit<DifferingColumn, 'texts'> {
  readonly builder: TextColumnBuilder;
}

/** A finished column of ordinals. */
interface OrdinalColumn {
  readonly name: string;
  readonly sections: AnySection[];
  readonly starts: Uint32Array;
}

/** Minimum number of freed bytes of shared memory for which a garbage collection pays. */
const collectionMinimum = 2 ** 22;

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  readonly #parts: TextParts;
  readonly #scratch: ScratchFolder;
  /** Doc → text; empty if unpopulated, which an index does not distinguish. */
  readonly #texts: RecordSpool;
  readonly #bytesHash = createHash('sha256');
  readonly #lengthsHash = createHash('sha256');

  constructor(field: string, scratch: ScratchFolder, parts: TextParts) {
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

  /** Writes pending texts to a file if they are many. */
  settle(): Promise<void> {
    return this.#texts.flushIfLarge();
  }

  /** Call when all texts are added: writes the rest to a file if it is large. */
  finishAdding(): Promise<void> {
    return this.#texts.finish();
  }

  /** Hash of the added texts, in their order. */
  get hash(): string {
    return `${this.#bytesHash.copy().digest('hex')} ${this.#lengthsHash.copy().digest('hex')}`;
  }

  /** Call instead of `sections` if earlier sections are reused. */
  remove(): Promise<void> {
    return this.#texts.remove();
  }

  /** The added texts, readable until `sections` is called. */
  get texts(): TextSource {
    return this.#texts;
  }

  /** Length of the texts. */
  get byteLength(): number {
    return this.#texts.byteLength;
  }

  /**
   * Builds the sections of the column. Call once, when all texts are added.
   *
   * @param storeSections receives finished sections, frees their memory, and returns sections that replace them
   * @param clock         receives the time of each structure
   * @param sharers       columns that share the dictionary of this column; their sections are returned too
   * Cost: O(bytes · log docs). Memory: about 20 bytes per doc, a few times the bytes of a run per thread, and with a
   * substring tree the distinct texts once, if they are not too long.
   */
  async sections(
    stored: TextStorage,
    context: BuildContext,
    storeSections: StoreSections,
    clock: WorkClock,
    sharers: readonly DifferingTexts[] = [],
  ): Promise<AnySection[]> {
    if (stored === 'searched') {
      await this.#texts.remove();
      return [];
    }
    const { sections, scan, sharedBytes } = await this.#unhashedSections(
      stored,
      context,
      storeSections,
      clock,
      sharers,
    );
    // The shared memory is unreferenced now.
    if (sharedBytes >= collectionMinimum) context.pool.collect();
    if (stored !== 'hashed') return sections;
    const slots = await scan.buildSlots(clock);
    return [...sections, ...(await storeSections([{ name: sectionNames(this.#field).hash, data: slots }]))];
  }

  /** @returns a second column, by the natural ranks of the values; empty without a collation */
  async #natural(
    terms: RecordSpool,
    baseSections: readonly AnySection[],
    starts: Uint32Array,
    { pool }: BuildContext,
    clock: WorkClock,
  ): Promise<AnySection[]> {
    const { collation } = this.#parts;
    if (collation === undefined) return [];
    const bytes = await terms.sliceBytes(0, terms.byteLength);
    const { ranks, count } = await pool.run(naturalJob, { bytes, lengths: await terms.lengths(), collation }, clock);
    const docs = await sharedNumbers(baseSections, sectionNames(this.#field).docs);
    const ordinals = new Uint32Array(docs.length);
    for (const [term, rank] of ranks.entries()) {
      for (let index = starts[term]!; index < starts[term + 1]!; index += 1) ordinals[docs[index]!] = rank;
    }
    return pool.run(ordinalsJob, { field: naturalName(this.#field), ordinals, count, choices: undefined }, clock);
  }

  async #unhashedSections(
    stored: TextStorage,
    context: BuildContext,
    storeSections: StoreSections,
    clock: WorkClock,
    sharers: readonly DifferingTexts[],
  ): Promise<UnhashedSections> {
    const { pool, scratch, runBytes, capacity } = context;
    const field = this.#field;
    const names = sectionNames(field);
    const terms = new RecordSpool(this.#scratch);
    const sorting = { pool, scratch, runBytes, clock };
    const size = this.#texts.count;
    const differing = sharers.map(({ name, fallback, docs, builder }) => ({
      name,
      fallback,
      docs,
      texts: builder.#texts,
    }));
    if (differing.length > 0) await joinTexts(this.#texts, differing, runBytes);
    const { ordinals, count, occurs } = await sortRecords(this.#texts, { ...sorting, reversed: false }, terms);
    for (const texts of [this.#texts, ...differing.map((column) => column.texts)]) await texts.remove();
    const choices = stored === 'plain' ? context.choices : undefined;
    const columns: OrdinalColumn[] = [];
    for (const [name, columnOrdinals] of splitOrdinals(field, size, differing, ordinals)) {
      const sections = await storeSections(
        await pool.run(ordinalsJob, { field: name, ordinals: columnOrdinals, count, choices }, clock),
      );
      columns.push({ name, sections, starts: await sharedNumbers(sections, sectionNames(name).starts) });
    }
    const { sections: baseSections, starts } = columns[0]!;
    const { contains, endsWith } = this.#parts;
    const places = endsWith ? (await sortRecords(terms, { ...sorting, reversed: true })).ordinals : undefined;
    clock.on('reversed');
    const reversed = places && buildReversedOrder(places, starts);
    clock.off();
    const differingStarts: AnySection[] = [];
    for (const { name, starts: columnStarts } of columns.slice(1)) {
      const before = reversed && countDocsBefore(reversed.order, columnStarts);
      differingStarts.push(...(await storeSections(sectionOf(sectionNames(name).reversedStarts, before))));
    }
    const order = await storeSections(sectionOf(names.reversedOrder, reversed?.order));
    const reversedStarts = await storeSections(sectionOf(names.reversedStarts, reversed?.starts));
    const scan = new TermScan(count, scratch, endsWith);
    const hasTree = contains && count > bucketTerms();
    const counted: CountedColumn[] = [];
    for (const { name, sections, starts: columnStarts } of columns) {
      const docs = hasTree ? await sharedNumbers(sections, sectionNames(name).docs) : new Uint32Array(0);
      counted.push({ name, starts: columnStarts, docs });
    }
    // Building the tree counts the docs of the first column; the counts of the other columns are derived from them.
    const text = hasTree ? await newSuffixText(terms.lengthPieces(), starts, occurs) : undefined;
    const codes = text && new TextCodes(text, scratch, context.textBytes);
    await scanAllTerms({ terms, rank: reversed?.rank, hashed: stored === 'hashed', codes }, scan, context, clock);
    const rank = await storeSections(sectionOf(names.reversedRank, reversed?.rank));
    const natural = await storeSections(await this.#natural(terms, baseSections, starts, context, clock));
    if (stored === 'rendered') await terms.remove();
    const dictionary = stored === 'rendered' ? [] : await terms.sections(names.terms);
    const { firstItems, firstItemsAbove, substringSets, quantilesFrom } = context.choices;
    const [base, ...sharing] = counted;
    const tree = contains
      ? await substringSections(text && codes && { text, codes }, {
          columns: [base!, ...sharing],
          frequentNodes: {
            first: { docsPerNode: firstItems, docsAbove: firstItemsAbove },
            sets: size < quantilesFrom ? 0 : substringSets,
          },
          buckets: stored === 'rendered' ? 'with checksums' : 'without checksums',
          pool,
          scratch,
          capacity,
          clock,
        })
      : [];
    return {
      sections: [
        ...dictionary,
        { name: names.heads, data: scan.heads },
        ...columns.flatMap(({ sections }) => sections),
        ...natural,
        ...sectionOf(names.reversedHeads, scan.tails),
        ...order,
        ...rank,
        ...reversedStarts,
        ...differingStarts,
        ...(await storeSections(tree)),
      ],
      scan,
      sharedBytes:
        columns.reduce((sum, column) => sum + column.starts.byteLength, codes?.shared?.byteLength ?? 0) +
        counted.reduce((sum, { docs }) => sum + docs.byteLength, 0),
    };
  }
}

/** @returns an empty list if there is no data */
const sectionOf = (name: string, data: SectionInput['data'] | undefined): SectionInput[] =>
  data === undefined ? [] : [{ name, data }];

/** A text column without its hash table. */
interface UnhashedSections {
  readonly sections: AnySection[];
  readonly scan: TermScan;
  /** Approximate shared memory that was used. */
  readonly sharedBytes: number;
}
