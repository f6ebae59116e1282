/**
 * The types of one build: each read from its file, or linked to the segment of an earlier snapshot.
 *
 * A type is linked in two steps: by its own input, before anything is read; and by its links, once the ids of all types
 * are known. A type that fails the second step is read after all; this does not change the ids of other types.
 * Elsewhere: choosing what to reuse (incremental/reusable-types), writing segments (write-types).
 */
import { list, OperationError } from '../../src/content/errors/index.js';
import { type ContentType, type DocId, holdsImages } from '../../src/content/model/index.js';
import {
  type ContentHash,
  ContentHasher,
  type ExportSource,
  type ItemsSource,
  type ProblemLog,
} from '../read/index.js';
import { type BlockCache, readItems, TypeBuilder } from '../segment/index.js';
import type { BuildContext } from '../work/index.js';
import { hashImagesContent, imagesSource } from './image-source.js';
import type { EarlierSnapshot } from './incremental/earlier-snapshots.js';
import type { TypeInputs } from './incremental/inputs.js';
import type { ItemLookup, LinkedType } from './incremental/linked-type.js';
import { ReusableTypes } from './incremental/reusable-types.js';
import type { BuildProgress } from './report/report.js';
import { LinkResolver } from './resolve-links.js';
import {
  type BuiltPart,
  contentOf,
  type LinkedPart,
  linkedPart,
  linksOf,
  readingOf,
  sizeOf,
  type TypePart,
  typeOf,
} from './type-parts.js';

/** Maximum number of distinct dangling targets that are recorded for one type. */
const missingMaximum = 100_000;

export class BuiltTypes implements ItemLookup {
  readonly #export: ExportSource;
  readonly #context: BuildContext;
  readonly #report: (progress: BuildProgress) => void;
  readonly #reusable: ReusableTypes;
  readonly #blockCache: BlockCache | undefined;
  readonly #retained: ReadonlySet<string>;
  readonly #parts = new Map<string, TypePart>();
  /** Sentences for the report: reasons why earlier segments were not reused, and tuned items that are missing. */
  readonly notes: string[] = [];
  /** Whether a retained type cannot keep its served segment: its model has changed, or its links have other targets. */
  cannotRetain = false;

  /**
   * @param earlier    snapshots that may be reused, the likeliest first
   * @param blockCache blocks that earlier builds of this process have read
   * @param retained   names of types whose segments come from the first of `earlier`, even if the export differs
   */
  constructor(
    source: ExportSource,
    context: BuildContext,
    earlier: readonly EarlierSnapshot[],
    report: (progress: BuildProgress) => void,
    blockCache?: BlockCache,
    retained: ReadonlySet<string> = new Set(),
  ) {
    this.#retained = retained;
    this.#export = source;
    this.#context = context;
    this.#report = report;
    this.#blockCache = blockCache;
    this.#reusable = new ReusableTypes(source, context, earlier, report, (note) => this.notes.push(note));
  }

