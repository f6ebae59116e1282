/**
 * The options of a build, for commands and tests.
 *
 * Elsewhere: their use (build), the command line (src/cli).
 */
import type { BuildChoices, SnapshotId } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import type { BlockCache } from '../segment/index.js';
import type { Pool } from '../work/index.js';
import type { TakenDown } from './compare/shrink-guard.js';
import type { BuildProgress } from './report/report.js';
import type { Judge } from './snapshot-writer.js';

export interface BuildOptions {
  readonly files: Files;
  /** The bytes of a model that replaces the export's own. */
  readonly model?: Uint8Array;
  /** Numbers and thresholds of precomputed sets and first items; the defaults suit most content. */
  readonly choices?: BuildChoices;
  /** Dropped links, repeated links, unknown keys and options are refused instead of reported. */
  readonly strict: boolean;
  /** Whether unchanged types are built again instead of linked to an earlier snapshot. */
  readonly full?: boolean;
  /** Percentage of a type's items, and of a field's values, that a published snapshot may have lost; by default 100. */
  readonly maxShrinkPercent?: number;
  /** Content that the importer has judged not to be public: it does not count as lost. */
  readonly takenDown?: TakenDown | undefined;
  /**
   * `model`: a model that breaks clients of the current snapshot is refused, before items are read. `values`: a snapshot is
   * refused, too, in which a field is no longer full. By default neither is.
   */
  readonly refuseBreaking?: 'model' | 'values' | undefined;
  /** Judges the new snapshot before it is published; not called if nothing has changed, or too much has shrunk. */
  readonly judge?: Judge | undefined;
  /** Number of snapshots that the folder keeps, at least two; by default, none is removed. */
  readonly keep?: number;
  /**
   * Number of threads that index columns; 1, the default, is this thread alone. Alternatively a pool, which the caller closes:
   * the next build reuses code that its threads have compiled. Do not reuse a pool after a failed build.
   */
  readonly threads?: number | Pool;
  /** A cache of rendered blocks, which the caller closes: unchanged blocks are not read again. Do not reuse it after a failed build. */
  readonly blockCache?: BlockCache | undefined;
  /** Memory that the build may use, in bytes; by default half of what the process's control groups allow. */
  readonly memoryBytes?: number | undefined;
  /** Maximum length of a section, in bytes; tests of the limit set a smaller one. */
  readonly sectionBytes?: number;
  /** Folder for the temporary files of values and sections; the out folder by default. */
  readonly temporaryFolder?: string | undefined;
  /** Called once the snapshot's folder is complete, before CURRENT names it; if it throws, CURRENT does not change. */
  readonly beforeNamed?: (snapshot: SnapshotId) => Promise<void>;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Stops the build with an OperationError, unless it has begun to publish. */
  readonly signal?: AbortSignal;
}
