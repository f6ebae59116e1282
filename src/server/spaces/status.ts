/**
 * Status of a running server apart from its snapshots, as plain values that can be sent to other threads.
 */
import type { SnapshotId } from '../../content/model/index.js';

/** The reason why a space does not serve the published snapshot. */
export interface SpaceProblem {
  /** The snapshot that CURRENT names, or an engine's load; null if nothing is published. */
  readonly wanted: SnapshotId | null;
  /** For clients: contains no path of this machine. */
  readonly detail: string;
}

/** @returns whether a published snapshot was refused; false if none is published */
export const isRefusal = (problem: SpaceProblem | undefined): boolean => (problem?.wanted ?? null) !== null;

/** From best to worst. */
export const HEALTH_STATUSES = Object.freeze(['ok', 'degraded', 'unavailable'] as const);
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** @returns the worst status; `ok` for an empty list */
export const findWorstStatus = (statuses: readonly HealthStatus[]): HealthStatus =>
  HEALTH_STATUSES.findLast((status) => statuses.includes(status)) ?? 'ok';

/** Status of the engine that answers a space's queries. */
export interface EngineState {
  /** Time from which it does not answer, in milliseconds since 1970; null while it answers. */
  readonly failingSinceMs: number | null;
  /** Open connections to the engine. */
  readonly open: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  /** Answers that it did not give, or not in time, since the start. */
  readonly failures: number;
  /** Statements cancelled since the start because no client waited any more. */
  readonly cancelled: number;
}

/** Status of one of several serving threads. */
export interface ThreadState {
  /** From 1. */
  readonly thread: number;
  readonly state: 'starting' | 'serving' | 'stopping';
  /** Number of times that it died and was replaced. */
  readonly restarts: number;
}

/** Public keys whose signatures are trusted. */
export interface TrustState {
  readonly keys: readonly { readonly name: string; readonly expires?: string }[];
  /** The reason why the keys are older than the files; contains no path of this machine. Null if they are up to date. */
  readonly problem: string | null;
}
