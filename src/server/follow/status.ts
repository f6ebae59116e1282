/**
 * What is known of a running server beside its snapshots: what stands in the way of a newer one, and its threads.
 */
import type { SnapshotId } from '../../model/index.js';

/** Why a space is not served from the snapshot that CURRENT names. */
export interface SpaceProblem {
  /** What CURRENT names; null where it names nothing. */
  readonly wanted: SnapshotId | null;
  /** For whoever asks: says no path of this machine. */
  readonly detail: string;
}

/** One of several threads or processes that answer. */
export interface ThreadState {
  /** From 1. */
  readonly thread: number;
  readonly state: 'starting' | 'serving' | 'stopping';
  /** How often it died and was replaced. */
  readonly restarts: number;
  /** Where it is a process of its own. */
  readonly pid?: number;
}
