/**
 * Writes one snapshot so that readers never see an incomplete one: into a folder of its own, synced, then renamed to its id.
 * CURRENT is replaced last.
 *
 * Elsewhere: the content of segments (write-types), placing the folder (src/ship/publish).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { IntegrityError } from '../../src/content/errors/index.js';
import type { BuildChoices, ContentModel, SnapshotId } from '../../src/content/model/index.js';
import { type Files, writeNewFile } from '../../src/format/files/index.js';
import { type SegmentInput, writeSegment } from '../../src/format/index.js';
import {
  BUILDING_PREFIX,
  BUILT_FILE,
  encodeManifest,
  INPUTS_FILE,
  MANIFEST_FILE,
  type ManifestSegment,
  manifestId,
  openSnapshot,
  publishCurrent,
  readBuiltFile,
  readCurrent,
  segmentFileName,
} from '../../src/index/snapshot/index.js';
import { linkOrCopy, placeSnapshot } from '../../src/ship/publish/index.js';

export interface Published {
  readonly snapshot: SnapshotId;
  /** Whether CURRENT changed. */
  readonly changed: boolean;
  /** Whether the same snapshot was stored already but damaged, and was replaced. */
  readonly repaired: boolean;
  readonly byteLength: number;
  /** The judge's reasons against the snapshot; empty if it was accepted or not judged. */
  readonly refused: readonly string[];
}

/** Judges a complete snapshot before CURRENT names it. @returns the reasons against serving it; none accepts it */
export type Judge = (snapshot: SnapshotId) => Promise<readonly string[]>;

interface Publishing {
  /** Throws if another build has taken the lock; called at the last moment. */
  readonly checkMayPublish: () => Promise<void>;
  /** Called before CURRENT names the snapshot. */
  readonly beforeNamed?: ((snapshot: SnapshotId) => Promise<void>) | undefined;
  /** Whether the snapshot is only stored, and CURRENT does not change. */
  readonly keepCurrent: boolean;
  /** Called unless `keepCurrent` is set. */
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

  /** @param folder exists and is locked by this build */
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
   * Adds a segment of an earlier snapshot, as a hard link or, if the disk has none, as a copy.
   *
   * @param path the segment's file, whose hash was compared with its manifest
   */
  async link(segment: ManifestSegment, path: string): Promise<void> {
    await linkOrCopy(this.#files, path, join(this.#building, segment.file), segment.sha256);
    this.#segments.push(segment);
  }

  /**
   * Makes the added segments a snapshot and, unless `keepCurrent` is set or the judge refuses it, points CURRENT at it.
   *
   * @param companionsOf returns the companion files, name → bytes, for a snapshot id and length
   */
  async publish(
    model: ContentModel,
    choices: BuildChoices,
    companionsOf: (snapshot: SnapshotId, byteLength: number) => ReadonlyMap<string, Uint8Array>,
    { checkMayPublish, beforeNamed, keepCurrent, judge }: Publishing,
  ): Promise<Published> {
    const manifest = encodeManifest({ model, choices, segments: this.#segments });
    const snapshot = manifestId(manifest);
    let byteLength = 0;
    for (const segment of this.#segments) byteLength += segment.byteLength;
    await writeNewFile(this.#files, join(this.#building, MANIFEST_FILE), manifest);
    for (const [name, bytes] of companionsOf(snapshot, byteLength)) {
      await writeNewFile(this.#files, join(this.#building, name), bytes);
    }
    await this.#files.syncFolder(this.#building);
    const previous = await readCurrent(this.#files, this.#folder).catch(() => undefined);
    await checkMayPublish();
    const placement = await placeSnapshot({
      files: this.#files,
      folder: this.#folder,
      prepared: this.#building,
      snapshot,
      // If the same content was built before, its folder is kept as long as it still opens.
      isIntact: () => this.#opens(snapshot),
      onExistingKept: async (path) => {
        await this.#renewCompanion(path, INPUTS_FILE);
        const isNamedAgain = !keepCurrent && previous !== snapshot;
        const hasBuiltTime = (await readBuiltFile(this.#files, this.#folder, snapshot)) !== undefined;
        if (isNamedAgain || !hasBuiltTime) await this.#renewCompanion(path, BUILT_FILE);
      },
    });
    // The snapshot in CURRENT is served already, so it is not judged.
    const isJudged = judge !== undefined && !keepCurrent && previous !== snapshot;
    const refused = isJudged ? await judge(snapshot) : [];
    const currentStays = keepCurrent || refused.length > 0;
    if (!currentStays) {
      await checkMayPublish();
      await beforeNamed?.(snapshot);
      await publishCurrent(this.#files, this.#folder, snapshot);
    }
    return {
      snapshot,
      changed: !currentStays && previous !== snapshot,
      repaired: placement === 'repaired',
      byteLength,
      refused,
    };
  }

  /** Removes the files of a failed build. */
  async discard(): Promise<void> {
    await this.#files.remove(this.#building);
  }

  /**
   * Replaces a companion of a snapshot that was stored already. Its inputs: the same snapshot may follow from a file with other
   * white space. Its time: the content was published again by this build. No reader needs either, so a failure is ignored.
   */
  async #renewCompanion(path: string, name: string): Promise<void> {
    const renewed = join(this.#building, name);
    if ((await this.#files.stat(renewed)) === undefined) return;
    await this.#files.rename(renewed, join(path, name)).catch(() => undefined);
  }

  /** @throws the errors of the disk: a snapshot that cannot be read now need not be damaged */
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
