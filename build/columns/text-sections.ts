/**
 * Builds the sections of a text column: dictionary, ordinals, posting lists, reversed order, substring tree.
 *
 * Columns that share the dictionary of this column are built together with it. Large results are stored in a file as soon as
 * they are finished.
 * Elsewhere: collecting the texts, and the table of hashes (text-column), each structure (ordinal-sections, reversed-order,
 * term-sections, build/substrings).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { AnySection, SectionInput } from '../../src/format/index.js';
import { naturalName, sectionNames } from '../../src/index/segment/index.js';
import { bucketTerms } from '../../src/index/termdict/index.js';
import { type KnownOrder, sortRecords } from '../sorting/index.js';
import {
  type CountedColumn,
  type EarlierTerms,
  newSuffixText,
  substringSections,
  type TermChanges,
  TextCodes,
} from '../substrings/index.js';
import {
  type BuildContext,
  RecordSpool,
  readOrdinals,
  type StoreSections,
  sharedNumbers,
  type WorkClock,
} from '../work/index.js';
import type { EarlierColumn, FindEarlier } from './earlier-column.js';
import { type DifferingColumn, joinTexts, splitOrdinals } from './joined-texts.js';
import { naturalJob } from './natural-order.js';
import { ordinalsJob } from './ordinal-sections.js';
import { buildReversedOrder, countDocsBefore, type ReversedOrder } from './reversed-order.js';
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

/** The texts of a column, and the resources to build its sections. */
export interface TextSectionsInput {
  readonly field: string;
  readonly stored: TextStorage;
  readonly parts: TextParts;
  /** Doc → text. The builder removes it. */
  readonly texts: RecordSpool;
  /** The columns that share the dictionary. The builder removes their texts. */
  readonly differing: readonly DifferingColumn[];
  readonly context: BuildContext;
  /** Receives finished sections, frees their memory, and returns sections that replace them. */
  readonly storeSections: StoreSections;
  /** Receives the time of each structure. */
  readonly clock: WorkClock;
  readonly findEarlier: FindEarlier;
}

/** A text column without its hash table. */
export interface UnhashedSections {
  readonly sections: AnySection[];
  readonly scan: TermScan;
  /** Approximate shared memory that was used. */
  readonly sharedBytes: number;
}

/** A column of ordinals. */
interface OrdinalColumn {
  readonly name: string;
  readonly sections: AnySection[];
  /** Term → start of its docs; in shared memory. */
  readonly starts: Uint32Array;
}

/** The reversed order of the terms, with the sections that are stored already. */
interface StoredReversedOrder {
  /** Term → position in the order. */
  readonly rank: Uint32Array;
  readonly order: AnySection[];
  readonly starts: AnySection[];
  /** The starts of the columns that share the dictionary. */
  readonly differingStarts: AnySection[];
}

/** The text of a substring tree, and the columns that the tree is built for. */
interface SubstringInput {
  /** Undefined if there are too few terms for a tree. */
  readonly source: { readonly text: Awaited<ReturnType<typeof newSuffixText>>; readonly codes: TextCodes } | undefined;
  readonly columns: readonly [CountedColumn, ...CountedColumn[]];
}

/** @returns an empty list if there is no data */
const listSection = (name: string, data: SectionInput['data'] | undefined): SectionInput[] =>
  data === undefined ? [] : [{ name, data }];

/** Builds the sections of one column. */
export class TextSectionsBuilder {
  readonly #input: TextSectionsInput;
  /** The distinct texts, ascending. */
  readonly #terms: RecordSpool;

  constructor(input: TextSectionsInput) {
    this.#input = input;
    this.#terms = new RecordSpool(input.context.scratch);
  }

