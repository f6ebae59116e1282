/**
 * The types of one build: each read from its file, or linked to the segment that an earlier snapshot has of it.
 *
 * Whether a type can be linked is decided in two steps: by its own input, before anything is read; and by its links, once
 * the ids of all types are known. What then cannot be linked is read after all, which changes nobody's ids.
 */
import { createHash } from 'node:crypto';
import { list, OperationError } from '../../src/content/errors/index.js';
import { type ContentType, type DocId, holdsImages } from '../../src/content/model/index.js';
import { TYPE_SEGMENT } from '../../src/index/segment/index.js';
import { type ContentHash, ContentHasher, type ExportSource, type ItemsSource, ProblemLog } from '../read/index.js';
import { type EarlierTexts, type KnownBlocks, readItems, TypeBuilder } from '../segment/index.js';
import type { Workshop } from '../work/index.js';
import type { EarlierSnapshot } from './incremental/earlier.js';
import { modelPartOf, type TypeInputs } from './incremental/inputs.js';
import { type KnownItems, LinkedType } from './incremental/linked-type.js';
import type { BuildProgress } from './report.js';
import { LinkResolver } from './resolve-links.js';

/** A type that is built. */
export interface BuiltPart {
  readonly kind: 'built';
  readonly source: ItemsSource;
  readonly builder: TypeBuilder;
  readonly content: ContentHash;
  /** What was met while reading. */
  readonly reading: ProblemLog;
  readonly resolver: LinkResolver;
  readonly links: ProblemLog;
}

/** A type whose segment an earlier snapshot has. */
export interface LinkedPart {
  readonly kind: 'linked';
  readonly source: ItemsSource;
  readonly linked: LinkedType;
  /** Relationship → target index → doc; known once links are resolved. */
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

export type TypePart = BuiltPart | LinkedPart;

/** Distinct targets of one type that led nowhere. */
const missingMaximum = 100_000;

export class BuildTypes implements KnownItems {
  readonly #export: ExportSource;
  readonly #workshop: Workshop;
  readonly #report: (progress: BuildProgress) => void;
  readonly #earlier: readonly EarlierSnapshot[];
  readonly #known: KnownBlocks | undefined;
  readonly #held: ReadonlySet<string>;
  readonly #parts = new Map<string, TypePart>();
  /** What stood in the way of going on from an earlier snapshot, in words. */
  readonly notes: string[] = [];
  /** Whether a type cannot stay as it is served: it has another model, or its links lead elsewhere. */
  cannotHold = false;

  /**
   * @param earlier what may be gone on from, the likeliest first
   * @param known   what builds before have read, of which this one goes on
   * @param held    types that are to stay as the first of `earlier` has them, whatever the export says
   */
  constructor(
    source: ExportSource,
    workshop: Workshop,
    earlier: readonly EarlierSnapshot[],
    report: (progress: BuildProgress) => void,
    known?: KnownBlocks,
    held: ReadonlySet<string> = new Set(),
  ) {
    this.#held = held;
    this.#export = source;
    this.#workshop = workshop;
    this.#earlier = earlier;
    this.#report = report;
    this.#known = known;
  }

