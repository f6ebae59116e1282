/**
 * Switching all members to another snapshot, or none: where one of them cannot, the others go back.
 */
import { idOf, type SnapshotSource } from './messages.js';

/** A member that can be told to switch. */
interface Switching {
  /** @throws when the member cannot */
  readonly switchTo: (space: number, id: ReturnType<typeof idOf>, source: SnapshotSource) => Promise<void>;
  /** Ends the member. Its replacement begins with what the supervisor holds then. */
  readonly end: () => void;
}

/**
 * @param together whether all switch at the same time. Threads do, because they share what is loaded. Processes switch
 *                 one after the other, so that only one copy more than before is in memory.
 * @param before   what to go back to. Without it there is nothing to go back to: a member that cannot switch is
 *                 replaced by one that begins with the new snapshot.
 * @param undo     called before the first member goes back, so that replacements begin with the snapshot before
 * @throws what the first member that could not switch gave as its reason
 */
export async function switchAll(
  members: readonly Switching[],
  together: boolean,
  space: number,
  source: SnapshotSource,
  before: SnapshotSource | null,
  undo: () => void,
): Promise<void> {
  const refusals: unknown[] = [];
  const attempt = async (member: Switching): Promise<void> => {
    try {
      await member.switchTo(space, idOf(source), source);
    } catch (error) {
      if (before === null) member.end();
      else refusals.push(error);
    }
  };
  if (together) await Promise.all(members.map(attempt));
  else {
    for (const member of members) {
      await attempt(member);
      if (refusals.length > 0) break;
    }
  }
  if (before === null || refusals.length === 0) return;
  undo();
  // A member that serves it still says so at once.
  for (const member of members) await member.switchTo(space, idOf(before), before).catch(() => member.end());
  throw refusals[0];
}
