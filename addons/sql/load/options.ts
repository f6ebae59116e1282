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

export const DISTRIBUTE = ['auto', 'never'] as const;
export type Distribute = (typeof DISTRIBUTE)[number];

export interface LoadOptions {
  /** The schema of the register. */
  readonly schema: string;
  /** The model that counts, where the snapshot was made with fewer structures. */
  readonly model?: ContentModel | undefined;
  /** Connections that fill tables and make indexes, beside the one that leads. */
  readonly connections: number;
  /** `auto`, as without it: over the servers of Citus, where the database has it. `never`: plain tables. */
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
  /** Whether its tables are distributed over several servers. */
  readonly distributed: boolean;
  /** Whether it is another load than before. */
  readonly published: boolean;
  /** As `LoadOptions.shrunk` told it. */
  readonly shrunk: readonly string[];
  /** Loads that were dropped: old ones, and what was left of loads that died. */
  readonly removed: readonly number[];
  readonly seconds: number;
}