  /** In the model's order. */
  get parts(): readonly TypePart[] {
    return [...this.#parts.values()];
  }

  /** Reads every type whose own input is not that of an earlier segment. */
  async read(): Promise<void> {
    const { sources, model } = this.#export;
    const derived = [...model.contentTypes.values()].find((type) => type.derived === true);
    const holders = new Map<string, LinkedType>();
    const images = derived && (await this.#earlierImages(derived, holders));
    const made = derived !== undefined && images === undefined ? new TypeBuilder(derived, this.#workshop) : undefined;
    for (const source of sources) {
      const mustRead = made !== undefined && holdsImages(source.type);
      const linked = mustRead
        ? undefined
        : (holders.get(source.type.name) ?? (await this.#heldOf(source)) ?? (await this.#earlierOf(source)));
      const part = linked === undefined ? await this.#build(source, made) : linkedPart(source, linked);
      this.#parts.set(source.type.name, part);
    }
    if (images !== undefined) this.#parts.set(images.source.type.name, images);
    if (made !== undefined) this.#parts.set(made.type.name, await this.#imagesPart(made));
  }

  /**
   * @param holders is given the types whose items hold images
   * @returns the images as an earlier snapshot has them, where all items that hold some are what they were
   */
  async #earlierImages(type: ContentType, holders: Map<string, LinkedType>): Promise<LinkedPart | undefined> {
    const contents: (readonly [string, ContentHash])[] = [];
    for (const source of this.#export.sources.filter((one) => holdsImages(one.type))) {
      const linked = await this.#earlierOf(source);
      if (linked === undefined) return undefined;
      holders.set(source.type.name, linked);
      contents.push([source.type.name, linked.inputs.content]);
    }
    const source = imagesSource(type);
    const linked = await this.#earlierOf(source, imagesContent(contents));
    return linked && linkedPart(source, linked);
  }

  /** To be called once all items are read that hold images. */
  async #imagesPart(builder: TypeBuilder): Promise<BuiltPart> {
    const { problems } = this.#export;
    const source = imagesSource(builder.type);
    await builder.finishReading();
    const errors = [problems, ...this.parts.map(readingOf)];
    if (errors.every(({ errorCount }) => errorCount === 0)) builder.begin();
    const holders = this.parts.filter((part) => holdsImages(typeOf(part)));
    const content = imagesContent(holders.map((part) => [typeOf(part).name, contentOf(part)]));
    const links = problems.part();
    const resolver = new LinkResolver(this, source.file, (doc) => builder.ids.lineOf(doc), links);
    return { kind: 'built', source, builder, content, reading: problems.part(), resolver, links };
  }

  /** Finds out where all links lead, and adds what is wrong to the export's problems, in its order. */
  async resolve(): Promise<void> {
    const step = 'resolving links';
    const total = this.#parts.size;
    this.#report({ step, done: 0, total, unit: 'steps' });
    for (const part of this.parts) if (part.kind === 'linked') await this.#settle(part);
    for (const [done, part] of this.parts.entries()) {
      this.#report({ step, done, total, unit: 'steps' });
      if (part.kind === 'linked') continue;
      await this.prepare(part.builder.type.relationships.flatMap((field) => field.to));
      await part.builder.resolveLinks(part.resolver);
    }
    this.#report({ step, done: total, total, unit: 'steps' });
    await this.#tellMissingFirst();
    // Whoever looked for an item has found it: from here on, indexing has the memory.
    for (const part of this.parts) (part.kind === 'linked' ? part.linked : part.builder).releaseIds();
    const { problems } = this.#export;
    for (const part of this.parts) problems.take(readingOf(part));
    this.#export.checkNotEmpty(this.parts.reduce((sum, part) => sum + sizeOf(part), 0));
    for (const part of this.parts) problems.take(linksOf(part));
  }

  /** Notes which of the items that come first for a search are not there: nobody would see it. */
  async #tellMissingFirst(): Promise<void> {
    const { locales, search } = this.#export.model;
    for (const { search: tuning } of locales.length > 0 ? locales : [{ search }]) {
      for (const { search: words, type, ids } of tuning?.first ?? []) {
        if (this.#parts.get(type) === undefined) {
          this.notes.push(`"first" of "${words}" names the content type ${type}, which the model does not have`);
          continue;
        }
        await this.prepare([type]);
        const missing = ids.filter((id) => this.docOf(type, id) === undefined);
        if (missing.length > 0) this.notes.push(`"first" of "${words}" names no ${type}: ${list(missing)}`);
      }
    }
  }

  contentOf(type: string): string | undefined {
    const part = this.#parts.get(type);
    return part === undefined ? undefined : contentOf(part).sha256;
  }

  async prepare(types: readonly string[]): Promise<void> {
    for (const type of types) {
      const part = this.#parts.get(type);
      if (part?.kind === 'linked') await part.linked.prepare();
    }
  }

  /** @throws InvariantError once all links are resolved */
  docOf(type: string, id: string): DocId | undefined {
    const part = this.#parts.get(type);
    return part?.kind === 'linked' ? part.linked.docOf(id) : part?.builder.docOf(id);
  }

  /** What the next build is to know of these types; of one with very many links to nowhere it is not worth keeping. */
  inputs(): TypeInputs[] {
    const all = this.parts.map((part): TypeInputs => {
      if (part.kind === 'linked') return part.linked.inputs;
      const { builder, content, reading, resolver, links } = part;
      return {
        name: builder.type.name,
        model: modelPartOf(this.#export.model, builder.type, this.#workshop.choices),
        file: part.source.file,
        content,
        items: builder.size,
        reading: reading.recorded,
        links: links.recorded,
        missing: resolver.missing,
        bare: [...resolver.bare],
        texts: builder.textHashes,
      };
    });
    const missingOf = ({ missing }: TypeInputs): number =>
      [...missing.values()].reduce((sum, targets) => sum + targets.length, 0);
    return all.filter((inputs) => missingOf(inputs) <= missingMaximum);
  }

  /**
   * @param known what its content is, of a type without a file
   * @returns the type as an earlier snapshot has it, where its input is the same and its segment is whole
   */
  async #earlierOf(source: ItemsSource, known?: ContentHash): Promise<LinkedType | undefined> {
    const { type, file, byteLength } = source;
    const model = modelPartOf(this.#export.model, type, this.#workshop.choices);
    const candidates = this.#earlier.flatMap((from) => {
      const inputs = from.types.get(type.name);
      const segment = from.segmentOf(TYPE_SEGMENT, type.name);
      if (inputs === undefined || segment === undefined || inputs.model !== model || inputs.file !== file) return [];
      if (known === undefined && !file.endsWith('.gz') && inputs.content.byteLength !== byteLength) return [];
      // Refusing an export for its warnings takes other words than reporting them.
      if (this.#export.problems.strict && (inputs.reading.counts.size > 0 || inputs.links.counts.size > 0)) return [];
      return [{ from, inputs, segment }];
    });
    const [likeliest] = candidates;
    if (likeliest === undefined) return undefined;
    const step = `comparing ${type.name}`;
    const total = byteLength + likeliest.segment.byteLength;
    let done = 0;
    const onBytes = (read: number): void => {
      done = Math.min(done + read, total);
      this.#report({ step, done, total, unit: 'bytes' });
    };
    onBytes(0);
    const content = known ?? (await this.#export.contentOf(type, onBytes));
    for (const { from, inputs, segment } of candidates) {
      if (inputs.content.sha256 !== content?.sha256) continue;
      const damage = await from.damageOf(segment, onBytes);
      if (damage === undefined) return new LinkedType(type, from, segment, inputs);
      this.notes.push(`${damage}, so it is not linked to`);
    }
    return undefined;
  }

  /** @returns a type that is to stay, as it is served */
  async #heldOf({ type }: ItemsSource): Promise<LinkedType | undefined> {
    if (!this.#held.has(type.name)) return undefined;
    const [from] = this.#earlier;
    const inputs = from?.types.get(type.name);
    const segment = from?.segmentOf(TYPE_SEGMENT, type.name);
    const isSame = inputs?.model === modelPartOf(this.#export.model, type, this.#workshop.choices);
    if (from !== undefined && inputs !== undefined && segment !== undefined && isSame)
      if ((await from.damageOf(segment)) === undefined) return new LinkedType(type, from, segment, inputs);
    this.cannotHold = true;
    return undefined;
  }

  /** Columns as an earlier snapshot has them. */
  #earlierTexts(type: ContentType): EarlierTexts | undefined {
    const model = modelPartOf(this.#export.model, type, this.#workshop.choices);
    const from = this.#earlier.find(({ types }) => types.get(type.name)?.model === model);
    const segment = from?.segmentOf(TYPE_SEGMENT, type.name);
    if (from === undefined || segment === undefined) return undefined;
    let damage: Promise<string | undefined> | undefined;
    return async (column, hash) => {
      if (from.types.get(type.name)?.texts.get(column) !== hash) return undefined;
      damage ??= from.damageOf(segment);
      return (await damage) === undefined ? from.columnSections(segment, column) : undefined;
    };
  }

  /** @param images is given the images that its items hold; undefined where they are known already */
  async #build(source: ItemsSource, images?: TypeBuilder): Promise<BuiltPart> {
    const { type, byteLength } = source;
    const step = `reading ${type.name}`;
    const builder = new TypeBuilder(type, this.#workshop, images, this.#earlierTexts(type));
    const reading = this.#export.problems.part();
    const links = this.#export.problems.part();
    const hasher = new ContentHasher();
    let done = 0;
    const onBytes = (read: number): void => {
      done += read;
      this.#report({ step, done, total: byteLength, unit: 'bytes' });
    };
    const options = {
      ids: builder.ids,
      problems: reading,
      onBytes,
      onContent: (bytes: Uint8Array) => hasher.add(bytes),
    };
    const model = modelPartOf(this.#export.model, type, this.#workshop.choices);
    const known = this.#known?.of(type.name, model, this.#workshop.scratch);
    await readItems(this.#export.reading(type, options), builder, this.#workshop.pool, known);
    this.#report({ step, done: byteLength, total: byteLength, unit: 'bytes' });
    // A refused export is not indexed further than it takes to find out.
    const errors = [this.#export.problems, reading, ...this.parts.map(readingOf)];
    if (errors.every(({ errorCount }) => errorCount === 0)) builder.begin();
    const resolver = new LinkResolver(this, source.file, (doc) => builder.ids.lineOf(doc), links);
    return { kind: 'built', source, builder, content: hasher.end(), reading, resolver, links };
  }

  /** Keeps the link where its links lead where they led, and builds the type where they do not. */
  async #settle({ source, linked }: LinkedPart): Promise<void> {
    const joins = await linked.joins(this);
    if (joins !== undefined) {
      this.#parts.set(source.type.name, { kind: 'linked', source, linked, joins });
      return;
    }
    if (this.#held.has(source.type.name)) this.cannotHold = true;
    const part = await this.#build(source);
    // What was decided of other types so far was decided by the ids it had.
    if (part.content.sha256 !== linked.inputs.content.sha256 && !this.cannotHold) {
      throw new OperationError(
        `${source.file} was changed while the export was read. Let the export finish, then build again; nothing was published.`,
      );
    }
    this.#parts.set(source.type.name, part);
  }
}

/** What the images follow from in place of a file. */
const imagesSource = (type: ContentType): ItemsSource => ({ type, file: 'images', byteLength: 0 });

/** @param holders types whose items hold images, in the model's order, and their content */
function imagesContent(holders: readonly (readonly [type: string, content: ContentHash])[]): ContentHash {
  const hash = createHash('sha256');
  for (const [type, { sha256 }] of holders) hash.update(`${type} ${sha256}\n`);
  return { sha256: hash.digest('hex'), byteLength: 0 };
}

const linkedPart = (source: ItemsSource, linked: LinkedType): LinkedPart => ({
  kind: 'linked',
  source,
  linked,
  joins: new Map(),
});

export const typeOf = (part: TypePart): ContentType => part.source.type;
export const sizeOf = (part: TypePart): number => (part.kind === 'linked' ? part.linked.size : part.builder.size);
const contentOf = (part: TypePart): ContentHash => (part.kind === 'linked' ? part.linked.inputs.content : part.content);
const readingOf = (part: TypePart): ProblemLog =>
  part.kind === 'linked' ? ProblemLog.of(part.linked.inputs.reading) : part.reading;
const linksOf = (part: TypePart): ProblemLog =>
  part.kind === 'linked' ? ProblemLog.of(part.linked.inputs.links) : part.links;
