/**
 * The parts of a snapshot that are already local: the whole snapshot, or segments in other snapshots.
 *
 * The file name of a segment has its hash, but only the bytes are trusted.
 */
import { join } from 'node:path';
import { IntegrityError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { type Files, hashFile } from '../../../format/files/index.js';
import {
  listSnapshots,
  type Manifest,
  type ManifestSegment,
  readManifest,
  snapshotPath,
} from '../../../index/snapshot/index.js';

/** A snapshot whose segments this process has hashed, with the identity of each file at that time, by name. */
export interface VerifiedSnapshot {
  readonly snapshot: SnapshotId;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Records the identities of the segments of a snapshot that the caller has just hashed.
 *
 * @param folder the folder of snapshots, with this one complete
 * Cost: one stat for each segment.
 */
export async function recordVerifiedSnapshot(
  files: Files,
  folder: string,
  manifest: Manifest,
  snapshot: SnapshotId,
): Promise<VerifiedSnapshot> {
  const identities = new Map<string, string>();
  for (const { file } of manifest.segments) {
    const entry = await files.stat(join(snapshotPath(folder, snapshot), file));
    if (entry !== undefined) identities.set(file, entry.identity);
  }
  return { snapshot, files: identities };
}

export async function isIntactSegment(files: Files, path: string, segment: ManifestSegment): Promise<boolean> {
  if ((await files.stat(path))?.byteLength !== segment.byteLength) return false;
  return (await hashFile(files, path))?.sha256 === segment.sha256;
}

/** @returns the manifest of a complete and intact local snapshot, or undefined. Cost: hashing its files. */
export async function readIntactManifest(files: Files, folder: string, id: SnapshotId): Promise<Manifest | undefined> {
  const path = snapshotPath(folder, id);
  if ((await files.stat(path)) === undefined) return undefined;
  try {
    const manifest = await readManifest(files, folder, id);
    for (const segment of manifest.segments) {
      if (!(await isIntactSegment(files, join(path, segment.file), segment))) return undefined;
    }
    return manifest;
  } catch (error) {
    if (error instanceof IntegrityError) return undefined;
    throw error;
  }
}

/** @returns the path of the segment in another snapshot of the folder, or undefined. Cost: hashing it. */
export async function findLocalSegment(
  files: Files,
  folder: string,
  segment: ManifestSegment,
): Promise<string | undefined> {
  for (const { id } of await listSnapshots(files, folder)) {
    const path = join(snapshotPath(folder, id), segment.file);
    if (await isIntactSegment(files, path, segment)) return path;
  }
  return undefined;
}
