/**
 * The entries of a register: each load with its state, the published load, and the figures kept of a complete load.
 *
 * LAYOUT numbers the layout of a load's tables: a load with another number is filled anew.
 */
import type { TypeCounts } from '../../../src/index/snapshot/index.js';

/** Version of the layout of a load's tables. */
export const LAYOUT = 5;

/** `held`: complete, but not published because too many items or values are missing. */
export type LoadState = 'loading' | 'complete' | 'held';

export interface LoadEntry {
  /** Number in the register, from 1. */
  readonly load: number;
  readonly schema: string;
  readonly state: LoadState;
  readonly layout: number;
  readonly space: string;
  /** Hash of content, model and layout: equal for loads with the same tables. */
  readonly fingerprint: string;
  readonly startedMs: number;
  readonly isPublished: boolean;
  /** Number of later publications; undefined if it was never published. */
  readonly publishedBefore: number | undefined;
}

/** Facts written into the register when the tables of a load are filled and verified. */
export interface CompletedLoad {
  readonly model: string;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** Row count and checksum of each table, as JSON. */
  readonly sums: string;
}

/** The published load, as far as a server needs it. */
export interface PublishedLoad extends Pick<LoadEntry, 'load' | 'schema' | 'layout' | 'fingerprint'> {
  /** When its tables were verified, in milliseconds since 1970. */
  readonly finishedMs: number;
}
