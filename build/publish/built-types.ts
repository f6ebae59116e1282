/**
 * The types of one build: each read from its file, or linked to the segment of an earlier snapshot.
 *
 * A type is linked in two steps: by its own input, before anything is read; and by its links, once the ids of all types
 * are known. A type that fails the second step is read after all; this does not change the ids of other types.
 * Elsewhere: choosing what to reuse (incremental/reusable-types), reading a type (read-type), writing segments (write-types).
 */
import { InvariantError, OperationError } from '../../src/content/errors/index.js';
import { type ContentType, type DocId, holdsImages, isInverse } from '../../src/content/model/index.js';
import type { ContentHash, ExportSource, ItemsSource, ProblemLog } from '../read/index.js';
import { type BlockCache, TypeBuilder } from '../segment/index.js';
import type { BuildContext } from '../work/index.js';
import { deriveInverses, findInverseJoins, type PartLookup } from './derive-inverses.js';
import { noteMissingFirstItems } from './first-items.js';
import { hashImagesContent, imagesSource } from './image-source.js';
import type { EarlierSnapshot } from './incremental/earlier-snapshots.js';
import type { TypeInputs } from './incremental/inputs.js';
import type { LinkedType } from './incremental/linked-type.js';
import { ReusableTypes } from './incremental/reusable-types.js';
import { type ReadingResources, readType } from './read-type.js';
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

/** The images of an earlier snapshot, if all types whose items hold images are unchanged. */
interface UnchangedImages {
  readonly images: LinkedPart;
  /** The types whose items hold images, by name. */
  readonly holders: ReadonlyMap<string, LinkedType>;
}

