/**
 * Opening a snapshot in two steps: reading, which takes time and gives plain values that another thread can be handed;
 * and assembling, which makes views of them. Every file is read once, every checksum checked, nothing built per item.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readWhole } from '../../format/files/index.js';
import {
  assembleSegment,
  BlockCache,
  blockSumsName,
  type LeftFile,
  Pages,
  readSections,
  readSegmentBytes,
  type SectionEntry,
  type SegmentBytes,
  type SegmentFile,
} from '../../format/index.js';
import { canStayInFile, JOIN_SEGMENT, openTypeSegment, TYPE_SEGMENT } from '../segment/index.js';
import { adviceFor } from './available.js';
import { readBuiltMs } from './companions.js';
import { CURRENT_FILE, MANIFEST_FILE, readCurrent, snapshotPath } from './current.js';
import { decodeManifest, type Manifest, type ManifestSegment } from './manifest.js';
import { type Space, tieSpace } from './space.js';

const manifestBytesMaximum = 64 * 2 ** 20;

async function readManifestBytes(files: Files, folder: string, id: SnapshotId): Promise<Uint8Array> {
  const bytes = await readWhole(files, join(snapshotPath(folder, id), MANIFEST_FILE), manifestBytesMaximum);
  if (bytes !== undefined) return bytes;
  throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: 'a file', found: 'none' });
}

/** @throws IntegrityError when the manifest is missing or not what the id says */
export async function readManifest(files: Files, folder: string, id: SnapshotId): Promise<Manifest> {
  return decodeManifest(await readManifestBytes(files, folder, id), id);
}

/**
 * What of a snapshot is in memory: `all`, or the `indexes`, while rendered items and some lists stay in their files; or all
 * but what would stay there of these types.
 */
export type Resident = 'all' | 'indexes' | readonly string[];

const staysOf = (resident: Resident, { kind, name }: ManifestSegment): boolean =>
  kind === TYPE_SEGMENT && (typeof resident === 'string' ? resident === 'indexes' : resident.includes(name));

/** A section, and what it weighs. */
export interface WeighedSection extends SectionEntry {
  /** The content type, or `joins`. */
  readonly segment: string;
  /** Whether it can stay in its file. */
  readonly canStay: boolean;
}

/** Cost: reading the heads of the files. @throws IntegrityError where one of these is damaged */
export async function weighSections(files: Files, folder: string, id: SnapshotId): Promise<readonly WeighedSection[]> {
  const { segments } = await readManifest(files, folder, id);
  const found: WeighedSection[] = [];
  for (const segment of segments) {
    const path = join(snapshotPath(folder, id), segment.file);
    const { entries } = await readSections(files, path, `${id}/${segment.file}`, segment, () => false);
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const canStay = segment.kind === TYPE_SEGMENT && canStayInFile(entry.name, names.has(blockSumsName(entry.name)));
      found.push({ ...entry, segment: segment.name, canStay });
    }
  }
  return found;
}

export interface ReadOptions {
  /** What is read into memory; `all` where it is not given. */
  readonly resident?: Resident;
  /** Whether each file's SHA-256 is compared with the manifest's too; it takes longer than everything else. */
  readonly hashes: boolean;
  /**
   * Whether nobody who can write to the disk is believed: every hash is compared, whatever was seen, and what stays in files
   * is compared at each read with a hash that was taken then.
   */
  readonly sealed?: boolean;
  /** By name, what files looked like when somebody saw that their hashes were right: these are not compared again. */
  readonly seen?: ReadonlyMap<string, string>;
  /** What is in memory already: files that were seen to be right are not read again where their segments are in it. */
  readonly held?: SnapshotBytes | undefined;
}

/**
 * A snapshot's bytes, read and checked, with no views made yet. Plain values only: a structured clone of it in another
 * thread shares the memory.
 */
