/**
 * Verifying a snapshot: every byte accounted for, then everything the bytes claim.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import { type SnapshotId, termId, termOf } from '../../content/model/index.js';
import { type Files, hashFile, readWhole } from '../../format/files/index.js';
import {
  COMPANION_BYTES_MAXIMUM,
  COMPANION_FILES,
  MANIFEST_FILE,
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
  /** Files in its folder that are none of its own; what is wrong with them harms no reader. */
  readonly companions: readonly VerifiedFile[];
  /** Problems of the snapshot as a whole. */
  readonly problems: readonly string[];
}

/** @throws what is no damage: another format version, or a disk that does not read */
function messageOf(error: unknown, id: SnapshotId): string {
  if (error instanceof IntegrityError) return error.message;
  if (error instanceof OperationError || (error instanceof Error && 'syscall' in error)) throw error;
  return new IntegrityError({ file: id, expected: 'a snapshot that opens', found: `an unexpected ${String(error)}` })
    .message;
}

/**
 * Verifies the snapshot that CURRENT names.
 *
 * @throws OperationError when there is none; IntegrityError when CURRENT names nothing that is there
 */
export async function verifySnapshots(
  files: Files,
  folder: string,
  onStep?: (step: string) => void,
): Promise<VerifyReport> {
  for (let id = await requireCurrent(files, folder); ; ) {
    const report = await verifySnapshot(files, folder, id, onStep);
    // Another may have come, and this one gone, meanwhile.
    const named = damageOf(report).length === 0 ? id : await requireCurrent(files, folder);
    if (named === id) return report;
    id = named;
  }
}

/** What keeps a snapshot from being served, file by file and then as a whole. */
export const damageOf = ({ files, problems }: VerifyReport): readonly string[] => [
  ...files.flatMap((file) => file.problems),
  ...problems,
];

/** All that a report finds wrong. */
export const problemsOf = (report: VerifyReport): readonly string[] => [
  ...damageOf(report),
  ...report.companions.flatMap((file) => file.problems),
];

/**
 * Verifies one snapshot of a folder.
 *
 * @param onStep called before each file and check, for progress
 * @throws OperationError when it is of another format version; damage is reported, not thrown
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
    const known = new Set([
      MANIFEST_FILE,
      SIGNATURE_FILE,
      ...COMPANION_FILES,
      ...manifest.segments.map((segment) => segment.file),
    ]);
    for (const name of await files.list(snapshotPath(folder, id))) {
      if (!known.has(name)) problems.push(`${id}/${name} does not belong to the snapshot`);
    }
    for (const segment of manifest.segments) {
      onStep(segment.file);
      const found = await hashFile(files, join(snapshotPath(folder, id), segment.file));
      const wrong: string[] = [];
      if (found === undefined) wrong.push(`${id}/${segment.file}: expected a file, found none`);
      else if (found.sha256 !== segment.sha256 || found.byteLength !== segment.byteLength) {
        wrong.push(
          `${id}/${segment.file}: expected ${segment.byteLength} bytes with SHA-256 ${segment.sha256}, found ${found.byteLength} with ${found.sha256}`,
        );
      }
      verified.push({ name: segment.file, byteLength: found?.byteLength ?? 0, problems: wrong });
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
    // They lead to items by their ids.
    if (problems.length === 0) problems.push(...checkJoins(space), ...space.locals.flatMap(checkJoins));
  } catch (error) {
    problems.push(messageOf(error, id));
  }
  return { snapshot: id, files: verified, companions, problems };
}

async function verifyCompanion(
  files: Files,
  folder: string,
  id: SnapshotId,
  name: string,
): Promise<VerifiedFile | undefined> {
  const bytes = await readWhole(files, join(snapshotPath(folder, id), name), COMPANION_BYTES_MAXIMUM);
  if (bytes === undefined) return undefined;
  const whole = openCompanion(bytes, id) !== undefined;
  const problems = whole ? [] : [`${id}/${name}: it is damaged. No server needs it; remove it`];
  return { name, byteLength: bytes.byteLength, problems };
}

/** A join must lead to the doc whose id the target has. */
function checkJoins(space: Space): string[] {
  const problems: string[] = [];
  for (const type of space.types.values()) {
    for (const [relationship, joined] of type.joins) {
      for (const [target, doc] of joined.targetDocs.entries()) {
        const key = joined.index.targets.at(termId(target));
        const to = joined.targetTypes[key[0]!]?.segment;
        const ordinal = to?.id.column[doc];
        if (to !== undefined && ordinal !== undefined && ordinal > 0) {
          if (Buffer.compare(to.id.terms.at(termOf(ordinal)), key.subarray(1)) === 0) continue;
        }
        problems.push(`type ${type.name}, relationship ${relationship}: target ${target} leads to another item`);
        break;
      }
    }
  }
  return problems;
}
