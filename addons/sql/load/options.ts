/**
 * What a load is told, and what it tells.
 */
import type { ContentModel } from '../../../src/content/model/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';

export interface LoadProgress {
  /** `copying book`, `indexing`, `verifying`, `publishing`. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'items' | 'rows' | 'steps';
}

/** Progress of a load's steps, and the check whether it was stopped. */
export interface LoadSteps {
  /** @throws OperationError if the load was stopped */
  check(this: void): void;
  /** Checks, then reports progress. */
  report(this: void, step: string, done: number, total: number, unit: LoadProgress['unit']): void;
}

/** `auto`: types with many items are distributed over the servers of Citus; a number: those with so many; `never`: none. */
export type Distribute = 'auto' | 'never' | number;

export interface LoadOptions {
  /** The schema of the register. */
  readonly schema: string;
  /** The model that counts, where the snapshot was made with fewer structures. */
  readonly model?: ContentModel | undefined;
  /** Connections that fill tables and make indexes, beside the one that leads. */
  readonly connections: number;
  /** Undefined: `auto`. */
  readonly distribute?: Distribute | undefined;
  /** How many loads stay, at least two; Infinity removes none. */
  readonly keep: number;
  /** A role that is let read; it must exist. */
  readonly reader?: string | undefined;
  /** @returns what has shrunk too much, for which the load is kept and not published */
  readonly shrunk: (
    before: ReadonlyMap<string, TypeCounts>,
    after: ReadonlyMap<string, TypeCounts>,
  ) => readonly string[];
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal?: AbortSignal;
}

export interface LoadReport {
  readonly load: number;
  readonly schema: string;
  readonly items: number;
  readonly links: number;
  readonly indexes: number;
  /** The types that are distributed over several servers, to which the others are copied; undefined if none is. */
  readonly distributed: ReadonlySet<string> | undefined;
  /** Whether it is another load than before. */
  readonly published: boolean;
  /** As `LoadOptions.shrunk` told it. */
  readonly shrunk: readonly string[];
  /** Loads that were dropped: old ones, and what was left of loads that died. */
  readonly droppedLoads: readonly number[];
  readonly seconds: number;
}
