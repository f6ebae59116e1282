/**
 * The status of a followed origin: plain values that can be sent between threads.
 */
import type { SnapshotId } from '../../../content/model/index.js';

export interface OriginStatus {
  /** The snapshot that CURRENT of the origin named at the last reading. */
  readonly named: SnapshotId | null;
  /** Time of the last reading, in milliseconds since 1970; null before the first. */
  readonly readMs: number | null;
  /** Time at which it began to name another snapshot than the local CURRENT; null if they are the same. */
  readonly behindSinceMs: number | null;
  /** Time of the first failure in a row, and the reason of the last one; null if the last attempt succeeded. */
  readonly failing: { readonly sinceMs: number; readonly detail: string } | null;
  /** Place of the origin that answered last, from 1 in the order of the options; null before the first answer. */
  readonly used: number | null;
  /** Since when the first origin fails while a later one is tried, and why; null if it answers, or is the only one. */
  readonly fallback: { readonly sinceMs: number; readonly detail: string } | null;
  /** Counters since the start. */
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
  used: null,
  fallback: null,
  pulls: 0,
  failures: 0,
  fetchedBytes: 0,
  savedBytes: 0,
};