export interface SnapshotBytes {
  readonly id: SnapshotId;
  readonly manifest: Uint8Array;
  readonly segments: readonly SegmentBytes[];
  /** When it was built, in milliseconds since 1970, as far as its folder tells. */
  readonly builtMs?: number | undefined;
}

const segmentKey = (kind: string, name: string): string => `${kind}/${name}`;

/**
 * A copy under way, or one that was cut short, is told from the lengths of its files, before any is read.
 *
 * @throws IntegrityError naming the first file that is missing or of another length than the manifest says
 */
async function checkLengths(files: Files, folder: string, id: SnapshotId, manifest: Manifest): Promise<void> {
  for (const { file, byteLength } of manifest.segments) {
    const found = await files.stat(join(snapshotPath(folder, id), file));
    const label = `${id}/${file}`;
    if (found === undefined || found.kind !== 'file') {
      throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
    }
    if (found.byteLength !== byteLength) {
      const expected = `${byteLength} bytes, as the manifest says`;
      throw new IntegrityError({ file: label, expected, found: `${found.byteLength}` });
    }
  }
}

/** @returns by the SHA-256 of its file */
const heldSegments = ({ id, manifest, segments }: SnapshotBytes): ReadonlyMap<string, SegmentBytes> =>
  new Map(
    decodeManifest(manifest, id).segments.flatMap(({ sha256 }, index) => {
      const segment = segments[index];
      return segment === undefined ? [] : [[sha256, segment] as const];
    }),
  );

/**
 * Reads one snapshot of a folder.
 *
 * @throws IntegrityError naming file and section; OperationError when it is of another format version
 * Cost: reading the files and one CRC-32 over them; with hashes, one SHA-256 besides. Memory: their size.
 */
export async function readSnapshot(
  files: Files,
  folder: string,
  id: SnapshotId,
  options: ReadOptions,
): Promise<SnapshotBytes> {
  const manifestBytes = await readManifestBytes(files, folder, id);
  const manifest = decodeManifest(manifestBytes, id);
  await checkLengths(files, folder, id, manifest);
  const held = options.held === undefined ? undefined : heldSegments(options.held);
  const segments = [];
  for (const entry of manifest.segments) {
    const label = `${id}/${entry.file}`;
    const path = join(snapshotPath(folder, id), entry.file);
    const seenAs = options.seen?.get(entry.file);
    const isSeen = seenAs !== undefined && (await files.stat(path))?.identity === seenAs;
    const known = isSeen ? held?.get(entry.sha256) : undefined;
    if (known !== undefined && known.byteLength === entry.byteLength) {
      segments.push({ ...known, label, path, heldAt: undefined });
      continue;
    }
    const { sealed = false } = options;
    const hashed = sealed || (options.hashes && !isSeen);
    const staying = staysOf(options.resident ?? 'all', entry) ? { stays: canStayInFile } : {};
    const segment = await readSegmentBytes(files, path, label, entry, { hashed, sealed, ...staying });
    if (segment.sha256 !== undefined && segment.sha256 !== entry.sha256) {
      throw new IntegrityError({ file: label, expected: `SHA-256 ${entry.sha256}`, found: segment.sha256 });
    }
    segments.push(segment);
  }
  return { id, manifest: manifestBytes, segments, builtMs: await readBuiltMs(files, folder, id) };
}

/** @returns the files of which something stays where it is, for `Pages.open`; undefined for each other one */
export const leftFiles = ({ segments }: SnapshotBytes): readonly (LeftFile | undefined)[] =>
  segments.map((segment) => {
    const { label, path, heldAt } = segment;
    if (!staysPartly(segment)) return undefined;
    return { label, paths: heldAt === undefined ? [path] : [path, heldAt] };
  });

/** Whether some of the file stays where it is. */
export const staysPartly = ({ left }: Pick<SegmentBytes, 'left'>): boolean => left.length > 0;

