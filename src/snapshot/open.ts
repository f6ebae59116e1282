/**
 * Opening a snapshot: read every file once, check every checksum, build nothing per item.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../errors/index.js';
import { type Files, readWhole } from '../files/index.js';
import { readSegment } from '../format/index.js';
import type { SnapshotId } from '../model/index.js';
import { JOIN_SEGMENT, openTypeSegment, TYPE_SEGMENT } from '../segment/index.js';
import { readCurrent } from './current.js';
import { decodeManifest, type Manifest } from './manifest.js';
import { CURRENT_FILE, MANIFEST_FILE, snapshotPath } from './paths.js';
import { type Space, tieSpace } from './space.js';

const manifestBytesMaximum = 64 * 2 ** 20;

/** @throws IntegrityError when the manifest is missing or not what the id says */
export async function readManifest(files: Files, folder: string, id: SnapshotId): Promise<Manifest> {
  const bytes = await readWhole(files, join(snapshotPath(folder, id), MANIFEST_FILE), manifestBytesMaximum);
  if (bytes === undefined) {
    throw new IntegrityError({ file: `${id}/${MANIFEST_FILE}`, expected: 'a file', found: 'none' });
  }
  return decodeManifest(bytes, id);
}

/**
 * Opens one snapshot of a folder.
 *
 * @throws IntegrityError naming file and section; OperationError when it is of another format version
 * Cost: reading the files and one CRC-32 over them. Memory: their size.
 */
export async function openSnapshot(files: Files, folder: string, id: SnapshotId): Promise<Space> {
  const manifest = await readManifest(files, folder, id);
  const open = async (kind: string, name: string) => {
    const entry = manifest.segments.find((segment) => segment.kind === kind && segment.name === name);
    if (entry === undefined) {
      throw new IntegrityError({
        file: `${id}/${MANIFEST_FILE}`,
        expected: `a ${kind} segment ${name}`,
        found: 'none',
      });
    }
    return readSegment(files, join(snapshotPath(folder, id), entry.file), `${id}/${entry.file}`, entry);
  };
  const segments = [];
  for (const type of manifest.model.contentTypes.values()) {
    segments.push(openTypeSegment(await open(TYPE_SEGMENT, type.name), type));
  }
  return tieSpace(id, manifest.model, segments, await open(JOIN_SEGMENT, JOIN_SEGMENT));
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
  const what = found === undefined ? 'does not exist' : found.kind === 'folder' ? 'has no CURRENT' : 'is no folder';
  throw new OperationError(
    `${folder} ${what}, so there is no snapshot to read. Build one: stele build <export> --out ${folder}`,
  );
}

/** Opens the snapshot that CURRENT names. */
export async function openCurrent(files: Files, folder: string): Promise<Space> {
  return openSnapshot(files, folder, await requireCurrent(files, folder));
}
