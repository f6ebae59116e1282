/**
 * Builds the segment of one content type: receives items, returns sections.
 *
 * Order of calls: 1. `append` for each block, with `settle` between blocks; 2. `finishReading`; 3. `begin`, which starts all
 * columns except links; 4. `resolveLinks`, once the ids of all types are read; 5. `deriveInverse` for each inverse
 * relationship; 6. `releaseIds`; 7. `finish`.
 * Elsewhere: the columns (type-columns), the searches (type-searches), rendered items of other locales (local-documents).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { ContentType, DocId } from '../../src/content/model/index.js';
import type { AnySection, Packed, SegmentInput } from '../../src/format/index.js';
import {
  DICTIONARIES_META,
  DOCUMENTS,
  LOCALES_META,
  listStamps,
  localPlacesName,
  POPULATED_META,
  SHARED_META,
  sortOrdinalsSection,
  TYPE_SEGMENT,
} from '../../src/index/segment/index.js';
import type { InverseLinks, LinkingItems, LinkReporter, ResolvedLinks } from '../columns/index.js';
import {
  BlockReader,
  type ExportItem,
  IdTable,
  type ItemColumns,
  imageAttributes,
  type LinkTarget,
} from '../read/index.js';
import {
  type BuildContext,
  checkItems,
  type Ordinals,
  READING,
  RecordSpool,
  readOrdinals,
  WorkClock,
} from '../work/index.js';
import { EarlierColumns, type EarlierType } from './earlier/index.js';
import { LocalDocuments } from './local-documents.js';
import { linkPeakBytes } from './peak-bytes.js';
import type { ItemsBuilder } from './read-items.js';
import { SectionBuilder } from './section-builder.js';
import { SimilarItemsBuilder } from './similar-items-builder.js';
import { startColumn } from './start-column.js';
import { TypeColumns } from './type-columns.js';
import { structureName, TypeSearches } from './type-searches.js';

export interface BuiltType {
  readonly segment: SegmentInput;
  /** Relationship → target index → doc in the target's type. */
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

export class TypeBuilder implements ItemsBuilder {
  readonly type: ContentType;
  /** The id and the line of each doc, in doc order. The reader of the items adds them. */
  readonly ids = new IdTable();
  /** Measures reading and rendering items; each column has a clock of its own. */
  readonly clock = new WorkClock();
  readonly #columns: TypeColumns;
  /** Undefined if the type has no localized fields. */
  readonly #localDocuments: LocalDocuments | undefined;
  readonly #searches: TypeSearches;
  readonly #documents: RecordSpool;
  readonly #context: BuildContext;
  /** Builder of the images type, if images of the items are resources and that type is built. */
  readonly #images: TypeBuilder | undefined;
  readonly #earlier: EarlierType | undefined;
  readonly #sectionBuilder: SectionBuilder;
  readonly #joins = new Map<string, Uint32Array>();
  /** Set after the last item, if the model has similar items. */
  #similar: SimilarItemsBuilder | undefined;