/**
 * Opens what stays in files.
 *
 * @param cache may be that of other snapshots too
 * @returns undefined where nothing stays in files
 * @throws what the disk throws; no file is open then
 */
export async function openPages(files: Files, bytes: SnapshotBytes, cache: BlockCache): Promise<Pages | undefined> {
  if (!bytes.segments.some(staysPartly)) return undefined;
  const pages = new Pages(cache);
  await pages.open(files, leftFiles(bytes));
  return pages;
}

/** Pages that read nothing, to see whether a snapshot can be assembled. */
export const closedPages = (): Pages => new Pages(new BlockCache(0));

/**
 * Makes a space of a snapshot's bytes. Cost: O(fields): nothing is read and nothing is copied.
 *
 * @param pages who reads what stays in files; may be absent where nothing does
 * @throws IntegrityError when the segments are not those of the manifest
 */
export function assembleSnapshot({ id, manifest: manifestBytes, segments: read }: SnapshotBytes, pages?: Pages): Space {
  const manifest = decodeManifest(manifestBytes, id);
  const files = new Map(
    manifest.segments.map(({ kind, name }, index) => [segmentKey(kind, name), read[index]] as const),
  );
  const segmentOf = (kind: string, name: string): SegmentFile => {
    const bytes = files.get(segmentKey(kind, name));
    if (bytes !== undefined) return assembleSegment(bytes, pages, read.indexOf(bytes));
    throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: `a ${kind} segment ${name}`, found: 'none' });
  };
  const types = [...manifest.model.contentTypes.values()];
  const segments = types.map((type) => openTypeSegment(segmentOf(TYPE_SEGMENT, type.name), type));
  const hashes = new Map(
    manifest.segments.flatMap(({ kind, name, sha256 }) => (kind === TYPE_SEGMENT ? [[name, sha256] as const] : [])),
  );
  return tieSpace(id, manifest.model, segments, segmentOf(JOIN_SEGMENT, JOIN_SEGMENT), hashes, pages);
}

/** Reads and assembles one snapshot of a folder, without comparing hashes. */
export async function openSnapshot(files: Files, folder: string, id: SnapshotId): Promise<Space> {
  return assembleSnapshot(await readSnapshot(files, folder, id, { hashes: false }));
}

/**
 * Which snapshot CURRENT names.
 *
 * @throws OperationError that says how to get one when there is none, or CURRENT holds something else; IntegrityError
 *         when there is nothing by the name that CURRENT holds
 */
export async function requireCurrent(files: Files, folder: string): Promise<SnapshotId> {
  const id = await readCurrent(files, folder);
  if (id !== undefined) {
    if ((await files.stat(snapshotPath(folder, id))) !== undefined) return id;
    throw new IntegrityError({ file: CURRENT_FILE, expected: 'the name of a folder beside it', found: id });
  }
  const found = await files.stat(folder);
  const what = found === undefined ? 'does not exist' : found.kind === 'folder' ? 'has no CURRENT' : 'is not a folder';
  throw new OperationError(`${folder} ${what}, so there is no snapshot to read. ${await adviceFor(files, folder)}`);
}

/**
 * Reads what CURRENT names. Where that fails and CURRENT names another by then, that one: a build removes old snapshots,
 * and may do so between a look at CURRENT and the last file.
 *
 * @throws what `read` throws while CURRENT stays
 */
export async function withCurrent<Result>(
  files: Files,
  folder: string,
  read: (id: SnapshotId) => Promise<Result>,
): Promise<Result> {
  let id = await requireCurrent(files, folder);
  for (;;) {
    try {
      return await read(id);
    } catch (error) {
      const named = await readCurrent(files, folder).catch(() => undefined);
      if (named === undefined || named === id) throw error;
      id = named;
    }
  }
}

/** Opens the snapshot that CURRENT names. */
export async function openCurrent(files: Files, folder: string): Promise<Space> {
  return withCurrent(files, folder, (id) => openSnapshot(files, folder, id));
}