  /** Call once. */
  async build(): Promise<UnhashedSections> {
    const { field, stored, parts, texts, differing, context, storeSections, clock } = this.#input;
    const names = sectionNames(field);
    const size = texts.count;
    const earlier = await this.#input.findEarlier();
    const { ordinals, count, occurs } = await this.#sortTexts(earlier);
    const [base, ...sharing] = await this.#buildColumns(splitOrdinals(field, size, differing, ordinals), count);
    if (base === undefined) throw new InvariantError(`the texts of ${field} have no column`);
    const columns = [base, ...sharing];
    const changes = await this.#findChanges(earlier, base);
    const reversedOrder = changes === undefined ? undefined : await earlier?.readReversedOrder(changes);
    const reversed = parts.endsWith ? await this.#buildReversed(base, sharing, reversedOrder) : undefined;
    const hasTree = parts.contains && count > bucketTerms();
    const substrings = await this.#prepareSubstrings(base, sharing, hasTree, occurs);
    const scan = new TermScan(count, context.scratch, parts.endsWith);
    const codes = substrings.source?.codes;
    const scanInput = { terms: this.#terms, rank: reversed?.rank, hashed: stored === 'hashed', codes };
    await scanAllTerms(scanInput, scan, context, clock);
    const rank = await storeSections(listSection(names.reversedRank, reversed?.rank));
    const natural = await storeSections(await this.#buildNatural(base));
    const dictionary = await this.#finishDictionary();
    const earlierTerms = earlier && changes && { sections: earlier.sections, changes };
    const tree = parts.contains ? await storeSections(await this.#buildTree(substrings, size, earlierTerms)) : [];
    // The order of the sections is part of the format.
    const sections = [
      ...dictionary,
      { name: names.heads, data: scan.heads },
      ...columns.flatMap((column) => column.sections),
      ...natural,
      ...listSection(names.reversedHeads, scan.tails),
      ...(reversed?.order ?? []),
      ...rank,
      ...(reversed?.starts ?? []),
      ...(reversed?.differingStarts ?? []),
      ...tree,
    ];
    let sharedBytes = codes?.shared?.byteLength ?? 0;
    for (const { starts } of columns) sharedBytes += starts.byteLength;
    for (const { docs } of substrings.columns) sharedBytes += docs.byteLength;
    return { sections, scan, sharedBytes };
  }

  /** Sorts the texts of all columns into the dictionary. */
  async #sortTexts(earlier: EarlierColumn | undefined): Promise<Awaited<ReturnType<typeof sortRecords>>> {
    const { texts, differing, context, clock } = this.#input;
    const { pool, scratch, runBytes } = context;
    const known = this.#knownOrder(await earlier?.readDocOrder());
    if (differing.length > 0) await joinTexts(texts, differing, runBytes);
    const sorted = await sortRecords(texts, { pool, scratch, runBytes, clock, reversed: false, known }, this.#terms);
    await texts.remove();
    for (const column of differing) await column.texts.remove();
    return sorted;
  }

  /** Builds the ordinals and the posting lists of each column. @param count number of terms */
  async #buildColumns(
    ordinalsByColumn: ReadonlyMap<string, Uint32Array>,
    count: number,
  ): Promise<readonly OrdinalColumn[]> {
    const { stored, context, storeSections, clock } = this.#input;
    const choices = stored === 'plain' ? context.choices : undefined;
    const columns: OrdinalColumn[] = [];
    for (const [name, ordinals] of ordinalsByColumn) {
      const built = await context.pool.run(ordinalsJob, { field: name, ordinals, count, choices }, clock);
      const sections = await storeSections(built);
      columns.push({ name, sections, starts: await sharedNumbers(sections, sectionNames(name).starts) });
    }
    return columns;
  }

  /** Sorting has the memory that the text of the substring tree gets later. */
  #knownOrder(order: Uint32Array | undefined): KnownOrder | undefined {
    return order === undefined ? undefined : { order, bytesMaximum: this.#input.context.textBytes };
  }

  async #findChanges(
    earlier: EarlierColumn | undefined,
    { name, sections, starts }: OrdinalColumn,
  ): Promise<TermChanges | undefined> {
    if (earlier === undefined) return undefined;
    return earlier.findChanges(await readOrdinals(sections, sectionNames(name).ordinals), starts);
  }

  /** @param order known order of the terms from their last byte to their first */
  async #buildReversed(
    base: OrdinalColumn,
    sharing: readonly OrdinalColumn[],
    order: Uint32Array | undefined,
  ): Promise<StoredReversedOrder> {
    const { field, context, storeSections, clock } = this.#input;
    const { pool, scratch, runBytes } = context;
    const { ordinals } = await sortRecords(this.#terms, {
      pool,
      scratch,
      runBytes,
      clock,
      reversed: true,
      known: this.#knownOrder(order),
    });
    clock.on('reversed');
    const reversed: ReversedOrder = buildReversedOrder(ordinals, base.starts);
    clock.off();
    const differingStarts: AnySection[] = [];
    for (const { name, starts } of sharing) {
      const data = countDocsBefore(reversed.order, starts);
      differingStarts.push(...(await storeSections([{ name: sectionNames(name).reversedStarts, data }])));
    }
    const names = sectionNames(field);
    return {
      rank: reversed.rank,
      order: await storeSections([{ name: names.reversedOrder, data: reversed.order }]),
      starts: await storeSections([{ name: names.reversedStarts, data: reversed.starts }]),
      differingStarts,
    };
  }

  /**
   * Prepares the text of the substring tree. Building the tree counts the docs of the base column; the counts of the other
   * columns are derived from them.
   */
  async #prepareSubstrings(
    base: OrdinalColumn,
    sharing: readonly OrdinalColumn[],
    hasTree: boolean,
    occurs: Uint8Array,
  ): Promise<SubstringInput> {
    const toCounted = async ({ name, sections, starts }: OrdinalColumn): Promise<CountedColumn> => {
      const docs = hasTree ? await sharedNumbers(sections, sectionNames(name).docs) : new Uint32Array(0);
      return { name, starts, docs };
    };
    const countedBase = await toCounted(base);
    const countedSharing: CountedColumn[] = [];
    for (const column of sharing) countedSharing.push(await toCounted(column));
    const columns = [countedBase, ...countedSharing] as const;
    if (!hasTree) return { source: undefined, columns };
    const { scratch, textBytes } = this.#input.context;
    const text = await newSuffixText(this.#terms.lengthPieces(), base.starts, occurs);
    return { source: { text, codes: new TextCodes(text, scratch, textBytes) }, columns };
  }

  /** @returns a second column, by the natural ranks of the values; empty without a collation */
  async #buildNatural({ sections, starts }: OrdinalColumn): Promise<AnySection[]> {
    const { field, parts, context, clock } = this.#input;
    const { collation } = parts;
    if (collation === undefined) return [];
    const terms = this.#terms;
    const bytes = await terms.sliceBytes(0, terms.byteLength);
    const rankInput = { bytes, lengths: await terms.lengths(), collation };
    const { ranks, count } = await context.pool.run(naturalJob, rankInput, clock);
    const docs = await sharedNumbers(sections, sectionNames(field).docs);
    const ordinals = new Uint32Array(docs.length);
    for (const [term, rank] of ranks.entries()) {
      for (let index = starts[term]!; index < starts[term + 1]!; index += 1) ordinals[docs[index]!] = rank;
    }
    const columnInput = { field: naturalName(field), ordinals, count, choices: undefined };
    return context.pool.run(ordinalsJob, columnInput, clock);
  }

  /** @returns the sections of the terms; none if the rendered items contain the values */
  async #finishDictionary(): Promise<AnySection[]> {
    const { field, stored } = this.#input;
    if (stored !== 'rendered') return this.#terms.sections(sectionNames(field).terms);
    await this.#terms.remove();
    return [];
  }

  /** @param size number of docs of the base column */
  #buildTree(
    { source, columns }: SubstringInput,
    size: number,
    earlier: EarlierTerms | undefined,
  ): Promise<AnySection[]> {
    const { stored, context, clock } = this.#input;
    const { pool, scratch, capacity } = context;
    const { firstItems, firstItemsAbove, substringSets, quantilesFrom } = context.choices;
    return substringSections(source, {
      columns,
      frequentNodes: {
        first: { docsPerNode: firstItems, docsAbove: firstItemsAbove },
        sets: size < quantilesFrom ? 0 : substringSets,
      },
      buckets: stored === 'rendered' ? 'with checksums' : 'without checksums',
      pool,
      scratch,
      capacity,
      clock,
      earlier,
    });
  }
}
