/**
 * What is known of a running server beside its snapshots: what stands in the way of a newer one, and its threads.
 */
import type { SnapshotId } from '../../content/model/index.js';

/** Why a space is not served from what is published. */
export interface SpaceProblem {
  /** What CURRENT names, or what an engine calls it; null where nothing is published. */
  readonly wanted: SnapshotId | null;
  /** For whoever asks: says no path of this machine. */
  readonly detail: string;
}

/** Whether something that is published was refused, and not only missed. */
export const isRefusal = (problem: SpaceProblem | undefined): boolean => (problem?.wanted ?? null) !== null;

/** From best to worst. */
export const HEALTH_STATUSES = Object.freeze(['ok', 'degraded', 'unavailable'] as const);
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** @returns the worst of them; `ok` of none */
export const worst = (all: readonly HealthStatus[]): HealthStatus =>
  HEALTH_STATUSES.findLast((status) => all.includes(status)) ?? 'ok';

/** How it goes with an engine that is asked elsewhere. */
export interface EngineState {
  /** Since when it does not answer, in milliseconds since 1970; null while it does. */
  readonly failingSinceMs: number | null;
  /** Connections to it. */
  readonly open: number;
  /** What waits for a connection. */
  readonly waiting: number;
  /** Answers that it did not give, or not in time, since the start. */
  readonly failures: number;
  /** What was cancelled since the start because nobody waited for it any more. */
  readonly cancelled: number;
}

/** One of several threads that answer. */
export interface ThreadState {
  /** From 1. */
  readonly thread: number;
  readonly state: 'starting' | 'serving' | 'stopping';
  /** How often it died and was replaced. */
  readonly restarts: number;
}
