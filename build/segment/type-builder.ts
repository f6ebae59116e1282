/**
 * Building one content type's segment: items in, sections out.
 *
 * Holds the ids, the rendered items and the joins, and starts columns and searches. Elsewhere: the columns (type-columns).
 */
import type { ContentType, DocId } from '../../src/content/model/index.js';
import type { AnySection, SegmentInput } from '../../src/format/index.js';
import {
  DICTIONARIES_META,
  DOCUMENTS,
  LOCALES_META,
  localPlacesName,
  POPULATED_META,
  SHARED_META,
  stampsOf,
  TYPE_SEGMENT,
} from '../../src/index/segment/index.js';
import type { LinkReporter } from '../columns/index.js';
import {
  BlockReader,
  type ExportItem,
  IdTable,
  type ItemColumns,
  imageAttributes,
  type LinkTarget,
} from '../read/index.js';
import { type BuildContext, checkItems, READING, RecordSpool, WorkClock } from '../work/index.js';
import { type FindEarlierColumn, startColumn } from './begin-column.js';
import { LocalDocuments } from './local-documents.js';
import { linkPeakBytes } from './peak-bytes.js';
import type { ItemsBuilder } from './read-items.js';
import { SectionBuilder } from './section-making.js';
import { TypeColumns } from './type-columns.js';
import { structureName, TypeSearches } from './type-searches.js';
import { SimilarItemsBuilder } from './type-similar.js';

export interface BuiltType {
  readonly segment: SegmentInput;
  /** Relationship → target index → doc in the target's type. */
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

export class TypeBuilder implements ItemsBuilder {
  readonly type: ContentType;
  /** The id of each doc, in doc order, and its line in its file. Whoever reads items adds theirs. */
  readonly ids = new IdTable();
  /** What reading the items takes, and rendered items; of columns each has its own. */
  readonly clock = new WorkClock();
  readonly #columns: TypeColumns;
  /** Where the type has localized fields. */
  readonly #local: LocalDocuments | undefined;
  readonly #searches: TypeSearches;
  readonly #documents: RecordSpool;
  readonly #context: BuildContext;
  /** Of the images that its items hold, where these are resources. */
  readonly #images: TypeBuilder | undefined;
  readonly #earlier: FindEarlierColumn | undefined;
  readonly #making: SectionBuilder;
  readonly #joins = new Map<string, Uint32Array>();
  /** Where the model asks for them, once every item is added. */
  #similar: SimilarItemsBuilder | undefined;

