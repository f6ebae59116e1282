/**
 * Writing a snapshot so that nobody ever sees half of one: into a folder of its own, synced, then renamed to its id;
 * CURRENT last.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { IntegrityError } from '../../src/content/errors/index.js';
import { type BuildChoices, type ContentModel, type SnapshotId, storedFields } from '../../src/content/model/index.js';
import { type Files, writeWhole } from '../../src/format/files/index.js';
import { type SectionInput, type SegmentInput, writeSegment } from '../../src/format/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import {
  BUILDING_PREFIX,
  encodeManifest,
  INPUTS_FILE,
  joinSectionName,
  MANIFEST_FILE,
  type ManifestSegment,
  manifestId,
  openSnapshot,
  publishCurrent,
  readCurrent,
  segmentFileName,
} from '../../src/index/snapshot/index.js';
import { linkOrCopy, placeSnapshot } from '../../src/ship/publish/index.js';
import { type BuildTypes, type BuiltPart, type LinkedPart, typeOf } from './built-types.js';
import { type BuildProgress, type StructureReport, structuresOf } from './report.js';

export interface Published {
  readonly snapshot: SnapshotId;
  /** Whether CURRENT changed. */
  readonly changed: boolean;
  /** Whether the same snapshot was there and damaged, and was replaced. */
  readonly repaired: boolean;
  readonly byteLength: number;
  /** Why the snapshot was judged not to be fit to be served; none where it was, or was not judged. */
  readonly refused: readonly string[];
}

/** Judges a snapshot that has its place, before CURRENT names it. @returns why it may not be served; none: it may */
export type Judge = (snapshot: SnapshotId) => Promise<readonly string[]>;

interface Publishing {
  /** Throws when another build has taken over; asked at the last moment. */
  readonly mayPublish: () => Promise<void>;
  /** Done before CURRENT names the snapshot. */
  readonly beforeNamed?: ((snapshot: SnapshotId) => Promise<void>) | undefined;
  /** Whether CURRENT stays as it is. */
  readonly held: boolean;
  /** Asked unless it is held. */
  readonly judge?: Judge | undefined;
}

export class SnapshotWriter {
  readonly #files: Files;
  readonly #folder: string;
  readonly #building: string;
  readonly #segments: ManifestSegment[] = [];

  private constructor(files: Files, folder: string, building: string) {
    this.#files = files;
    this.#folder = folder;
    this.#building = building;
  }

  /** @param folder an existing one, locked */
  static async create(files: Files, folder: string): Promise<SnapshotWriter> {
    const building = join(folder, `${BUILDING_PREFIX}${randomBytes(8).toString('hex')}`);
    await files.makeFolder(building);
    return new SnapshotWriter(files, folder, building);
  }

