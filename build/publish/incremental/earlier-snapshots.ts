/**
 * Earlier snapshots that a build can reuse: built by the same program, with a record of their inputs.
 *
 * Invariant: hashes are checked before use: of the manifest against the snapshot's id, of the record against its seal, of a
 * segment against the manifest. A file with another hash is treated as missing.
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { type Files, hashFile, readSmallFile } from '../../../src/format/files/index.js';
import { type FileSection, type PartialSegment, readSections, storedSections } from '../../../src/format/index.js';
import { DOCUMENTS, foldedName, isPartOfRecords, JOIN_SEGMENT } from '../../../src/index/segment/index.js';
import {
  COMPANION_BYTES_MAXIMUM,
  INPUTS_FILE,
  joinSectionName,
  listSnapshots,
  type Manifest,
  type ManifestSegment,
  readCurrent,
  readManifest,
  snapshotPath,
} from '../../../src/index/snapshot/index.js';
import { decodeInputs, type TypeInputs } from './inputs.js';

/** Maximum number of snapshots, in addition to the current one, that are considered. */
const earlierMaximum = 16;

export class EarlierSnapshot {
  readonly id: SnapshotId;
  readonly manifest: Manifest;
  readonly types: ReadonlyMap<string, TypeInputs>;
  readonly #files: Files;
  readonly #folder: string;
  #joins: Promise<PartialSegment | undefined> | undefined;

  private constructor(files: Files, folder: string, id: SnapshotId, manifest: Manifest, types: readonly TypeInputs[]) {
    this.#files = files;
    this.#folder = folder;
    this.id = id;
    this.manifest = manifest;
    this.types = new Map(types.map((type) => [type.name, type]));
  }

  /** @returns undefined if it cannot be reused for any reason; the build then only takes longer */
  static async open(
    files: Files,
    folder: string,
    id: SnapshotId,
    builder: string,
  ): Promise<EarlierSnapshot | undefined> {
    try {
      const bytes = await readSmallFile(files, join(snapshotPath(folder, id), INPUTS_FILE), COMPANION_BYTES_MAXIMUM);
      const inputs = bytes === undefined ? undefined : decodeInputs(bytes, id);
      if (inputs === undefined || inputs.builder !== builder) return undefined;
      return new EarlierSnapshot(files, folder, id, await readManifest(files, folder, id), inputs.types);
    } catch {
      return undefined;
    }
  }

  segmentOf(kind: string, name: string): ManifestSegment | undefined {
    return this.manifest.segments.find((segment) => segment.kind === kind && segment.name === name);
  }

  pathOf({ file }: ManifestSegment): string {
    return join(snapshotPath(this.#folder, this.id), file);
  }

  /**
   * Hashes a segment's file.
   *
   * @returns a phrase that names the file and its damage; undefined if its hash and length match the manifest
   */
  async damageOf(segment: ManifestSegment, onBytes?: (byteLength: number) => void): Promise<string | undefined> {
    const fileHash = await hashFile(this.#files, this.pathOf(segment), onBytes).catch((error: unknown) =>
      String(error),
    );
    if (typeof fileHash === 'string') return `${this.id}/${segment.file} cannot be read (${fileHash})`;
    if (fileHash?.sha256 === segment.sha256 && fileHash.byteLength === segment.byteLength) return undefined;
    return `${this.id}/${segment.file} ${fileHash === undefined ? 'is missing' : 'is damaged'}`;
  }

  readSections(segment: ManifestSegment, wanted: (section: string) => boolean): Promise<PartialSegment> {
    return readSections(this.#files, this.pathOf(segment), `${this.id}/${segment.file}`, segment, wanted);
  }

  /** @returns the sections of a column, without those of its folded values; the segment must be undamaged */
  columnSections(segment: ManifestSegment, column: string): Promise<FileSection[]> {
    const isInColumn = (section: string): boolean =>
      section.startsWith(`${column}/`) && !section.startsWith(`${foldedName(column)}/`);
    return this.#sections(segment, isInColumn);
  }

  /** @returns the sections of a search index; the segment must be undamaged */
  searchSections(segment: ManifestSegment, name: string): Promise<FileSection[]> {
    return this.#sections(segment, (section) => section.startsWith(`${name}.`));
  }

  /** @returns the sections of the rendered items; the segment must be undamaged */
  documentSections(segment: ManifestSegment): Promise<FileSection[]> {
    return this.#sections(segment, (section) => isPartOfRecords(section, DOCUMENTS));
  }

  #sections(segment: ManifestSegment, isWanted: (section: string) => boolean): Promise<FileSection[]> {
    return storedSections(this.#files, this.pathOf(segment), `${this.id}/${segment.file}`, segment, isWanted);
  }

  /** @returns target index → doc of one relationship; undefined if the joins are damaged or have another length */
  async joinOf(type: string, relationship: string, targets: number): Promise<Uint32Array | undefined> {
    this.#joins ??= this.#readJoins();
    const joins = await this.#joins;
    const name = joinSectionName(type, relationship);
    if (joins === undefined || !joins.sections.has(name)) return undefined;
    const join = joins.sections.u32(name);
    return join.length === targets ? join : undefined;
  }

  async #readJoins(): Promise<PartialSegment | undefined> {
    const segment = this.segmentOf(JOIN_SEGMENT, JOIN_SEGMENT);
    if (segment === undefined || (await this.damageOf(segment)) !== undefined) return undefined;
    return this.readSections(segment, () => true);
  }
}

/**
 * @param builder version of the building program
 * @returns the current snapshot first, then older ones, newest first
 * @throws the errors of the disk
 */
export async function findEarlier(files: Files, folder: string, builder: string): Promise<readonly EarlierSnapshot[]> {
  if ((await files.stat(folder))?.kind !== 'folder') return [];
  const current = await readCurrent(files, folder).catch(() => undefined);
  const storedIds = (await listSnapshots(files, folder)).map(({ id }) => id);
  const ids = storedIds.filter((id) => id !== current).slice(0, earlierMaximum);
  if (current !== undefined) ids.unshift(current);
  const snapshots: EarlierSnapshot[] = [];
  for (const id of ids) {
    const snapshot = await EarlierSnapshot.open(files, folder, id, builder);
    if (snapshot !== undefined) snapshots.push(snapshot);
  }
  return snapshots;
}