  /**
   * @param context where columns are made, and what does not stay in memory is kept
   * @param images   is given the images that items hold, where these are resources; undefined: they are known already
   * @param earlier  has the sections of columns whose texts are what they were
   */
  constructor(type: ContentType, context: BuildContext, images?: TypeBuilder, earlier?: FindEarlierColumn) {
    this.type = type;
    this.#earlier = earlier;
    this.#images = images;
    const { scratch } = context;
    this.#context = context;
    this.#making = new SectionBuilder(type.name, context);
    this.#documents = new RecordSpool(scratch);
    this.#columns = new TypeColumns(type, scratch);
    this.#searches = new TypeSearches(this.#columns.fields, this.#making, context);
    this.#local = type.locales.length === 0 ? undefined : new LocalDocuments(type, scratch);
    context.gate.reserve(() => this.#heldBytes);
  }

  /** Until links are resolved. */
  get #heldBytes(): number {
    let bytes = this.ids.byteLength + (this.#similar?.vectors.byteLength ?? 0);
    for (const { builder } of this.#columns.links()) bytes += builder.heldBytes;
    return bytes;
  }

  get size(): number {
    return this.ids.size;
  }

  /** @param columns of items whose ids were added to `ids` last, so that they are of the docs that have none of this yet */
  append({ ids, columns, records, local, images }: ItemColumns): void {
    checkItems(this.type.name, this.size, this.#context.sectionBytes);
    this.#columns.append(ids, columns);
    this.#images?.addImages(images);
    this.clock.on(DOCUMENTS);
    this.#documents.append(records.bytes, records.lengths, records.stored);
    if (local !== undefined) this.#local?.append(local);
    this.clock.on(READING);
  }

  /** Adds those of the images that are new: what is not an image is passed over. */
  addImages(targets: readonly LinkTarget[]): void {
    const items: ExportItem[] = [];
    for (const { id, image } of targets) {
      const line = this.size + 1;
      if (image === undefined || this.ids.add(id, line) !== undefined) continue;
      items.push({ id, line, values: imageAttributes(image), ownLocales: [] });
    }
    if (items.length > 0) this.append(new BlockReader(this.type).toColumns(items));
  }

  /** Writes to the disk what has gathered, where it is much. To be called now and then, between items. */
  async settle(): Promise<void> {
    await this.#columns.settle();
    await this.#documents.flushIfLarge();
    await this.#local?.settle();
    await this.#images?.settle();
  }

  /** To be called once, when every item is added: until a column's turn comes, it has nothing in memory. */
  async finishReading(): Promise<void> {
    await this.#columns.finishAdding();
    await this.#documents.finish();
    await this.#local?.finish();
    this.#columns.share([...this.#sharedDocuments(), ...this.#searches.find(this.type, this.#columns.sharing)]);
  }

  /** Of the locales whose items are rendered as those of an earlier one are. */
  *#sharedDocuments(): Generator<[string, string]> {
    for (let locale = 1; locale < this.type.locales.length; locale += 1) {
      const first = this.#local?.firstOf(locale) ?? locale;
      if (first < locale) yield [localPlacesName(this.type, locale), localPlacesName(this.type, first)];
    }
  }

  /** Begins with what does not wait for other types, once every item is added. */
  begin(): void {
    const { size } = this;
    this.#similar = this.type.similar === true ? new SimilarItemsBuilder(this.type, size) : undefined;
    const { vectors } = this.#similar ?? {};
    this.#searches.begin(size, vectors?.addStems);
    const [searches, making, context] = [this.#searches, this.#making, this.#context];
    for (const column of this.#columns.made()) {
      const sharers = this.#columns.sharersOf(column.name);
      startColumn(column, { size, sharers, searches, sectionBuilder: making, context, earlier: this.#earlier });
    }
  }

  /** How long each column took that is made, from when there was room for it. */
  get columnSeconds(): ReadonlyMap<string, number> {
    return this.#making.columnSeconds;
  }

  /** See TypeColumns.populated. */
  get populated(): ReadonlyMap<string, number> {
    return this.#columns.populated;
  }

  /** See TypeColumns.textHashes. */
  get textHashes(): ReadonlyMap<string, string> {
    return this.#columns.textHashes;
  }

  /** Code of each locale → how many items have values of their own there; undefined where no field is localized. */
  get ownCounts(): ReadonlyMap<string, number> | undefined {
    return this.#local?.ownCounts;
  }

  /** What the columns take, and the rendered items: structure, named as its sections are → seconds. */
  get structureSeconds(): ReadonlyMap<string, number> {
    const seconds = new Map<string, number>();
    const tell = (name: string, ms: number): unknown => seconds.set(name, (seconds.get(name) ?? 0) + ms / 1000);
    for (const [structure, ms] of this.clock.times) if (structure !== READING) tell(structure, ms);
    for (const [column, structure, ms] of this.#making.workTimes()) {
      tell(structureName(column, structure), ms);
    }
    return seconds;
  }

  /** What its items took to be read and rendered, in all threads. */
  get readingSeconds(): number {
    return (this.clock.times.get(READING) ?? 0) / 1000;
  }

  /** @returns the doc with the id, or undefined where there is none. @throws InvariantError after `releaseIds` */
  docOf(id: string): DocId | undefined {
    return this.ids.rankOf(id);
  }

  /** Lets go of the ids and lines but for `size`, once no link is to be resolved any more. */
  releaseIds(): void {
    this.ids.release();
  }

  /** Finds out where all links lead, once every type's items are added. */
  async resolveLinks(reporter: LinkReporter): Promise<void> {
    for (const { name, builder } of this.#columns.links())
      this.#joins.set(name, await builder.resolve(reporter, this.#context, this.#making.clockFor(name)));
  }

  /** @param onField called before each field, for progress. @throws InvariantError before `begin` and `resolveLinks` */
  async finish(onField: (field: string) => void): Promise<BuiltType> {
    for (const { name, builder } of this.#columns.links()) {
      const make = () => builder.sections(this.#context, this.#making.clockFor(name));
      this.#making.start(name, linkPeakBytes(builder.byteLength), make);
    }
    const sections: AnySection[] = [];
    for (const { name, kind } of this.#columns.made()) {
      onField(name);
      if (kind !== 'none') sections.push(...(await this.#making.take(name)));
    }
    for (const name of this.#searches.columns) sections.push(...(await this.#making.take(name)));
    const similar = await this.#similar?.sections(sections, this.#context, this.clock);
    sections.push(
      ...(similar ?? []),
      ...(await this.#documents.sections(DOCUMENTS, true)),
      ...((await this.#local?.sections()) ?? []),
    );
    const { ownCounts } = this;
    const { owners, shared } = this.#columns;
    const meta = new Map([
      ['items', this.size],
      [POPULATED_META, this.populated],
      ...stampsOf(this.type),
      ...(ownCounts === undefined ? [] : [[SHARED_META, shared] as const, [LOCALES_META, ownCounts] as const]),
      ...(owners.size === 0 ? [] : [[DICTIONARIES_META, owners] as const]),
    ]);
    return { segment: { kind: TYPE_SEGMENT, name: this.type.name, meta, sections }, joins: this.#joins };
  }
}
