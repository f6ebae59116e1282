/**
 * What one thread keeps of sections that are read late, of all its snapshots: groups, of which the one that was used
 * longest ago goes first.
 *
 * Groups that answers under way need are held and stay in any case; and so does the one that was used last, however
 * large it is, or each answer that needs it would read it again.
 */
import type { GroupBytes, LateGroup } from './late-group.js';

export class LateMemory {
  readonly #maximum: number;
  readonly #kept = new Set<LateGroup>();
  #byteLength = 0;
  #uses = 0;
  /** Groups read from files, since the start. */
  read = 0;

  /** @param byteLength what groups may take, in bytes */
  constructor(byteLength: number) {
    this.#maximum = byteLength;
  }

  /** What it takes now, in bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Notes that somebody uses the group. */
  touch(group: LateGroup): void {
    this.#uses += 1;
    group.usedAt = this.#uses;
  }

  /** The group is read: from now on it is found. */
  settle(group: LateGroup, bytes: GroupBytes): void {
    group.bytes = bytes;
    this.#kept.add(group);
    this.#byteLength += group.byteLength;
    this.read += 1;
    this.touch(group);
    this.#trim();
  }

  /** Keeps the group until it is let go of as often. */
  hold(group: LateGroup): void {
    group.holders += 1;
  }

  letGo(group: LateGroup): void {
    group.holders -= 1;
    this.#trim();
  }

  /** Drops a group that nobody reads any more. */
  forget(group: LateGroup): void {
    if (!this.#kept.delete(group)) return;
    this.#byteLength -= group.byteLength;
    group.leave();
  }

  #trim(): void {
    while (this.#byteLength > this.#maximum) {
      let oldest: LateGroup | undefined;
      for (const group of this.#kept) {
        const isFree = group.holders === 0 && group.usedAt !== this.#uses;
        if (isFree && (oldest === undefined || group.usedAt < oldest.usedAt)) oldest = group;
      }
      if (oldest === undefined) return;
      this.forget(oldest);
    }
  }
}
