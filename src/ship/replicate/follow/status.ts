/**
 * The status of a followed origin: plain values that can be sent between threads.
 */
import type { SnapshotId } from '../../../content/model/index.js';

export interface OriginStatus {
  /** What the origin's CURRENT named when it was last read. */
  readonly named: SnapshotId | null;
  /** When it was last read, in milliseconds since 1970; null where it never was. */
  readonly readMs: number | null;
  /** Since when it names another snapshot than was published here; null where it does not. */
  readonly behindSinceMs: number | null;
  /** Since when nothing can be had, and why not; null where all is well. */
  readonly failing: { readonly sinceMs: number; readonly detail: string } | null;
  /** Since the start. */
  readonly pulls: number;
  readonly failures: number;
  readonly fetchedBytes: number;
  readonly savedBytes: number;
}

export const UNKNOWN_STATUS: OriginStatus = {
  named: null,
  readMs: null,
  behindSinceMs: null,
  failing: null,
  pulls: 0,
  failures: 0,
  fetchedBytes: 0,
  savedBytes: 0,
};
