/**
 * Verifies a snapshot: the hash of every file, then the content of every section.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import { type SnapshotId, termId, termOf } from '../../content/model/index.js';
import { type Files, hashFile, readSmallFile } from '../../format/files/index.js';
import {
  COMPANION_BYTES_MAXIMUM,
  COMPANION_FILES,
  MANIFEST_FILE,
  type ManifestSegment,
  openCompanion,
  openSnapshot,
  readManifest,
  requireCurrent,
  SIGNATURE_FILE,
  type Space,
  snapshotPath,
} from '../snapshot/index.js';
import { checkType } from './type.js';

export interface VerifiedFile {
  readonly name: string;
  readonly byteLength: number;
  readonly problems: readonly string[];
}

export interface VerifyReport {
  readonly snapshot: SnapshotId;
  readonly files: readonly VerifiedFile[];
  /** Companion files in its folder; problems in them affect no reader. */
  readonly companions: readonly VerifiedFile[];
  /** Problems of the snapshot as a whole. */
  readonly problems: readonly string[];
}

/** @throws errors other than damage: another format version, or a disk that cannot be read */
function describeError(error: unknown, id: SnapshotId): string {
  if (error instanceof IntegrityError) return error.message;
  if (error instanceof OperationError || (error instanceof Error && 'syscall' in error)) throw error;
  return new IntegrityError({ file: id, expected: 'a snapshot that opens', found: `an unexpected ${String(error)}` })
    .message;
}

/**
 * Verifies the snapshot that CURRENT names.
 *
 * @throws OperationError if there is none; IntegrityError if CURRENT names a missing snapshot
 */
export async function verifySnapshots(
  files: Files,
  folder: string,
  onStep?: (step: string) => void,
): Promise<VerifyReport> {
  for (let id = await requireCurrent(files, folder); ; ) {
    const report = await verifySnapshot(files, folder, id, onStep);
    // A build may have published another snapshot and removed this one meanwhile.
    const currentId = listDamage(report).length === 0 ? id : await requireCurrent(files, folder);
    if (currentId === id) return report;
    id = currentId;
  }
}

/** @returns the problems that prevent serving: of each file, then of the snapshot as a whole */
export const listDamage = ({ files, problems }: VerifyReport): readonly string[] => [
  ...files.flatMap((file) => file.problems),
  ...problems,
];

/** @returns all problems of a report */
export const listProblems = (report: VerifyReport): readonly string[] => [
  ...listDamage(report),
  ...report.companions.flatMap((file) => file.problems),
];

/**
 * Verifies one snapshot of a folder.
 *
 * @param onStep called before each file and check, for progress
 * @throws OperationError if it has another format version; damage is reported, not thrown
 */
export async function verifySnapshot(
  files: Files,
  folder: string,
  id: SnapshotId,
  onStep: (step: string) => void = () => undefined,
): Promise<VerifyReport> {
  const verified: VerifiedFile[] = [];
  const companions: VerifiedFile[] = [];
  const problems: string[] = [];
  try {
    const manifest = await readManifest(files, folder, id);
    const expectedNames = new Set([
      MANIFEST_FILE,
      SIGNATURE_FILE,
      ...COMPANION_FILES,
      ...manifest.segments.map((segment) => segment.file),
    ]);
    for (const name of await files.list(snapshotPath(folder, id))) {
      if (!expectedNames.has(name)) problems.push(`${id}/${name} does not belong to the snapshot`);
    }
    for (const segment of manifest.segments) {
      onStep(segment.file);
      verified.push(await verifySegmentFile(files, folder, id, segment));
    }
    for (const name of COMPANION_FILES) {
      const companion = await verifyCompanion(files, folder, id, name);
      if (companion !== undefined) companions.push(companion);
    }
    onStep('opening');
    const space = await openSnapshot(files, folder, id);
    for (const { name, segment } of space.types.values()) {
      onStep(`structures of ${name}`);
      const locals = space.locals.flatMap((local) => local.types.get(name)?.segment ?? []);
      problems.push(...checkType(segment.type.locales.length === 0 ? [segment] : [segment, ...locals]));
    }
    onStep('joins');
    // Joins are checked by item ids, which must be correct.
    if (problems.length === 0) problems.push(...checkJoins(space), ...space.locals.flatMap(checkJoins));
  } catch (error) {
    problems.push(describeError(error, id));
  }
  return { snapshot: id, files: verified, companions, problems };
}

/** Cost: hashing the file, unless its length is wrong. */
async function verifySegmentFile(
  files: Files,
  folder: string,
  id: SnapshotId,
  { file, byteLength, sha256 }: ManifestSegment,
): Promise<VerifiedFile> {
  const path = join(snapshotPath(folder, id), file);
  const createReport = (foundByteLength: number, ...problems: readonly string[]): VerifiedFile => ({
    name: file,
    byteLength: foundByteLength,
    problems: problems.map((problem) => `${id}/${file}: ${problem}`),
  });
  const entry = await files.stat(path);
  if (entry === undefined) return createReport(0, 'expected a file, found none');
  if (entry.byteLength !== byteLength)
    return createReport(entry.byteLength, `expected ${byteLength} bytes, found ${entry.byteLength}`);
  const hashed = await hashFile(files, path);
  if (hashed === undefined) return createReport(0, 'expected a file, found none');
  if (hashed.sha256 === sha256 && hashed.byteLength === byteLength) return createReport(byteLength);
  return createReport(
    hashed.byteLength,
    `expected ${byteLength} bytes with SHA-256 ${sha256}, found ${hashed.byteLength} with ${hashed.sha256}`,
  );
}

async function verifyCompanion(
  files: Files,
  folder: string,
  id: SnapshotId,
  name: string,
): Promise<VerifiedFile | undefined> {
  const bytes = await readSmallFile(files, join(snapshotPath(folder, id), name), COMPANION_BYTES_MAXIMUM);
  if (bytes === undefined) return undefined;
  const isIntact = openCompanion(bytes, id) !== undefined;
  const problems = isIntact ? [] : [`${id}/${name}: it is damaged. No server needs it; remove it`];
  return { name, byteLength: bytes.byteLength, problems };
}

/** A join must lead to the doc whose id the target has. */
function checkJoins(space: Space): string[] {
  const problems: string[] = [];
  for (const type of space.types.values()) {
    for (const [relationship, joined] of type.joins) {
      for (const [target, doc] of joined.targetDocs.entries()) {
        const key = joined.index.targets.at(termId(target));
        const targetSegment = joined.targetTypes[key[0]!]?.segment;
        const ordinal = targetSegment?.id.column[doc];
        if (targetSegment !== undefined && ordinal !== undefined && ordinal > 0) {
          if (Buffer.compare(targetSegment.id.terms.at(termOf(ordinal)), key.subarray(1)) === 0) continue;
        }
        problems.push(`type ${type.name}, relationship ${relationship}: target ${target} leads to another item`);
        break;
      }
    }
  }
  return problems;
}
