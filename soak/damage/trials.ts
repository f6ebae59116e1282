/**
 * Damages the files of a snapshots folder at random, one change each; opening and verifying must detect the change and
 * name the file.
 *
 * The folder has two snapshots, so that an intact file of one can replace the file of the other.
 */
import { basename } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { IntegrityError, OperationError } from '../../src/content/errors/index.js';
import { COMPANION_FILES, openCurrent, readCurrent } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { type Below, MemoryDisk } from '../../testing/disk/index.js';
import { exportFiles } from '../../testing/samples/every-field.js';

const out = '/snapshots';

interface DamageTally {
  readonly trials: Map<DamageKind | 'truncate every file', number>;
  /** Damages that were not noticed, or were noticed without the name of the file. */
  readonly missed: string[];
}

/** @returns a disk with two snapshots of the small export; CURRENT names the second */
export async function twoSnapshots(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  for (const night of ['before', 'after'] as const) {
    for (const [path, bytes] of exportFiles(`/export/${night}`, night)) disk.put(path, bytes);
    await buildSnapshot(`/export/${night}`, out, { files: disk, strict: false });
  }
  return disk;
}

interface Subject {
  readonly disk: MemoryDisk;
  /** CURRENT and the files of the snapshot it names. */
  readonly paths: readonly string[];
  /** Those of the other snapshot too. */
  readonly all: readonly string[];
  readonly original: ReadonlyMap<string, Uint8Array>;
}

async function subjectOn(disk: MemoryDisk): Promise<Subject> {
  const current = await readCurrent(disk, out);
  // Servers do not read the files next to a snapshot, and these may be missing.
  const all = disk.paths(out).filter((path) => !COMPANION_FILES.includes(basename(path)));
  const paths = all.filter((path) => path.startsWith(`${out}/${current}/`) || path === `${out}/CURRENT`);
  const original = new Map(all.map((path) => [path, (disk.get(path) ?? new Uint8Array(0)).slice()]));
  return { disk, paths, all, original };
}

function restore({ disk, original }: Subject, paths: readonly string[]): void {
  for (const path of paths) disk.put(path, original.get(path));
}

const complaintOf = async (act: () => Promise<string>): Promise<string> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof OperationError) return error.message;
    return `unexpected: ${String(error)}`;
  }
};

/** @returns descriptions of the missed damage; empty if opening and verifying both name the file */
async function unnoticed({ disk }: Subject, damaged: Damaged): Promise<string[]> {
  const opening = await complaintOf(async () => {
    await openCurrent(disk, out);
    return '';
  });
  const verifying = await complaintOf(async () => {
    return listProblems(await verifySnapshots(disk, out)).join('\n');
  });
  const missed = (by: string, complaint: string): string[] => {
    if (complaint.startsWith('unexpected')) return [`${by}, ${damaged.what}: ${complaint}`];
    if (damaged.paths.some((path) => complaint.includes(basename(path)))) return [];
    return [`${by}, ${damaged.what}: ${complaint === '' ? 'not noticed' : `not named: ${complaint}`}`];
  };
  return [...missed('opening', opening), ...missed('verifying', verifying)];
}

/**
 * @param count how many random damages
 * @param below the dice
 */
export async function tryDamage(disk: MemoryDisk, count: number, below: Below): Promise<DamageTally> {
  const subject = await subjectOn(disk);
  const tally: DamageTally = { trials: new Map(), missed: [] };
  for (let done = 0; done < count; ) {
    const kind = DAMAGES[done % DAMAGES.length]!;
    const damaged = damage(disk, kind === 'swap two files' ? subject.all : subject.paths, kind, below);
    if (damaged === undefined) continue;
    // Where both files are of the snapshot that is not served, nothing has happened to the one that is.
    if (damaged.paths.some((path) => subject.paths.includes(path))) {
      tally.missed.push(...(await unnoticed(subject, damaged)));
      tally.trials.set(kind, (tally.trials.get(kind) ?? 0) + 1);
      done += 1;
    }
    restore(subject, damaged.paths);
  }
  return tally;
}

/** Takes every number of bytes up to `byteLengthMaximum` off the end of each file. */
export async function tryTruncation(disk: MemoryDisk, byteLengthMaximum: number): Promise<DamageTally> {
  const subject = await subjectOn(disk);
  const tally: DamageTally = { trials: new Map(), missed: [] };
  let trials = 0;
  for (const path of subject.paths) {
    const byteLength = Math.min(byteLengthMaximum, disk.get(path)?.byteLength ?? 0);
    for (let taken = 1; taken <= byteLength; taken += 1) {
      tally.missed.push(...(await unnoticed(subject, truncate(disk, path, taken))));
      restore(subject, [path]);
      trials += 1;
    }
  }
  tally.trials.set('truncate every file', trials);
  return tally;
}

/** @returns faults of the undamaged folder; there must be none for trials to mean anything */
export const soundness = async (disk: MemoryDisk): Promise<readonly string[]> =>
  listProblems(await verifySnapshots(disk, out));

export const DAMAGES = ['flip a bit', 'truncate', 'lengthen', 'swap two files', 'delete', 'zero a block'] as const;
type DamageKind = (typeof DAMAGES)[number];

interface Damaged {
  /** In words, with paths and positions, so that it can be done again by hand. */
  readonly what: string;
  /** The files that changed; the complaint must have the name of one. */
  readonly paths: readonly string[];
}

const blockBytes = 512;

/** @param paths the files that may be damaged. @returns undefined if the drawn change would change nothing */
function damage(disk: MemoryDisk, paths: readonly string[], kind: DamageKind, below: Below): Damaged | undefined {
  const path = paths[below(paths.length)]!;
  const bytes = disk.get(path) ?? new Uint8Array(0);
  switch (kind) {
    case 'flip a bit': {
      const [at, bit] = [below(bytes.byteLength), below(8)];
      const changed = bytes.slice();
      changed[at] = changed[at]! ^ (1 << bit);
      disk.put(path, changed);
      return { what: `bit ${bit} of byte ${at} of ${path}`, paths: [path] };
    }
    case 'truncate':
      return truncate(disk, path, 1 + below(bytes.byteLength));
    case 'lengthen': {
      const added = Uint8Array.from({ length: 1 + below(2 * blockBytes) }, () => below(256));
      disk.put(path, Buffer.concat([bytes, added]));
      return { what: `${added.byteLength} bytes added to ${path}`, paths: [path] };
    }
    case 'swap two files': {
      const other = paths[below(paths.length)]!;
      const others = disk.get(other) ?? new Uint8Array(0);
      if (Buffer.compare(bytes, others) === 0) return undefined;
      disk.put(path, others);
      disk.put(other, bytes);
      return { what: `${path} swapped with ${other}`, paths: [path, other] };
    }
    case 'delete':
      disk.put(path, undefined);
      return { what: `${path} deleted`, paths: [path] };
    case 'zero a block': {
      const from = Math.floor(below(bytes.byteLength) / blockBytes) * blockBytes;
      const changed = bytes.slice();
      changed.fill(0, from, from + blockBytes);
      if (Buffer.compare(changed, bytes) === 0) return undefined;
      disk.put(path, changed);
      return { what: `zeros from byte ${from} of ${path}`, paths: [path] };
    }
  }
}

/** Takes bytes off the end of a file. */
function truncate(disk: MemoryDisk, path: string, byteLength: number): Damaged {
  const bytes = disk.get(path) ?? new Uint8Array(0);
  disk.put(path, bytes.slice(0, bytes.byteLength - byteLength));
  return { what: `${path} truncated by ${byteLength} bytes`, paths: [path] };
}