  /**
   * @param context           threads, temporary files and memory of the build
   * @param images            receives the images of the items; undefined if images are not resources, or their type is linked
   * @param earlier           the same type in an earlier snapshot, whose text columns may be reused
   */
  constructor(type: ContentType, context: BuildContext, images?: TypeBuilder, earlier?: EarlierType) {
    this.type = type;
    this.#earlier = earlier;
    this.#images = images;
    const { scratch } = context;
    this.#context = context;
    this.#sectionBuilder = new SectionBuilder(type.name, context);
    this.#documents = new RecordSpool(scratch);
    this.#columns = new TypeColumns(type, scratch);
    this.#searches = new TypeSearches(this.#columns.fields, this.#sectionBuilder, context);
    this.#localDocuments = type.locales.length === 0 ? undefined : new LocalDocuments(type, scratch);
    // The gate admits columns by the free memory, and this memory is not free until links are resolved.
    context.gate.reserve(() => this.#heldBytes);
  }

  /** Memory in use until links are resolved. */
  get #heldBytes(): number {
    let bytes = this.ids.byteLength + (this.#similar?.vectors.byteLength ?? 0);
    for (const { builder } of this.#columns.links()) bytes += builder.heldBytes;
    return bytes;
  }

  get size(): number {
    return this.ids.size;
  }

  /** Adds items. @param columns the items whose ids were added to `ids` since the last call */
  append({ ids, columns, records, local, images }: ItemColumns): void {
    checkItems(this.type.name, this.size, this.#context.sectionBytes);
    this.#columns.append(ids, columns);
    this.#images?.addImages(images);
    this.clock.on(DOCUMENTS);
    this.#documents.append(records.bytes, records.lengths, records.stored);
    if (local !== undefined) this.#localDocuments?.append(local);
    this.clock.on(READING);
  }

  /** Adds the images that are new. Targets that are not images are ignored. */
  addImages(targets: readonly LinkTarget[]): void {
    const items: ExportItem[] = [];
    for (const { id, image } of targets) {
      const line = this.size + 1;
      if (image === undefined || this.ids.add(id, line) !== undefined) continue;
      items.push({ id, line, values: imageAttributes(image), ownLocales: [] });
    }
    if (items.length > 0) this.append(new BlockReader(this.type).toColumns(items));
  }

  /** Writes large buffers to the disk. Call it regularly, between blocks. */
  async settle(): Promise<void> {
    await this.#columns.settle();
    await this.#documents.flushIfLarge();
    await this.#localDocuments?.settle();
    await this.#images?.settle();
  }

  /** Call it once, after the last item: all large buffers are written to the disk, until their column is built. */
  async finishReading(): Promise<void> {
    await this.#columns.finishAdding();
    await this.#documents.finish();
    await this.#localDocuments?.finish();
    this.#columns.share([...this.#sharedDocuments(), ...this.#searches.find(this.type, this.#columns.sharing)]);
  }

  /**
   * Pairs of section names: the section of a locale, and the section of an earlier locale with equal rendered items. These
   * sections have the place of each item's rendered attributes (localPlacesName).
   */
  *#sharedDocuments(): Generator<[string, string]> {
    for (let locale = 1; locale < this.type.locales.length; locale += 1) {
      const first = this.#localDocuments?.firstOf(locale) ?? locale;
      if (first < locale) yield [localPlacesName(this.type, locale), localPlacesName(this.type, first)];
    }
  }

  /** Starts searches and all columns except links, which wait for other types. Call it after `finishReading`. */
  begin(): void {
    const { size } = this;
    this.#similar = this.type.similar === true ? new SimilarItemsBuilder(this.type, size) : undefined;
    this.#searches.begin({ items: size, onStems: this.#similar?.vectors.addStems, earlier: this.#earlier });
    const earlierColumns = new EarlierColumns(this.type, this.#earlier, this.#documents);
    for (const column of this.#columns.builtColumns()) {
      startColumn(column, {
        size,
        sharers: this.#columns.sharersOf(column.name),
        searches: this.#searches,
        sectionBuilder: this.#sectionBuilder,
        context: this.#context,
        earlier: this.#earlier,
        earlierColumns,
      });
    }
  }

  /** Column → seconds from its admission by the memory gate to its end. */
  get columnSeconds(): ReadonlyMap<string, number> {
    return this.#sectionBuilder.columnSeconds;
  }

  /** Stored field → number of items with a value, after links are resolved. */
  get populated(): ReadonlyMap<string, number> {
    return this.#columns.populated;
  }

  /** Text column that shares no dictionary → hash of its texts, after the last item. */
  get textHashes(): ReadonlyMap<string, string> {
    return this.#columns.textHashes;
  }

  /** Search index → hash of the texts that it has words of, after the last item. */
  get searchHashes(): ReadonlyMap<string, string> {
    return this.#searches.textHashes;
  }

  /** Code of each locale → number of items with values of their own there; undefined if no field is localized. */
  get ownCounts(): ReadonlyMap<string, number> | undefined {
    return this.#localDocuments?.ownCounts;
  }

  /** Structure, named as its sections → thread-seconds for building it. */
  get structureSeconds(): ReadonlyMap<string, number> {
    const seconds = new Map<string, number>();
    const addTime = (name: string, ms: number): void => {
      seconds.set(name, (seconds.get(name) ?? 0) + ms / 1000);
    };
    for (const [structure, ms] of this.clock.times) if (structure !== READING) addTime(structure, ms);
    for (const [column, structure, ms] of this.#sectionBuilder.workTimes()) {
      addTime(structureName(column, structure), ms);
    }
    return seconds;
  }

  /** Thread-seconds for reading and rendering the items. */
  get readingSeconds(): number {
    return (this.clock.times.get(READING) ?? 0) / 1000;
  }

  /** @returns the doc with the id, or undefined if there is none. @throws InvariantError after `releaseIds` */
  docOf(id: string): DocId | undefined {
    return this.ids.rankOf(id);
  }

  /** Releases ids and lines; `size` still works. Call it after all links are resolved. */
  releaseIds(): void {
    this.ids.release();
  }

  /** Resolves all links. Call it after the items of all types are read. */
  async resolveLinks(reporter: LinkReporter): Promise<void> {
    for (const { name, builder } of this.#columns.links()) {
      this.#joins.set(name, await builder.resolve(reporter, this.#context, this.#sectionBuilder.clockFor(name)));
    }
  }

  /** @returns the links of a relationship, after `resolveLinks`. @throws InvariantError before, and if there is none */
  async loadLinks(relationship: string): Promise<ResolvedLinks> {
    const docs = this.#joins.get(relationship);
    for (const { name, builder } of this.#columns.links()) {
      if (name === relationship && docs !== undefined) return builder.loadLinks(docs);
    }
    throw new InvariantError(`the links of ${this.type.name}.${relationship} are not resolved`);
  }

  /**
   * @param field stored field that items are sorted by, or `id`
   * @returns doc → its place in the order of the values; 0 if it has no value. Waits until the column is built.
   * @throws InvariantError before `begin`
   */
  async readSortOrdinals(field: string): Promise<Ordinals> {
    const sections = await this.#sectionBuilder.read(this.#columns.owners.get(field) ?? field);
    return readOrdinals(sections, sortOrdinalsSection(this.type, field));
  }

  /** A view of the item's id in UTF-8. @throws InvariantError after `releaseIds` */
  readonly idOf = (doc: number): Uint8Array => this.ids.bytesOf(doc);

  /**
   * Takes the links of an inverse relationship. Call it for each, after the links of all types are resolved.
   *
   * @param items the items of the linking type
   */
  async deriveInverse(relationship: string, links: InverseLinks, items: LinkingItems): Promise<void> {
    for (const { name, builder } of this.#columns.inverses()) {
      if (name !== relationship) continue;
      const clock = this.#sectionBuilder.clockFor(name);
      this.#joins.set(name, await builder.derive(links, items, this.#context, clock));
    }
  }

  /** @param onField called before each field, for progress. @throws InvariantError before `begin` and `resolveLinks` */
  async finish(onField: (field: string) => void): Promise<BuiltType> {
    for (const { name, builder } of [...this.#columns.links(), ...this.#columns.inverses()]) {
      const buildSections = () => builder.sections(this.#context, this.#sectionBuilder.clockFor(name));
      this.#sectionBuilder.start(name, linkPeakBytes(builder.byteLength), buildSections);
    }
    const sections: AnySection[] = [];
    for (const { name, kind } of this.#columns.builtColumns()) {
      onField(name);
      if (kind !== 'none') sections.push(...(await this.#sectionBuilder.take(name)));
    }
    for (const name of this.#searches.columns) sections.push(...(await this.#sectionBuilder.take(name)));
    if (this.#similar !== undefined) {
      sections.push(...(await this.#similar.sections(sections, this.#context, this.clock)));
    }
    sections.push(...(await this.#documents.sections(DOCUMENTS, 'with checksums')));
    if (this.#localDocuments !== undefined) sections.push(...(await this.#localDocuments.sections()));
    const segment = { kind: TYPE_SEGMENT, name: this.type.name, meta: this.#createMeta(), sections };
    return { segment, joins: this.#joins };
  }

  /** @returns the entries of the segment's header; their order is part of the format */
  #createMeta(): SegmentInput['meta'] {
    const meta = new Map<string, Packed>([
      ['items', this.size],
      [POPULATED_META, this.populated],
      ...listStamps(this.type),
    ]);
    // `shared`: structures that are not built, with the ones that replace them; `owners`: the same for dictionaries.
    const { owners, shared } = this.#columns;
    if (this.ownCounts !== undefined) {
      meta.set(SHARED_META, shared);
      meta.set(LOCALES_META, this.ownCounts);
    }
    if (owners.size > 0) meta.set(DICTIONARIES_META, owners);
    return meta;
  }
}
