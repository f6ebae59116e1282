/**
 * Collects the texts of a field with one text per item, in doc order.
 *
 * The texts need not fit into memory. Elsewhere: building the index of the texts (text-sections).
 */
import { createHash } from 'node:crypto';
import { type AnySection, bytesOf } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ByteColumn } from '../read/index.js';
import {
  type BuildContext,
  RecordSpool,
  type ScratchFolder,
  type StoreSections,
  type TextSource,
  type WorkClock,
} from '../work/index.js';
import type { FindEarlier } from './earlier-column.js';
import type { DifferingColumn } from './joined-texts.js';
import { type TextParts, TextSectionsBuilder, type TextStorage } from './text-sections.js';

/** A column that shares another column's dictionary, with texts of its own in the docs where it differs. */
export interface DifferingTexts extends Omit<DifferingColumn, 'texts'> {
  readonly builder: TextColumnBuilder;
}

/** Minimum number of freed bytes of shared memory for which a garbage collection pays. */
const collectionMinimum = 2 ** 22;

/** Collects one text per doc, in doc order. */
export class TextColumnBuilder {
  readonly #field: string;
  readonly #parts: TextParts;
  /** Doc → text; empty if unpopulated, which an index does not distinguish. */
  readonly #texts: RecordSpool;
  readonly #bytesHash = createHash('sha256');
  readonly #lengthsHash = createHash('sha256');

  constructor(field: string, scratch: ScratchFolder, parts: TextParts) {
    this.#parts = parts;
    this.#field = field;
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
   * @param findEarlier   finds the same column in an earlier snapshot
   * Cost: O(bytes · log docs). Memory: about 20 bytes per doc, a few times the bytes of a run per thread, and with a
   * substring tree the distinct texts once, if they are not too long.
   */
  async sections(
    stored: TextStorage,
    context: BuildContext,
    storeSections: StoreSections,
    clock: WorkClock,
    sharers: readonly DifferingTexts[] = [],
    findEarlier: FindEarlier = async () => undefined,
  ): Promise<AnySection[]> {
    if (stored === 'searched') {
      await this.#texts.remove();
      return [];
    }
    const differing = sharers.map(({ name, fallback, docs, builder }) => ({
      name,
      fallback,
      docs,
      texts: builder.#texts,
    }));
    const sectionsBuilder = new TextSectionsBuilder({
      field: this.#field,
      stored,
      parts: this.#parts,
      texts: this.#texts,
      differing,
      context,
      storeSections,
      clock,
      findEarlier,
    });
    const { sections, scan, sharedBytes } = await sectionsBuilder.build();
    // The shared memory is unreferenced now.
    if (sharedBytes >= collectionMinimum) context.pool.collect();
    if (stored !== 'hashed') return sections;
    const slots = await scan.buildSlots(clock);
    const hashSections = await storeSections([{ name: sectionNames(this.#field).hash, data: slots }]);
    return [...sections, ...hashSections];
  }
}
