/**
 * Shared space: a space that several threads serve, as their supervisor sees it; and swapping its snapshot in all threads or in
 * none.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { shrinkHeap } from '../../format/platform/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import type { OriginStatus } from '../../ship/replicate/index.js';
import { type OpenedFolder, type OpenedPreview, openFolders, openPreviews } from '../follow/open-folders.js';
import { releaseMemory } from '../follow/release-memory.js';
import type { ServeOptions } from '../run/serve-options.js';
import type { SpaceProblem } from '../spaces/status.js';
import { type HeldSnapshot, holdFiles } from './held-snapshot.js';

export interface SharedSpace {
  readonly name: string;
  readonly folder: string;
  readonly isProvisional: boolean;
  /** The snapshot that members are started with; undefined while there is none. */
  heldSnapshot: HeldSnapshot | undefined;
  /** Whether the name in the snapshot's model names the space at the next start. */
  readonly usesModelName: boolean;
  /** Index of the space that it is the preview of; null if it is no preview. */
  readonly previewOf: number | null;
  problem: SpaceProblem | undefined;
  refusedSwaps: number;
  nextName: string | undefined;
  origin: OriginStatus | undefined;
  pin: SnapshotId | undefined;
}

/** A separate function, so that no closure that lives as long as the server refers to the first snapshots. */
const createSharedSpaces = (
  openedFolders: readonly OpenedFolder<HeldSnapshot>[],
  openedPreviews: readonly OpenedPreview<HeldSnapshot>[],
): readonly SharedSpace[] =>
  [...openedFolders.map((opened) => ({ ...opened, previewOf: null })), ...openedPreviews].map((opened) => ({
    name: opened.name,
    folder: opened.folder,
    isProvisional: opened.isProvisional,
    heldSnapshot: opened.opened?.value,
    usesModelName: opened.previewOf === null && !opened.isNameGiven && openedFolders.length > 1,
    previewOf: opened.previewOf,
    problem: undefined,
    refusedSwaps: 0,
    nextName: undefined,
    origin: undefined,
    pin: undefined,
  }));

/** @returns spaces in the order of their folders, then previews */
export async function openSpaces(
  { folders, wait }: ServeOptions,
  load: (folder: string, id: SnapshotId) => Promise<SnapshotBytes>,
): Promise<readonly SharedSpace[]> {
  const open = async (folder: string, id: SnapshotId): Promise<HeldSnapshot> => holdFiles(await load(folder, id));
  const opened = await openFolders(diskFiles, folders, wait, open);
  return createSharedSpaces(opened, await openPreviews(diskFiles, folders, opened, open));
}

/** A member that can swap its snapshot. */
export interface SwappingMember {
  /** @throws if the member cannot serve the snapshot */
  readonly switchTo: (space: number, bytes: SnapshotBytes) => Promise<void>;
  /** Ends the member. Its replacement begins with the snapshot that the supervisor holds then. */
  readonly end: () => void;
}

/**
 * Swaps the snapshot in all members or in none: if one member cannot, the other members switch back. If there is no snapshot
 * to switch back to, a member that cannot swap is replaced by a member that begins with the new snapshot.
 *
 * @param index of the space
 * @throws the error of the first member that could not; the space then has its old snapshot again
 */
export async function switchAll(
  members: readonly SwappingMember[],
  space: SharedSpace,
  index: number,
  nextSnapshot: HeldSnapshot,
): Promise<void> {
  const snapshotBefore = space.heldSnapshot;
  // Members that start from now on begin with the new snapshot.
  space.heldSnapshot = nextSnapshot;
  const refusals: unknown[] = [];
  const attempt = async (member: SwappingMember): Promise<void> => {
    try {
      await member.switchTo(index, nextSnapshot.bytes);
    } catch (error) {
      if (snapshotBefore === undefined) member.end();
      else refusals.push(error);
    }
  };
  await Promise.all(members.map(attempt));
  if (snapshotBefore === undefined || refusals.length === 0) {
    await closeSnapshot(snapshotBefore);
    return;
  }
  // Before the first member switches back, so that replacements begin with the old snapshot.
  space.heldSnapshot = snapshotBefore;
  // A member that still serves the old snapshot confirms at once.
  for (const member of members) await member.switchTo(index, snapshotBefore.bytes).catch(() => member.end());
  await closeSnapshot(nextSnapshot);
  throw refusals[0];
}

async function closeSnapshot(heldSnapshot: HeldSnapshot | undefined): Promise<void> {
  if (heldSnapshot === undefined) return;
  // This thread answers no requests, so it may collect thoroughly.
  void releaseMemory(new WeakRef(heldSnapshot.bytes), undefined, shrinkHeap);
  await heldSnapshot.close();
}
