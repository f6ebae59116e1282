/**
 * A pair of snapshots: their manifests, and reading the sections of a content type that a comparison needs.
 *
 * Sections are read type by type, so at most one type of each snapshot is in memory.
 */
import { join } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import type { Files } from '../../format/files/index.js';
import { type PartialSegment, readSections } from '../../format/index.js';
import { JOIN_SEGMENT, TYPE_SEGMENT } from '../../index/segment/index.js';
import {
  MANIFEST_FILE,
  type Manifest,
  type ManifestSegment,
  readManifest,
  snapshotPath,
} from '../../index/snapshot/index.js';
import type { SnapshotPlace } from './choose-pair.js';

export interface Snapshot extends SnapshotPlace {
  readonly files: Files;
  readonly manifest: Manifest;
}

export interface SnapshotPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** @throws IntegrityError if a manifest does not hash to its id; OperationError if it has another format version */
export async function openPair(files: Files, before: SnapshotPlace, after: SnapshotPlace): Promise<SnapshotPair> {
  const open = async ({ folder, id }: SnapshotPlace): Promise<Snapshot> => ({
    files,
    folder,
    id,
    manifest: await readManifest(files, folder, id),
  });
  return { before: await open(before), after: await open(after) };
}

function manifestEntry({ id, manifest }: Snapshot, kind: string, name: string): ManifestSegment {
  const entry = manifest.segments.find((segment) => segment.kind === kind && segment.name === name);
  if (entry !== undefined) return entry;
  throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: `a ${kind} segment ${name}`, found: 'none' });
}

/** @returns the SHA-256 of the segment of a type */
export const segmentHash = (snapshot: Snapshot, type: string): string =>
  manifestEntry(snapshot, TYPE_SEGMENT, type).sha256;

const readSectionsOf = (
  snapshot: Snapshot,
  kind: string,
  name: string,
  isWanted: (section: string) => boolean,
): Promise<PartialSegment> => {
  const entry = manifestEntry(snapshot, kind, name);
  const { files, folder, id } = snapshot;
  const path = join(snapshotPath(folder, id), entry.file);
  return readSections(files, path, `${id}/${entry.file}`, entry, isWanted);
};

/** Reads all sections of the named structures of a type. */
export function readType(snapshot: Snapshot, type: string, structures: readonly string[]): Promise<PartialSegment> {
  const isPartOf = (section: string, structure: string): boolean =>
    section === structure || section.startsWith(`${structure}.`) || section.startsWith(`${structure}#`);
  return readSectionsOf(snapshot, TYPE_SEGMENT, type, (section) =>
    structures.some((structure) => isPartOf(section, structure)),
  );
}

export const readJoins = (snapshot: Snapshot): Promise<PartialSegment> =>
  readSectionsOf(snapshot, JOIN_SEGMENT, JOIN_SEGMENT, () => true);
