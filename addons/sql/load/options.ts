/**
 * Options of a load, its progress and its report.
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

/** Types to distribute with Citus: `auto`: those with many items or links; a number: from that count on; `never`: none. */
export type Distribute = 'auto' | 'never' | number;

export interface LoadOptions {
  /** The schema of the register. */
  readonly schema: string;
  /** The model in effect, if the snapshot was built with fewer structures. */
  readonly model?: ContentModel | undefined;
  /** Connections that fill tables and create indexes, in addition to the controlling one. */
  readonly connections: number;
  /** Undefined: `auto`. */
  readonly distribute?: Distribute | undefined;
  /** Number of loads to keep; Infinity drops none. */
  readonly keep: number;
  /** An existing role that is granted reading. */
  readonly reader?: string | undefined;
  /** @returns a line for each type or field that has lost too much; with any, the load is not published */
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
  /** Distributed types; undefined if all tables are plain. */
  readonly distributed: ReadonlySet<string> | undefined;
  /** Whether a new load was published. */
  readonly published: boolean;
  /** The lines of `LoadOptions.shrunk`. */
  readonly shrunk: readonly string[];
  /** Numbers of the dropped loads: old ones, and unfinished ones of killed processes. */
  readonly droppedLoads: readonly number[];
  readonly seconds: number;
}
