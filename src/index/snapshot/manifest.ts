/**
 * Manifest: the content model, the build's choices, and the files of a snapshot.
 *
 * The SHA-256 of its bytes is the snapshot's id: the folder's name authenticates the manifest, the manifest every file, and each
 * file its sections.
 */
import { createHash } from 'node:crypto';
import { IntegrityError, InvariantError } from '../../content/errors/index.js';
import {
  type BuildChoices,
  type ContentModel,
  choicesToJson,
  contentModelToJson,
  readChoices,
  readContentModel,
  type SnapshotId,
  snapshotId,
} from '../../content/model/index.js';
import { checkVersion, FORMAT_VERSION, isRecord, MAGIC } from '../../format/index.js';
import { MANIFEST_FILE } from './folder.js';

export interface ManifestSegment {
  readonly kind: string;
  readonly name: string;
  readonly file: string;
  readonly byteLength: number;
  readonly sha256: string;
  /** CRC-32 of the file's header, which contains the checksums of its sections: detects another file of the same length without a hash. */
  readonly headerCrc32: number;
}

export interface Manifest {
  readonly model: ContentModel;
  /** The build's choices of precomputed structures. */
  readonly choices: BuildChoices;
  /** Types in the model's order, then the joins. */
  readonly segments: readonly ManifestSegment[];
}

/** @returns the manifest's bytes, which are equal for equal content */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const segments = manifest.segments.map(({ kind, name, file, byteLength, sha256, headerCrc32 }) => ({
    kind,
    name,
    file,
    byteLength,
    sha256,
    headerCrc32,
  }));
  // Default choices are not written, so that snapshots without choices keep their ids.
  const choices = choicesToJson(manifest.choices);
  const model = contentModelToJson(manifest.model);
  const value = { format: MAGIC, version: FORMAT_VERSION, model, ...(choices && { choices }), segments };
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

export function manifestId(bytes: Uint8Array): SnapshotId {
  const id = snapshotId(createHash('sha256').update(bytes).digest('hex'));
  if (id === undefined) throw new InvariantError('snapshot id: expected 64 hexadecimal digits, found another SHA-256');
  return id;
}

const fileNamePattern = /^[A-Za-z_][A-Za-z0-9_-]*-[0-9a-f]{16}\.segment$/;
const sha256Pattern = /^[0-9a-f]{64}$/;

/** A count of bytes, or a CRC-32. */
const isCount = (value: unknown, maximum = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maximum;

function readSegmentEntry(value: unknown): ManifestSegment | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, name, file, byteLength, sha256, headerCrc32 } = value;
  if (typeof kind !== 'string' || typeof name !== 'string' || typeof file !== 'string') return undefined;
  if (typeof sha256 !== 'string' || !sha256Pattern.test(sha256) || !fileNamePattern.test(file)) return undefined;
  if (!isCount(byteLength) || !isCount(headerCrc32, 2 ** 32 - 1)) return undefined;
  return { kind, name, file, byteLength, sha256, headerCrc32 };
}

/**
 * @param id expected hash of the bytes
 * @throws IntegrityError if the hash differs, or the bytes are no manifest; OperationError if it has another format version
 */
export function decodeManifest(bytes: Uint8Array, id: SnapshotId): Manifest {
  const file = `${id}/${MANIFEST_FILE}`;
  const actualId = manifestId(bytes);
  if (actualId !== id) throw new IntegrityError({ file, expected: `SHA-256 ${id}`, found: actualId });
  const createError = (expected: string): IntegrityError => new IntegrityError({ file, expected, found: 'other JSON' });
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new IntegrityError({ file, expected: 'JSON', found: 'other bytes' });
  }
  if (!isRecord(value) || value['format'] !== MAGIC) throw createError('a stele manifest');
  const version = value['version'];
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw createError('a format version');
  // Checked first: in another version, every other member may have another meaning.
  checkVersion(file, version);
  const result = readContentModel(value['model']);
  if (!('model' in result)) throw createError('a content model');
  const choices = readChoices(value['choices']);
  if (choices === undefined) throw createError('choices of the build');
  const entries = value['segments'];
  if (!Array.isArray(entries)) throw createError('a list of segments');
  const segments = entries.map(readSegmentEntry).filter((entry) => entry !== undefined);
  if (segments.length !== entries.length) throw createError('segments with file, length and hash');
  let totalBytes = 0;
  for (const { byteLength } of segments) totalBytes += byteLength;
  if (!isCount(totalBytes)) throw createError('lengths that add up');
  const distinctFiles = new Set(segments.map((segment) => segment.file));
  if (distinctFiles.size < segments.length) throw createError('each file once');
  return { model: result.model, choices, segments };
}
