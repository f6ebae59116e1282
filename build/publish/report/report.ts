/**
 * The report of a build: items, problems, times and sizes. The command prints it, and `build-report.json` stores it.
 *
 * Elsewhere: timing steps (step-clock), sizes of structures (structure-report), collecting the rest (outcome).
 */
import { ExportError, type ExportProblem, reasonOf } from '../../../src/content/errors/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import type { WarningKind } from '../../read/index.js';
import type { Shrunk } from '../compare/shrink-guard.js';
import type { StepReport } from './step-clock.js';
import type { StructureReport } from './structure-report.js';

/** The last step of a build: once it has begun, the build is not stopped any more. */
export const PUBLISHING = 'publishing';

export interface BuildProgress {
  /** `comparing book`, `reading book`, `resolving links`, `indexing book` or `linking book`, `publishing`. */
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'fields' | 'steps';
}

export interface BuiltTypeReport {
  readonly name: string;
  readonly items: number;
  /** Whether its segment is that of an earlier snapshot. */
  readonly linked: boolean;
  /** Length of its segment. */
  readonly byteLength: number;
  /** Thread-seconds for reading and rendering its items; 0 if it is linked. */
  readonly readingSeconds: number;
}

export interface ColumnReport {
  readonly type: string;
  readonly field: string;
  /** From its admission by the memory gate to its end; several columns are built at the same time. */
  readonly seconds: number;
}

/** Number of warnings of one kind. */
export interface WarningCount {
  readonly kind: WarningKind;
  readonly count: number;
}

/** The part of the report that is complete before the snapshot is placed, and is stored with the snapshot. */
export interface WorkReport {
  readonly snapshot: SnapshotId;
  /** Types and fields that have lost more than allowed, for which the snapshot was stored but not published. */
  readonly shrunk: readonly Shrunk[];
  readonly items: number;
  readonly types: readonly BuiltTypeReport[];
  /** The warnings as readable lines; empty if there are none. */
  readonly warnings: string;
  /** The same with one line for each kind. */
  readonly warningsByKind: string;
  readonly warningCounts: readonly WarningCount[];
  /** The first hundred warnings as data. */
  readonly problems: readonly ExportProblem[];
  /** Notes on earlier snapshots and on the model, a sentence each. */
  readonly notes: readonly string[];
  readonly byteLength: number;
  readonly seconds: number;
  /** Peak memory of this process. */
  readonly peakBytes: number;
  readonly threads: number;
  readonly steps: readonly StepReport[];
  readonly columns: readonly ColumnReport[];
  readonly structures: readonly StructureReport[];
}

export interface BuildReport extends WorkReport {
  /** Whether CURRENT has changed: false if it named this snapshot already, or if `shrunk` or `refused` has the reason. */
  readonly published: boolean;
  /** Whether the same snapshot was stored already but damaged, and was replaced. */
  readonly repaired: boolean;
  /** The judge's reasons against the snapshot, a sentence each; it was stored but not published then. */
  readonly refused: readonly string[];
  /** The snapshot with the shrunk types, if the published one retains them as they were served. */
  readonly kept?: SnapshotId;
  /** Old snapshots that were removed. */
  readonly removed: readonly SnapshotId[];
}

/** The report of a check that accepts the export. */
export interface ExportReport {
  readonly accepted: true;
  readonly items: number;
  readonly types: readonly { readonly name: string; readonly items: number }[];
  /** As WorkReport has them. */
  readonly warnings: string;
  /** Some warnings of each kind, file and field. */
  readonly warningsByField: string;
  readonly warningsByKind: string;
  readonly warningCounts: readonly WarningCount[];
  readonly problems: readonly ExportProblem[];
}

/** The report of a build or check that failed. */
export interface FailureReport {
  /** The reason, as printed on stderr. */
  readonly failure: string;
  /** Number of errors and warnings of the export; 0 if the failure has another cause. */
  readonly errors: number;
  readonly warnings: number;
  /** The first hundred of each. */
  readonly problems: readonly ExportProblem[];
}

export function failureReport(error: unknown): FailureReport {
  const summary = error instanceof ExportError ? error.report : { errors: 0, warnings: 0, problems: [] };
  return { failure: reasonOf(error), ...summary };
}
