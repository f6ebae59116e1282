/**
 * Opens a snapshot: makes views of its bytes, without reading or building anything per item.
 *
 * Elsewhere: reading and checking the bytes (read), tying the segments of the types together (space).
 */
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { assembleSegment, type Pages, type SegmentFile } from '../../format/index.js';
import { JOIN_SEGMENT, openTypeSegment, TYPE_SEGMENT } from '../segment/index.js';
import { findAdvice } from './advice.js';
import { readCurrent } from './current.js';
import { CURRENT_FILE, MANIFEST_FILE, snapshotPath } from './folder.js';
import { decodeManifest } from './manifest.js';
import { readSnapshot, type SnapshotBytes } from './read.js';
import { makeSpace, type Space } from './space.js';

const segmentKey = (kind: string, name: string): string => `${kind}/${name}`;

/**
 * Makes a space of a snapshot's bytes. Cost: O(fields); nothing is read or copied.
 *
 * @param pages reads sections that stay in files; may be absent if all sections are in memory
 * @throws IntegrityError if the segments differ from the manifest's list
 */
export function assembleSnapshot(
  { id, manifest: manifestBytes, segments: segmentBytes }: SnapshotBytes,
  pages?: Pages,
): Space {
  const manifest = decodeManifest(manifestBytes, id);
  const files = new Map(
    manifest.segments.map(({ kind, name }, index) => [segmentKey(kind, name), segmentBytes[index]] as const),
  );
  const assembleNamed = (kind: string, name: string): SegmentFile => {
    const bytes = files.get(segmentKey(kind, name));
    if (bytes !== undefined) return assembleSegment(bytes, pages, segmentBytes.indexOf(bytes));
    throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: `a ${kind} segment ${name}`, found: 'none' });
  };
  const types = [...manifest.model.contentTypes.values()];
  const segments = types.map((type) => openTypeSegment(assembleNamed(TYPE_SEGMENT, type.name), type));
  const hashes = new Map(
    manifest.segments.flatMap(({ kind, name, sha256 }) => (kind === TYPE_SEGMENT ? [[name, sha256] as const] : [])),
  );
  return makeSpace(id, manifest.model, segments, assembleNamed(JOIN_SEGMENT, JOIN_SEGMENT), hashes, pages);
}

/** Reads and assembles one snapshot of a folder, without comparing hashes. */
export async function openSnapshot(files: Files, folder: string, id: SnapshotId): Promise<Space> {
  return assembleSnapshot(await readSnapshot(files, folder, id, { hashes: false }));
}

/**
 * @returns the id in CURRENT
 * @throws OperationError that says how to get a snapshot if there is none, or CURRENT is invalid; IntegrityError if the snapshot
 *         that CURRENT names is missing
 */
export async function requireCurrent(files: Files, folder: string): Promise<SnapshotId> {
  const id = await readCurrent(files, folder);
  if (id !== undefined) {
    if ((await files.stat(snapshotPath(folder, id))) !== undefined) return id;
    throw new IntegrityError({ file: CURRENT_FILE, expected: 'the name of a folder beside it', found: id });
  }
  const entry = await files.stat(folder);
  let state = 'does not exist';
  if (entry !== undefined) state = entry.kind === 'folder' ? 'has no CURRENT' : 'is not a folder';
  throw new OperationError(`${folder} ${state}, so there is no snapshot to read. ${await findAdvice(files, folder)}`);
}

/**
 * Reads the snapshot that CURRENT names. If that fails and CURRENT has changed meanwhile, reads the new one: a build may remove
 * the old snapshot before its last file is read.
 *
 * @throws errors of `read`, unless CURRENT has changed
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
      const currentId = await readCurrent(files, folder).catch(() => undefined);
      if (currentId === undefined || currentId === id) throw error;
      id = currentId;
    }
  }
}

/** Opens the snapshot that CURRENT names. */
export async function openCurrent(files: Files, folder: string): Promise<Space> {
  return withCurrent(files, folder, (id) => openSnapshot(files, folder, id));
}
