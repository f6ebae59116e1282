/**
 * A space that several threads serve, as their supervisor holds it: the snapshot's bytes, whose memory all share, and the
 * files that some of it stays in, held open for as long as members may begin with it. One that replaces a dead member finds
 * them though their folder has been removed.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles, type OpenFile } from '../../format/files/index.js';
import { type SnapshotBytes, staysPartly } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import { type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from '../follow/open-folders.js';
import { releaseMemory } from '../follow/release-memory.js';
import type { ServeOptions } from '../serving.js';
import type { SpaceProblem } from '../spaces/status.js';

export interface HeldSnapshot {
  /** The snapshot, with where its files are held. */
  readonly bytes: SnapshotBytes;
  readonly close: () => Promise<void>;
}

/** Opens what an open file of this process leads to, as Linux and others show it. */
const placeOf = ({ descriptor }: OpenFile): string | undefined =>
  descriptor === undefined ? undefined : `/dev/fd/${descriptor}`;

/** @throws what the disk throws; nothing is held then */
export async function holdFiles(bytes: SnapshotBytes): Promise<HeldSnapshot> {
  const held: OpenFile[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(held.splice(0).map((file) => file.close().catch(() => undefined)));
  };
  try {
    const segments = [];
    for (const segment of bytes.segments) {
      if (!staysPartly(segment)) {
        segments.push(segment);
        continue;
      }
      const file = await diskFiles.open(segment.path, 'read');
      held.push(file);
      segments.push({ ...segment, heldAt: placeOf(file) });
    }
    return { bytes: { ...bytes, segments }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface SharedSpace {
  readonly name: string;
  readonly folder: string;
  readonly provisional: boolean;
  /** What members are started with, and what holds the memory here; undefined while there is no snapshot. */
  held: HeldSnapshot | undefined;
  /** Whether a name in a later snapshot counts at the next start. */
  readonly follows: boolean;
  readonly previewOf: number | null;
  problem: SpaceProblem | undefined;
  refusedSwaps: number;
  nextName: string | undefined;
  origin: OriginStatus | undefined;
}

/** A function of its own, so that nothing that lives as long as the server refers to the bytes it began with. */
const sharedSpaces = (
  opened: readonly OpenedFolder<HeldSnapshot>[],
  previews: readonly OpenedPreview<HeldSnapshot>[],
): readonly SharedSpace[] =>
  [...opened.map((one) => ({ ...one, previewOf: null })), ...previews].map((one) => ({
    name: one.name,
    folder: one.folder,
    provisional: one.provisional,
    held: one.opened?.value,
    follows: one.previewOf === null && !one.given && opened.length > 1,
    previewOf: one.previewOf,
    problem: undefined,
    refusedSwaps: 0,
    nextName: undefined,
    origin: undefined,
  }));

/** Spaces first, in the order of their folders, then previews. */
export async function openSpaces(
  { folders, wait }: ServeOptions,
  load: (folder: string, id: SnapshotId) => Promise<SnapshotBytes>,
): Promise<readonly SharedSpace[]> {
  const open = async (folder: string, id: SnapshotId): Promise<HeldSnapshot> => holdFiles(await load(folder, id));
  const opened = await openFolders(diskFiles, folders, wait, open);
  return sharedSpaces(opened, await openPreviews(diskFiles, folders, opened, open));
}

/** A member that can be told to switch. */
export interface Switching {
  /** @throws when the member cannot */
  readonly switchTo: (space: number, bytes: SnapshotBytes) => Promise<void>;
  /** Ends the member. Its replacement begins with what the supervisor holds then. */
  readonly end: () => void;
}

/**
 * Has all members switch to another snapshot, or none: where one of them cannot, the others go back. Where there is nothing
 * to go back to, a member that cannot switch is replaced by one that begins with the new snapshot.
 *
 * @param place of the space among the others
 * @throws what the first member that could not switch gave as its reason; the space then holds what it held
 */
export async function switchAll(
  members: readonly Switching[],
  space: SharedSpace,
  place: number,
  next: HeldSnapshot,
): Promise<void> {
  const before = space.held;
  // Members that start from now on begin with it.
  space.held = next;
  const refusals: unknown[] = [];
  const attempt = async (member: Switching): Promise<void> => {
    try {
      await member.switchTo(place, next.bytes);
    } catch (error) {
      if (before === undefined) member.end();
      else refusals.push(error);
    }
  };
  await Promise.all(members.map(attempt));
  if (before === undefined || refusals.length === 0) {
    await letGo(before);
    return;
  }
  // Before the first member goes back: replacements begin with it.
  space.held = before;
  // A member that serves it still says so at once.
  for (const member of members) await member.switchTo(place, before.bytes).catch(() => member.end());
  await letGo(next);
  throw refusals[0];
}

async function letGo(held: HeldSnapshot | undefined): Promise<void> {
  if (held === undefined) return;
  void releaseMemory(new WeakRef(held.bytes));
  await held.close();
}
