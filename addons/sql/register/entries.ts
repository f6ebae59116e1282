/**
 * The entries of a register: each load with its state, the published load, and the figures kept of a complete load.
 *
 * LAYOUT numbers the layout of a load's tables: a load with another number is filled anew.
 */
import type { TypeCounts } from '../../../src/index/snapshot/index.js';

/** What the tables of a load look like: another number, another layout. */
export const LAYOUT = 3;

/** `held`: complete, and not published because too much was gone. */
export type LoadState = 'loading' | 'complete' | 'held';

export interface LoadEntry {
  /** Its number in the register. */
  readonly load: number;
  readonly schema: string;
  readonly state: LoadState;
  readonly layout: number;
  readonly space: string;
  /** What tells whether another load would hold the same. */
  readonly fingerprint: string;
  readonly startedMs: number;
  readonly isPublished: boolean;
  /** How many loads were published since it was; undefined where it is not known to have been. */
  readonly publishedBefore: number | undefined;
}

/** What is written once a load's tables are full and right. */
export interface CompletedLoad {
  readonly model: string;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** Table → rows and their sum, as JSON. */
  readonly sums: string;
}

/** The load that counts, as who serves it has to know it. */
export interface PublishedLoad extends Pick<LoadEntry, 'load' | 'schema' | 'layout' | 'fingerprint'> {
  /** When its tables were full and right. */
  readonly finishedMs: number;
}