  async add(input: SegmentInput): Promise<ManifestSegment> {
    const temporary = join(this.#building, `${this.#segments.length}.part`);
    const { byteLength, sha256, headerCrc32 } = await writeSegment(this.#files, temporary, input);
    const file = segmentFileName(input.name, sha256);
    await this.#files.rename(temporary, join(this.#building, file));
    const segment = { kind: input.kind, name: input.name, file, byteLength, sha256, headerCrc32 };
    this.#segments.push(segment);
    return segment;
  }

  /**
   * Adds a segment of an earlier snapshot: its file gets a second name here or, where the disk has no such thing, a copy.
   *
   * @param path of that file, which was seen to be what its manifest says
   */
  async link(segment: ManifestSegment, path: string): Promise<void> {
    await linkOrCopy(this.#files, path, join(this.#building, segment.file), segment.sha256);
    this.#segments.push(segment);
  }

  /**
   * Makes what was added a snapshot and, unless it is held, points CURRENT at it.
   *
   * @param companionsOf the files to lie beside it, by name, given its id and length
   */
  async publish(
    model: ContentModel,
    choices: BuildChoices,
    companionsOf: (snapshot: SnapshotId, byteLength: number) => ReadonlyMap<string, Uint8Array>,
    { mayPublish, beforeNamed, held, judge }: Publishing,
  ): Promise<Published> {
    const manifest = encodeManifest({ model, choices, segments: this.#segments });
    const snapshot = manifestId(manifest);
    const byteLength = this.#segments.reduce((sum, segment) => sum + segment.byteLength, 0);
    await writeWhole(this.#files, join(this.#building, MANIFEST_FILE), manifest);
    for (const [name, bytes] of companionsOf(snapshot, byteLength)) {
      await writeWhole(this.#files, join(this.#building, name), bytes);
    }
    await this.#files.syncFolder(this.#building);
    const before = await readCurrent(this.#files, this.#folder).catch(() => undefined);
    await mayPublish();
    const placed = await placeSnapshot({
      files: this.#files,
      folder: this.#folder,
      prepared: this.#building,
      snapshot,
      // The same content was built before. Only a snapshot that still opens is worth keeping.
      isWhole: () => this.#opens(snapshot),
      onKept: (path) => this.#renewInputs(path),
    });
    // What CURRENT names already is served, whatever traffic says.
    const refused = held || before === snapshot ? [] : ((await judge?.(snapshot)) ?? []);
    const stays = held || refused.length > 0;
    if (!stays) {
      await mayPublish();
      await beforeNamed?.(snapshot);
      await publishCurrent(this.#files, this.#folder, snapshot);
    }
    return { snapshot, changed: !stays && before !== snapshot, repaired: placed === 'repaired', byteLength, refused };
  }

  /** Removes what a failed build has written. */
  async discard(): Promise<void> {
    await this.#files.remove(this.#building);
  }

  /**
   * The same snapshot may follow from another input, such as one with other spaces: the next build is to know the latest.
   *
   * Where that fails, it only has more to do.
   */
  async #renewInputs(path: string): Promise<void> {
    const renewed = join(this.#building, INPUTS_FILE);
    if ((await this.#files.stat(renewed)) === undefined) return;
    await this.#files.rename(renewed, join(path, INPUTS_FILE)).catch(() => undefined);
  }

  /** @throws what the disk throws: a snapshot that cannot be read now is not for that reason damaged */
  async #opens(snapshot: SnapshotId): Promise<boolean> {
    try {
      await openSnapshot(this.#files, this.#folder, snapshot);
      return true;
    } catch (error) {
      if (error instanceof IntegrityError) return false;
      throw error;
    }
  }
}

// Writing the segments of a snapshot: those that were built, those that are linked, and the joins between them.

/** What is written of the types. */
export interface Segments {
  /** Of each type's segment, in the model's order. */
  readonly byteLengths: readonly number[];
  readonly structures: readonly StructureReport[];
}

/** Writes them in the model's order, once all links are resolved. */
export async function writeTypes(
  types: BuildTypes,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<Segments> {
  const joins: SectionInput[] = [];
  const structures: StructureReport[] = [];
  const byteLengths: number[] = [];
  for (const part of types.parts) {
    const { name } = typeOf(part);
    const written = await (part.kind === 'linked' ? linkType(part, writer, report) : writeType(part, writer, report));
    structures.push(...structuresOf(name, written.sections, written.seconds));
    byteLengths.push(written.byteLength);
    for (const [relationship, data] of written.joins) joins.push({ name: joinSectionName(name, relationship), data });
  }
  await writer.add({ kind: JOIN_SEGMENT, name: JOIN_SEGMENT, meta: new Map(), sections: joins });
  return { byteLengths, structures };
}

interface WrittenType {
  readonly byteLength: number;
  readonly sections: readonly { readonly name: string; readonly byteLength: number }[];
  readonly joins: ReadonlyMap<string, Uint32Array>;
  /** What making its structures took, by their names. */
  readonly seconds: ReadonlyMap<string, number>;
}

async function linkType(
  { linked, joins }: LinkedPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  const step = `linking ${linked.type.name}`;
  report({ step, done: 0, total: 1, unit: 'steps' });
  await writer.link(linked.segment, linked.from.pathOf(linked.segment));
  report({ step, done: 1, total: 1, unit: 'steps' });
  return { byteLength: linked.segment.byteLength, sections: await linked.sections(), joins, seconds: new Map() };
}

async function writeType(
  { builder }: BuiltPart,
  writer: SnapshotWriter,
  report: (progress: BuildProgress) => void,
): Promise<WrittenType> {
  const step = `indexing ${builder.type.name}`;
  const total = storedFields(builder.type).length + 1;
  let done = 0;
  const { segment, joins } = await builder.finish(() => {
    report({ step, done, total, unit: 'fields' });
    done += 1;
  });
  const { byteLength } = await writer.add(segment);
  report({ step, done: total, total, unit: 'fields' });
  const sections = segment.sections.map((section) => ({
    name: section.name,
    byteLength: 'read' in section ? section.byteLength : section.data.byteLength,
  }));
  return { byteLength, sections, joins, seconds: builder.structureSeconds };
}
