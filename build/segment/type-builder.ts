/**
 * Building one content type's segment: items in, sections out.
 */
import { type ContentType, type DocId, isFolded, storedType } from '../../src/content/model/index.js';
import type { AnySection, SegmentInput } from '../../src/format/index.js';
import {
  DICTIONARIES_META,
  DOCUMENTS,
  foldedName,
  ID_FIELD,
  LOCALES_META,
  localPlacesName,
  POPULATED_META,
  SHARED_META,
  stampsOf,
  TYPE_SEGMENT,
  unfoldedName,
} from '../../src/index/segment/index.js';
import {
  appendFoldedTexts,
  appendValues,
  type Column,
  columnOf,
  type LinkColumn,
  type LinkReporter,
  PopulatedCounts,
  type TextColumn,
  textColumn,
  textPartsOf,
} from '../columns/index.js';
import {
  BlockReader,
  type ExportItem,
  type ItemColumns,
  imageAttributes,
  type LinkTarget,
  SeenIds,
} from '../read/index.js';
import { type BuildContext, checkItems, READING, RecordSpool, WorkClock } from '../work/index.js';
import { type FindEarlierColumn, startColumn } from './begin-column.js';
import { LocalDocuments } from './local-documents.js';
import { linkPeakBytes } from './peak-bytes.js';
import type { ItemsBuilder } from './read-items.js';
import { SectionBuilder } from './section-making.js';
import { SharedColumns } from './shared-columns.js';
import { SharedDictionaries } from './shared-dictionaries.js';
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
  readonly ids = new SeenIds();
  /** What reading the items takes, and rendered items; of columns each has its own. */
  readonly clock = new WorkClock();
  readonly #ids: TextColumn;
  /** One per stored field. */
  readonly #columns: readonly Column[];
  /** Stored field → the one whose column stands for its own; known once every item is added. */
  #shared: ReadonlyMap<string, string> = new Map();
  readonly #sharing: SharedColumns;
  readonly #dictionaries: SharedDictionaries;
  /** Where the type has localized fields. */
  readonly #local: LocalDocuments | undefined;
  readonly #searches: TypeSearches;
  /** Of the fields that are folded, and their places. */
  readonly #folded: readonly { readonly place: number; readonly column: TextColumn }[];
  /** In the order of the segment: the ids, then each field, with its folded values behind it. */
  readonly #all: readonly Column[];
  readonly #populated: PopulatedCounts;
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
    this.#ids = textColumn(ID_FIELD, 'hashed', scratch, { contains: true, endsWith: true });
    const stored = storedType(type);
    this.#populated = new PopulatedCounts(stored);
    this.#columns = stored.fields.map((field) => columnOf(type, field, scratch));
    this.#sharing = new SharedColumns(type, this.#columns);
    this.#dictionaries = new SharedDictionaries(type, this.#columns, scratch);
    this.#searches = new TypeSearches(this.#columns, this.#making, context);
    this.#local = type.locales.length === 0 ? undefined : new LocalDocuments(type, scratch);
    this.#folded = stored.fields.flatMap((field, place) =>
      isFolded(field)
        ? [{ place, column: textColumn(foldedName(field.name), 'folded', scratch, textPartsOf(field)) }]
        : [],
    );
    this.#all = [
      this.#ids,
      ...this.#columns.flatMap((column, place) => [
        column,
        ...this.#folded.flatMap((folded) => (folded.place === place ? [folded.column] : [])),
      ]),
    ];
    context.gate.reserve(() => this.#heldBytes);
  }

  /** Until links are resolved. */
  get #heldBytes(): number {
    let bytes = this.ids.byteLength + (this.#similar?.vectors.byteLength ?? 0);
    for (const { builder } of this.#links()) bytes += builder.heldBytes;
    return bytes;
  }

  get size(): number {
    return this.ids.size;
  }

  /** @param columns of items whose ids were added to `ids` last, so that they are of the docs that have none of this yet */
  append({ ids, columns, records, local, images }: ItemColumns): void {
    checkItems(this.type.name, this.size, this.#context.sectionBytes);
    this.#ids.builder.append(ids);
    for (const [index, column] of this.#columns.entries()) appendValues(column, columns[index]);
    for (const { place, column } of this.#folded) appendFoldedTexts(column, columns[place]);
    this.#populated.append(columns);
    this.#sharing.append(columns);
    this.#dictionaries.append(columns, ids.lengths.length);
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
      items.push({ id, line, values: imageAttributes(image), own: [] });
    }
    if (items.length > 0) this.append(new BlockReader(this.type).columnsOf(items));
  }

  /** Writes to the disk what has gathered, where it is much. To be called now and then, between items. */
  async settle(): Promise<void> {
    for (const column of this.#all) {
      if (column.kind !== 'none') await column.builder.settle();
    }
    await this.#documents.flushIfLarge();
    await this.#local?.settle();
    await this.#dictionaries.settle();
    await this.#images?.settle();
  }

  /** To be called once, when every item is added: until a column's turn comes, it has nothing in memory. */
  async finishReading(): Promise<void> {
    for (const column of this.#all) {
      if (column.kind !== 'none') await column.builder.finishAdding();
    }
    await this.#documents.finish();
    await this.#local?.finish();
    await this.#dictionaries.finish();
    this.#dictionaries.find(this.#sharing.names);
    this.#shared = new Map([
      ...this.#sharing.names,
      ...this.#sharedDocuments(),
      ...this.#searches.find(this.type, this.#sharing),
    ]);
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
    for (const column of this.#made()) {
      const sharers = this.#dictionaries.sharersOf(column.name, this.#all);
      startColumn(column, { size, sharers, searches, sectionBuilder: making, context, earlier: this.#earlier });
    }
  }

  /** The columns that are made for themselves, those with them that have their dictionary. */
  #made(): readonly Column[] {
    const { owners } = this.#dictionaries;
    const isElsewhere = (name: string): boolean => this.#shared.has(name) || owners.has(name);
    const isShared = (name: string): boolean => isElsewhere(name) || isElsewhere(unfoldedName(name));
    return this.#all.filter(({ name }) => !isShared(name));
  }

  /** How long each column took that is made, from when there was room for it. */
  get columnSeconds(): ReadonlyMap<string, number> {
    return this.#making.columnSeconds;
  }

  /** Stored field → how many items have a value there, once links are resolved; in the model's order. */
  get populated(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [place, { name, ...column }] of this.#columns.entries()) {
      const own = column.kind === 'links' ? column.builder.populated : this.#populated.of(place);
      // Those of a shared column are counted already, as it is that of an earlier locale.
      counts.set(name, counts.get(this.#shared.get(name) ?? '') ?? own);
    }
    return counts;
  }

  /** Column of texts → a hash of them, once every item is added; of those whose dictionary is their own alone. */
  get textHashes(): ReadonlyMap<string, string> {
    const alone = this.#made().filter(({ name }) => this.#dictionaries.sharersOf(name, this.#all).length === 0);
    return new Map(alone.flatMap(({ name, ...of }) => (of.kind === 'text' ? [[name, of.builder.hash]] : [])));
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

  *#links(): Generator<LinkColumn> {
    for (const column of this.#columns) if (column.kind === 'links' && !this.#shared.has(column.name)) yield column;
  }

  /** Finds out where all links lead, once every type's items are added. */
  async resolveLinks(reporter: LinkReporter): Promise<void> {
    for (const { name, builder } of this.#links())
      this.#joins.set(name, await builder.resolve(reporter, this.#context, this.#making.clockFor(name)));
  }

  /** @param onField called before each field, for progress. @throws InvariantError before `begin` and `resolveLinks` */
  async finish(onField: (field: string) => void): Promise<BuiltType> {
    for (const { name, builder } of this.#links()) {
      const make = () => builder.sections(this.#context, this.#making.clockFor(name));
      this.#making.start(name, linkPeakBytes(builder.byteLength), make);
    }
    const sections: AnySection[] = [];
    for (const { name, kind } of this.#made()) {
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
    const { owners } = this.#dictionaries;
    const meta = new Map([
      ['items', this.size],
      [POPULATED_META, this.populated],
      ...stampsOf(this.type),
      ...(ownCounts === undefined ? [] : [[SHARED_META, this.#shared] as const, [LOCALES_META, ownCounts] as const]),
      ...(owners.size === 0 ? [] : [[DICTIONARIES_META, owners] as const]),
    ]);
    return { segment: { kind: TYPE_SEGMENT, name: this.type.name, meta, sections }, joins: this.#joins };
  }
}
