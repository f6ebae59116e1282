/**
 * Verifying a snapshot: every byte accounted for, then everything the bytes claim.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { IntegrityError } from '../errors/index.js';
import { type Files, readFully } from '../files/index.js';
import type { SnapshotId } from '../model/index.js';
import { checkSegment } from '../segment/index.js';
import { openSnapshot, readManifest, requireCurrent } from './open.js';
import { MANIFEST_FILE, snapshotPath } from './paths.js';
import type { Space } from './space.js';

export interface VerifiedFile {
  readonly name: string;
  readonly byteLength: number;
  readonly problems: readonly string[];
}

export interface VerifyReport {
  readonly snapshot: SnapshotId;
  readonly files: readonly VerifiedFile[];
  /** Problems of the snapshot as a whole. */
  readonly problems: readonly string[];
}

const readBytes = 2 ** 20;

async function hashFile(files: Files, path: string): Promise<{ byteLength: number; sha256: string } | undefined> {
  const found = await files.stat(path);
  if (found === undefined || found.kind !== 'file') return undefined;
  const hash = createHash('sha256');
  const file = await files.open(path, 'read');
  // One byte more than a small file has, so that one read both takes it and finds its end.
  const buffer = new Uint8Array(Math.min(readBytes, found.byteLength + 1));
  let byteLength = 0;
  try {
    for (;;) {
      const read = await readFully(file, buffer, byteLength);
      hash.update(buffer.subarray(0, read));
      byteLength += read;
      if (read < buffer.byteLength) return { byteLength, sha256: hash.digest('hex') };
    }
  } finally {
    await file.close();
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof IntegrityError) return error.message;
  throw error;
};

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
  return verifySnapshot(files, folder, await requireCurrent(files, folder), onStep);
}

/** What a report finds wrong, file by file and then as a whole. */
export const problemsOf = ({ files, problems }: VerifyReport): readonly string[] => [
  ...files.flatMap((file) => file.problems),
  ...problems,
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
  const problems: string[] = [];
  try {
    const manifest = await readManifest(files, folder, id);
    const known = new Set([MANIFEST_FILE, ...manifest.segments.map((segment) => segment.file)]);
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
    onStep('opening');
    const space = await openSnapshot(files, folder, id);
    for (const type of space.types.values()) {
      onStep(`structures of ${type.name}`);
      problems.push(...checkSegment(type.segment).map((problem) => `type ${type.name}, ${problem}`));
    }
    onStep('joins');
    problems.push(...checkJoins(space));
  } catch (error) {
    problems.push(messageOf(error));
  }
  return { snapshot: id, files: verified, problems };
}

/** A join must lead to the doc whose id the target has. */
function checkJoins(space: Space): string[] {
  const problems: string[] = [];
  for (const type of space.types.values()) {
    for (const [relationship, joined] of type.joins) {
      for (const [target, doc] of joined.targetDocs.entries()) {
        const key = joined.index.targets.at(target);
        const to = joined.targetTypes[key[0]!]?.segment;
        const ordinal = to?.id.column[doc];
        if (to !== undefined && ordinal !== undefined && ordinal > 0) {
          if (Buffer.compare(to.id.terms.at(ordinal - 1), key.subarray(1)) === 0) continue;
        }
        problems.push(`type ${type.name}, relationship ${relationship}: target ${target} leads to another item`);
        break;
      }
    }
  }
  return problems;
}
