/**
 * Reads a snapshot's files into plain values that another thread can share; checks every checksum once. It makes no views.
 *
 * Elsewhere: making views of the bytes (open), sections that stay in their files (pages).
 */
import { join } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile } from '../../format/files/index.js';
import { readSegmentBytes, type SegmentBytes } from '../../format/index.js';
import { canStayInFile, TYPE_SEGMENT } from '../segment/index.js';
import { readSnapshotTimes, type SnapshotTimes } from './built-time.js';
import { MANIFEST_FILE, snapshotPath } from './folder.js';
import { decodeManifest, type Manifest, type ManifestSegment } from './manifest.js';

const manifestBytesMaximum = 64 * 2 ** 20;

async function readManifestBytes(files: Files, folder: string, id: SnapshotId): Promise<Uint8Array> {
  const bytes = await readSmallFile(files, join(snapshotPath(folder, id), MANIFEST_FILE), manifestBytesMaximum);
  if (bytes !== undefined) return bytes;
  throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: 'a file', found: 'none' });
}

/** @throws IntegrityError if the manifest is missing, or its hash is not the id */
export async function readManifest(files: Files, folder: string, id: SnapshotId): Promise<Manifest> {
  return decodeManifest(await readManifestBytes(files, folder, id), id);
}

/**
 * The part of a snapshot in memory: `all`; or `indexes`, while rendered items and some lists stay in their files; or all except
 * the rendered items and lists of the named types.
 */
export type Resident = 'all' | 'indexes' | readonly string[];

const canStay = (resident: Resident, { kind, name }: ManifestSegment): boolean =>
  kind === TYPE_SEGMENT && (typeof resident === 'string' ? resident === 'indexes' : resident.includes(name));

export interface ReadOptions {
  /** The part to read into memory; `all` by default. */
  readonly resident?: Resident;
  /** Whether to compare each file's SHA-256 with the manifest's too, which takes longer than everything else. */
  readonly hashes: boolean;
  /**
   * Whether the disk is untrusted: every hash is compared, even of files seen before, and blocks that stay in files are compared at
   * each read with a hash taken at this time.
   */
  readonly sealed?: boolean;
  /** File name → its identity when its hash was found correct: the hash is not compared again. */
  readonly seenFiles?: ReadonlyMap<string, string>;
  /** A snapshot in memory: segments of `seenFiles` are taken from it instead of read again. */
  readonly inMemory?: SnapshotBytes | undefined;
}

/**
 * A snapshot's bytes, read and checked, with no views made yet. Plain values only: a structured clone of it in another
 * thread shares the memory.
 */
export interface SnapshotBytes extends SnapshotTimes {
  readonly id: SnapshotId;
  readonly manifest: Uint8Array;
  readonly segments: readonly SegmentBytes[];
}

/**
 * Detects an unfinished copy by the lengths of its files, before any is read.
 *
 * @throws IntegrityError naming the first file that is missing or has another length than in the manifest
 */
async function checkLengths(files: Files, folder: string, id: SnapshotId, manifest: Manifest): Promise<void> {
  for (const { file, byteLength } of manifest.segments) {
    const entry = await files.stat(join(snapshotPath(folder, id), file));
    const label = `${id}/${file}`;
    if (entry === undefined || entry.kind !== 'file') {
      throw new IntegrityError({ file: label, expected: 'a file', found: 'none' });
    }
    if (entry.byteLength !== byteLength) {
      const expected = `${byteLength} bytes, as the manifest says`;
      throw new IntegrityError({ file: label, expected, found: `${entry.byteLength}` });
    }
  }
}

/** @returns SHA-256 of a file → its segment in memory */
const segmentsByHash = ({ id, manifest, segments }: SnapshotBytes): ReadonlyMap<string, SegmentBytes> =>
  new Map(
    decodeManifest(manifest, id).segments.flatMap(({ sha256 }, index) => {
      const segment = segments[index];
      return segment === undefined ? [] : [[sha256, segment] as const];
    }),
  );

/**
 * Reads one snapshot of a folder.
 *
 * @throws IntegrityError naming file and section; OperationError if it has another format version
 * Cost: reading the files and one CRC-32 over them; with hashes, also one SHA-256. Memory: their size.
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
  const inMemory = options.inMemory === undefined ? undefined : segmentsByHash(options.inMemory);
  const segments = [];
  for (const entry of manifest.segments) {
    const label = `${id}/${entry.file}`;
    const path = join(snapshotPath(folder, id), entry.file);
    const seenIdentity = options.seenFiles?.get(entry.file);
    const isSeen = seenIdentity !== undefined && (await files.stat(path))?.identity === seenIdentity;
    const reusable = isSeen ? inMemory?.get(entry.sha256) : undefined;
    if (reusable !== undefined && reusable.byteLength === entry.byteLength) {
      segments.push({ ...reusable, label, path, heldAt: undefined });
      continue;
    }
    const { sealed: isSealed = false, resident = 'all' } = options;
    const readOptions = { isHashed: isSealed || (options.hashes && !isSeen), isSealed };
    const segment = await readSegmentBytes(
      files,
      path,
      label,
      entry,
      canStay(resident, entry) ? { ...readOptions, isPaged: canStayInFile } : readOptions,
    );
    if (segment.sha256 !== undefined && segment.sha256 !== entry.sha256) {
      throw new IntegrityError({ file: label, expected: `SHA-256 ${entry.sha256}`, found: segment.sha256 });
    }
    segments.push(segment);
  }
  return { id, manifest: manifestBytes, segments, ...(await readSnapshotTimes(files, folder, id)) };
}