export class BuiltTypes implements PartLookup {
  readonly #export: ExportSource;
  readonly #context: BuildContext;
  readonly #report: (progress: BuildProgress) => void;
  readonly #reusable: ReusableTypes;
  readonly #readingResources: ReadingResources;
  readonly #retained: ReadonlySet<string>;
  /** Type → its part, in the model's order. */
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
    const reusable = new ReusableTypes(source, context, earlier, report, (note) => this.notes.push(note));
    this.#reusable = reusable;
    this.#readingResources = { exportSource: source, context, reusable, blockCache, report };
  }

  /** In the model's order. */
  get parts(): readonly TypePart[] {
    return [...this.#parts.values()];
  }

  #setPart(part: TypePart): void {
    this.#parts.set(typeOf(part).name, part);
  }

  /** Reads every type whose own input differs from the input of each earlier segment. */
  async read(): Promise<void> {
    const { sources, model } = this.#export;
    const imageType = [...model.contentTypes.values()].find((type) => type.derived === true);
    if (imageType === undefined) {
      for (const source of sources) this.#setPart(await this.#linkOrRead(source));
      return;
    }
    const unchanged = await this.#findUnchangedImages(imageType);
    if (unchanged === undefined) await this.#readWithImages(imageType);
    else await this.#linkWithImages(unchanged);
  }

  /** Reads all types whose items hold images, and collects the images meanwhile. */
  async #readWithImages(imageType: ContentType): Promise<void> {
    const imageBuilder = new TypeBuilder(imageType, this.#context);
    for (const source of this.#export.sources) {
      const part = holdsImages(source.type) ? await this.#read(source, imageBuilder) : await this.#linkOrRead(source);
      this.#setPart(part);
    }
    this.#setPart(await this.#finishImages(imageBuilder));
  }

  /** Links the images and the types whose items hold them; links or reads the other types. */
  async #linkWithImages({ images, holders }: UnchangedImages): Promise<void> {
    for (const source of this.#export.sources) {
      const holder = holders.get(source.type.name);
      this.#setPart(holder === undefined ? await this.#linkOrRead(source) : linkedPart(source, holder));
    }
    this.#setPart(images);
  }

  /** Links the type to its retained segment or to an earlier segment with the same input, or else reads its file. */
  async #linkOrRead(source: ItemsSource): Promise<TypePart> {
    const linked = (await this.#findRetained(source.type)) ?? (await this.#reusable.find(source));
    return linked === undefined ? this.#read(source) : linkedPart(source, linked);
  }

  async #findRetained(type: ContentType): Promise<LinkedType | undefined> {
    if (!this.#retained.has(type.name)) return undefined;
    const linked = await this.#reusable.findRetained(type);
    if (linked === undefined) this.cannotRetain = true;
    return linked;
  }

  /** @returns undefined if a type whose items hold images has changed */
  async #findUnchangedImages(imageType: ContentType): Promise<UnchangedImages | undefined> {
    const holders = new Map<string, LinkedType>();
    const holderHashes: (readonly [string, ContentHash])[] = [];
    for (const source of this.#export.sources) {
      if (!holdsImages(source.type)) continue;
      const holder = await this.#reusable.find(source);
      if (holder === undefined) return undefined;
      holders.set(source.type.name, holder);
      holderHashes.push([source.type.name, holder.inputs.content]);
    }
    const source = imagesSource(imageType);
    const linkedImages = await this.#reusable.find(source, hashImagesContent(holderHashes));
    if (linkedImages === undefined) return undefined;
    return { images: linkedPart(source, linkedImages), holders };
  }

  /** Call once all items that hold images are read. */
  async #finishImages(builder: TypeBuilder): Promise<BuiltPart> {
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

  /** @param images receives the images that the items hold; undefined if images are not collected */
  async #read(source: ItemsSource, images?: TypeBuilder): Promise<BuiltPart> {
    const part = await readType(source, this.#readingResources, this, images);
    if (this.#hasNoErrors(part.reading)) part.builder.begin();
    return part;
  }

  /**
   * An export with errors is read to its end, to report them all, but not indexed.
   *
   * @param currentLog problems of a type that is not yet one of the parts
   */
  #hasNoErrors(currentLog?: ProblemLog): boolean {
    const logs = [this.#export.problems, ...this.parts.map(readingOf)];
    if (currentLog !== undefined) logs.push(currentLog);
    return logs.every(({ errorCount }) => errorCount === 0);
  }

  #hasNoLinkErrors(): boolean {
    return this.parts.every((part) => linksOf(part).errorCount === 0);
  }

  /** Resolves all links, derives inverse relationships, and adds the problems of reading and of links to the export's, in the order of its types. */
  async resolve(): Promise<void> {
    const step = 'resolving links';
    const total = this.#parts.size;
    this.#report({ step, done: 0, total, unit: 'steps' });
    for (const part of this.parts) {
      if (part.kind === 'linked') await this.#joinOrRead(part);
    }
    for (const [done, part] of this.parts.entries()) {
      this.#report({ step, done, total, unit: 'steps' });
      if (part.kind === 'built') await this.#resolveLinks(part);
    }
    this.#report({ step, done: total, total, unit: 'steps' });
    if (this.#hasNoErrors() && this.#hasNoLinkErrors()) await this.#deriveInverses();
    this.notes.push(...(await noteMissingFirstItems(this.#export.model, this)));
    this.#releaseIds();
    this.#addProblems();
  }

  async #resolveLinks({ builder, resolver }: BuiltPart): Promise<void> {
    await this.loadIds(builder.type.relationships.flatMap((field) => field.to));
    await builder.resolveLinks(resolver);
  }

  /** Keeps a linked type if its inverse relationships have the same links as before, and reads it otherwise. */
  async #deriveInverses(): Promise<void> {
    for (const part of this.parts) {
      if (!typeOf(part).fields.some(isInverse)) continue;
      if (part.kind === 'built') {
        await deriveInverses(part, this);
        continue;
      }
      const joins = await findInverseJoins(part, this);
      if (joins !== undefined) {
        this.#setPart({ ...part, joins: new Map([...part.joins, ...joins]) });
        continue;
      }
      const built = await this.#readAgain(part);
      await this.#resolveLinks(built);
      await deriveInverses(built, this);
    }
  }

  /** Keeps a linked type if its links have the same targets as before, and reads it otherwise. */
  async #joinOrRead(part: LinkedPart): Promise<void> {
    const { source, linked } = part;
    const joins = await linked.findJoins(this);
    if (joins !== undefined) this.#setPart({ kind: 'linked', source, linked, joins });
    else await this.#readAgain(part);
  }

  /** Reads a type whose segment was to be reused, but has other links than it had. */
  async #readAgain({ source, linked }: LinkedPart): Promise<BuiltPart> {
    if (this.#retained.has(source.type.name)) this.cannotRetain = true;
    const part = await this.#read(source);
    // The links of other types were compared with the ids of the linked segment, so the file must still have them.
    if (part.content.sha256 !== linked.inputs.content.sha256 && !this.cannotRetain) {
      throw new OperationError(
        `${source.file} was changed while the export was read. Let the export finish, then build again; nothing was published.`,
      );
    }
    this.#setPart(part);
    return part;
  }

  /** No id is looked up any more; indexing gets the memory. */
  #releaseIds(): void {
    for (const part of this.parts) {
      const idHolder = part.kind === 'linked' ? part.linked : part.builder;
      idHolder.releaseIds();
    }
  }

  #addProblems(): void {
    const { problems } = this.#export;
    let itemCount = 0;
    for (const part of this.parts) {
      problems.addPart(readingOf(part));
      itemCount += sizeOf(part);
    }
    this.#export.checkNotEmpty(itemCount);
    for (const part of this.parts) problems.addPart(linksOf(part));
  }

  partOf(type: string): TypePart {
    const part = this.#parts.get(type);
    if (part === undefined) throw new InvariantError(`this build has no type ${type}`);
    return part;
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
    const recorded: TypeInputs[] = [];
    for (const part of this.parts) {
      const inputs = part.kind === 'linked' ? part.linked.inputs : this.#recordBuilt(part);
      let missingCount = 0;
      for (const targets of inputs.missing.values()) missingCount += targets.length;
      if (missingCount <= missingMaximum) recorded.push(inputs);
    }
    return recorded;
  }

  #recordBuilt({ source, builder, content, reading, resolver, links }: BuiltPart): TypeInputs {
    return {
      name: builder.type.name,
      model: this.#reusable.modelPart(builder.type),
      file: source.file,
      content,
      items: builder.size,
      reading: reading.recordedWarnings,
      links: links.recordedWarnings,
      missing: resolver.missing,
      bare: [...resolver.relationshipsWithBareIds],
      texts: builder.textHashes,
      searches: builder.searchHashes,
    };
  }
}