  /** In the model's order. */
  get parts(): readonly TypePart[] {
    return [...this.#parts.values()];
  }

  /** Reads every type whose own input differs from that of each earlier segment. */
  async read(): Promise<void> {
    const { sources, model } = this.#export;
    const imageType = [...model.contentTypes.values()].find((type) => type.derived === true);
    const imageHolders = new Map<string, LinkedType>();
    const linkedImages = imageType && (await this.#linkedImages(imageType, imageHolders));
    const imageBuilder =
      imageType !== undefined && linkedImages === undefined ? new TypeBuilder(imageType, this.#context) : undefined;
    for (const source of sources) {
      const { type } = source;
      // The images are collected while the items that have them are read.
      const mustReadForImages = imageBuilder !== undefined && holdsImages(type);
      const linked = mustReadForImages
        ? undefined
        : (imageHolders.get(type.name) ?? (await this.#findReusable(source)));
      const part = linked === undefined ? await this.#build(source, imageBuilder) : linkedPart(source, linked);
      this.#parts.set(type.name, part);
    }
    if (linkedImages !== undefined) this.#parts.set(linkedImages.source.type.name, linkedImages);
    if (imageBuilder !== undefined) this.#parts.set(imageBuilder.type.name, await this.#builtImages(imageBuilder));
  }

  /** @returns the retained segment of the type, or an earlier segment with the same input */
  async #findReusable(source: ItemsSource): Promise<LinkedType | undefined> {
    const retained = await this.#findRetained(source.type);
    return retained ?? this.#reusable.find(source);
  }

  async #findRetained(type: ContentType): Promise<LinkedType | undefined> {
    if (!this.#retained.has(type.name)) return undefined;
    const linked = await this.#reusable.findRetained(type);
    if (linked === undefined) this.cannotRetain = true;
    return linked;
  }

  /**
   * @param holders receives the types whose items hold images
   * @returns the images as an earlier snapshot has them; undefined unless all types that hold images are unchanged
   */
  async #linkedImages(type: ContentType, holders: Map<string, LinkedType>): Promise<LinkedPart | undefined> {
    const contentHashes: (readonly [string, ContentHash])[] = [];
    for (const source of this.#export.sources.filter(({ type: sourceType }) => holdsImages(sourceType))) {
      const linked = await this.#reusable.find(source);
      if (linked === undefined) return undefined;
      holders.set(source.type.name, linked);
      contentHashes.push([source.type.name, linked.inputs.content]);
    }
    const source = imagesSource(type);
    const linked = await this.#reusable.find(source, hashImagesContent(contentHashes));
    return linked && linkedPart(source, linked);
  }

  /** Call once all items that hold images are read. */
  async #builtImages(builder: TypeBuilder): Promise<BuiltPart> {
    const { problems } = this.#export;
    const source = imagesSource(builder.type);
    await builder.finishReading();
    if (this.#hasNoErrors()) builder.begin();
    const holders = this.parts.filter((part) => holdsImages(typeOf(part)));
    const contentHash = hashImagesContent(holders.map((part) => [typeOf(part).name, contentOf(part)]));
    const links = problems.createPart();
    const resolver = new LinkResolver(this, source.file, (doc) => builder.ids.lineOf(doc), links);
    return { kind: 'built', source, builder, content: contentHash, reading: problems.createPart(), resolver, links };
  }

  /** Resolves all links, and adds the problems of reading and of links to the export's, in the order of its types. */
  async resolve(): Promise<void> {
    const step = 'resolving links';
    const total = this.#parts.size;
    this.#report({ step, done: 0, total, unit: 'steps' });
    for (const part of this.parts) {
      if (part.kind === 'linked') await this.#joinOrBuild(part);
    }
    for (const [done, part] of this.parts.entries()) {
      this.#report({ step, done, total, unit: 'steps' });
      if (part.kind === 'linked') continue;
      await this.loadIds(part.builder.type.relationships.flatMap((field) => field.to));
      await part.builder.resolveLinks(part.resolver);
    }
    this.#report({ step, done: total, total, unit: 'steps' });
    await this.#noteMissingFirstItems();
    // No id is looked up from here on; indexing gets the memory.
    for (const part of this.parts) {
      const idHolder = part.kind === 'linked' ? part.linked : part.builder;
      idHolder.releaseIds();
    }
    const { problems } = this.#export;
    for (const part of this.parts) problems.addPart(readingOf(part));
    this.#export.checkNotEmpty(this.parts.reduce((sum, part) => sum + sizeOf(part), 0));
    for (const part of this.parts) problems.addPart(linksOf(part));
  }

  /** Notes the items that the search tuning puts first but that do not exist; searches would silently omit them. */
  async #noteMissingFirstItems(): Promise<void> {
    const { locales, search } = this.#export.model;
    for (const { search: tuning } of locales.length > 0 ? locales : [{ search }]) {
      for (const { search: words, type, ids } of tuning?.first ?? []) {
        if (this.#parts.get(type) === undefined) {
          this.notes.push(`"first" of "${words}" names the content type ${type}, which the model does not have`);
          continue;
        }
        await this.loadIds([type]);
        const missing = ids.filter((id) => this.docOf(type, id) === undefined);
        if (missing.length > 0) this.notes.push(`"first" of "${words}" names no ${type}: ${list(missing)}`);
      }
    }
  }

  contentOf(type: string): string | undefined {
    const part = this.#parts.get(type);
    return part === undefined ? undefined : contentOf(part).sha256;
  }

  /** Reads the ids of linked types; built types have their ids already. */
  async loadIds(types: readonly string[]): Promise<void> {
    for (const type of types) {
      const part = this.#parts.get(type);
      if (part?.kind === 'linked') await part.linked.loadIds();
    }
  }

  /** @throws InvariantError once all links are resolved */
  docOf(type: string, id: string): DocId | undefined {
    const part = this.#parts.get(type);
    return part?.kind === 'linked' ? part.linked.docOf(id) : part?.builder.docOf(id);
  }

  /** @returns the record of these types for the next build, without types with too many dangling links to record */
  recordInputs(): TypeInputs[] {
    const allInputs = this.parts.map((part): TypeInputs => {
      if (part.kind === 'linked') return part.linked.inputs;
      const { builder, content, reading, resolver, links } = part;
      return {
        name: builder.type.name,
        model: this.#reusable.modelPart(builder.type),
        file: part.source.file,
        content,
        items: builder.size,
        reading: reading.recordedWarnings,
        links: links.recordedWarnings,
        missing: resolver.missing,
        bare: [...resolver.relationshipsWithBareIds],
        texts: builder.textHashes,
      };
    });
    const missingCount = ({ missing }: TypeInputs): number =>
      [...missing.values()].reduce((sum, targets) => sum + targets.length, 0);
    return allInputs.filter((inputs) => missingCount(inputs) <= missingMaximum);
  }

  /**
   * An export with errors is read to its end, to report them all, but not indexed.
   *
   * @param currentLog problems of a type that is not yet one of the parts
   */
  #hasNoErrors(currentLog?: ProblemLog): boolean {
    const logs = [
      this.#export.problems,
      ...this.parts.map(readingOf),
      ...(currentLog === undefined ? [] : [currentLog]),
    ];
    return logs.every(({ errorCount }) => errorCount === 0);
  }

  /** @param images receives the images that the items hold; undefined if the images are linked */
  async #build(source: ItemsSource, images?: TypeBuilder): Promise<BuiltPart> {
    const { type, byteLength } = source;
    const step = `reading ${type.name}`;
    const builder = new TypeBuilder(type, this.#context, images, this.#reusable.textsOf(type));
    const reading = this.#export.problems.createPart();
    const links = this.#export.problems.createPart();
    const hasher = new ContentHasher();
    let done = 0;
    const onBytes = (addedBytes: number): void => {
      done += addedBytes;
      this.#report({ step, done, total: byteLength, unit: 'bytes' });
    };
    const options = {
      ids: builder.ids,
      problems: reading,
      onBytes,
      onContent: (bytes: Uint8Array) => hasher.add(bytes),
    };
    const cached = this.#blockCache?.openType(type.name, this.#reusable.modelPart(type), this.#context.scratch);
    await readItems(this.#export.readItems(type, options), builder, this.#context.pool, cached);
    this.#report({ step, done: byteLength, total: byteLength, unit: 'bytes' });
    if (this.#hasNoErrors(reading)) builder.begin();
    const resolver = new LinkResolver(this, source.file, (doc) => builder.ids.lineOf(doc), links);
    return { kind: 'built', source, builder, content: hasher.end(), reading, resolver, links };
  }

  /** Keeps a linked type if its links have the same targets as before, and builds it otherwise. */
  async #joinOrBuild({ source, linked }: LinkedPart): Promise<void> {
    const joins = await linked.findJoins(this);
    if (joins !== undefined) {
      this.#parts.set(source.type.name, { kind: 'linked', source, linked, joins });
      return;
    }
    if (this.#retained.has(source.type.name)) this.cannotRetain = true;
    const part = await this.#build(source);
    // The links of other types were compared with the ids of the linked segment, so the file must still have them.
    if (part.content.sha256 !== linked.inputs.content.sha256 && !this.cannotRetain) {
      throw new OperationError(
        `${source.file} was changed while the export was read. Let the export finish, then build again; nothing was published.`,
      );
    }
    this.#parts.set(source.type.name, part);
  }
}
