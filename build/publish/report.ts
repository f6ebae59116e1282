/**
 * What a build tells of itself: what came of it, how long each step and each column took, and what each structure weighs
 * and took.
 */
import { ExportError, type ExportProblem, InvariantError, reasonOf } from '../../src/content/errors/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import { structureOf } from '../../src/index/segment/index.js';
import type { WarningKind } from '../read/index.js';
import type { Shrunk } from './shrink.js';

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
  /** Whether its segment was linked to that of an earlier snapshot. */
  readonly linked: boolean;
  /** Of its segment. */
  readonly byteLength: number;
  /** Of all threads together: what its items took to be read and rendered; 0 where it is linked. */
  readonly readingSeconds: number;
}

export interface StepReport {
  /** As `BuildProgress` has it. */
  readonly step: string;
  readonly seconds: number;
}

export interface StructureReport {
  readonly type: string;
  /** Undefined for the rendered items. */
  readonly field: string | undefined;
  readonly structure: string;
  readonly byteLength: number;
  /**
   * Of all threads together, what they wait for left out: what it took to be made; 0 where its type is linked. Reading
   * and writing files, checksums among it, is in the steps only.
   */
  readonly seconds: number;
}

export interface ColumnReport {
  readonly type: string;
  readonly field: string;
  /** From the moment there was room for it until it was done; columns are made side by side. */
  readonly seconds: number;
}

/** How many warnings there were of one kind; a link to a missing item is one that was dropped. */
export interface WarningCount {
  readonly kind: WarningKind;
  readonly count: number;
}

/** What is known by the time a snapshot is to get its place, and lies beside it. */
export interface WorkReport {
  readonly snapshot: SnapshotId;
  /** Types and fields that have lost more than is allowed, for which the snapshot was kept and not published. */
  readonly shrunk: readonly Shrunk[];
  readonly items: number;
  readonly types: readonly BuiltTypeReport[];
  /** What was dropped or ignored, as readable lines; empty when nothing was. */
  readonly warnings: string;
  readonly warningCounts: readonly WarningCount[];
  /** The first hundred warnings as data. */
  readonly problems: readonly ExportProblem[];
  /** What is worth knowing about the snapshots that were there before; a sentence each. */
  readonly notes: readonly string[];
  readonly byteLength: number;
  readonly seconds: number;
  /** The most that this process has had in memory. */
  readonly peakBytes: number;
  readonly threads: number;
  readonly steps: readonly StepReport[];
  readonly columns: readonly ColumnReport[];
  readonly structures: readonly StructureReport[];
}

export interface BuildReport extends WorkReport {
  /** False when CURRENT already named this snapshot: nothing had changed; and where `shrunk` or `refused` says why. */
  readonly published: boolean;
  /** Whether this snapshot was there already and damaged, and is whole again. */
  readonly repaired: boolean;
  /** Why traffic judged it unfit to be served, for which it was kept and not published; a sentence each. */
  readonly refused: readonly string[];
  /** The snapshot with what has shrunk, where that stays in the published one as it was served. */
  readonly kept?: SnapshotId;
  /** Old snapshots that are gone now. */
  readonly removed: readonly SnapshotId[];
}

/** What an export holds that can be built. */
export interface ExportReport {
  readonly accepted: true;
  readonly items: number;
  readonly types: readonly { readonly name: string; readonly items: number }[];
  /** As WorkReport has them. */
  readonly warnings: string;
  readonly warningCounts: readonly WarningCount[];
  readonly problems: readonly ExportProblem[];
}

/** What is told of a build, or of a check, that came to nothing. */
export interface FailureReport {
  /** Why, as it is told on stderr. */
  readonly failure: string;
  /** How many errors and warnings the export has; 0 where it is not to blame. */
  readonly errors: number;
  readonly warnings: number;
  /** The first hundred of each. */
  readonly problems: readonly ExportProblem[];
}

export function failureReport(error: unknown): FailureReport {
  const found = error instanceof ExportError ? error.found : { errors: 0, warnings: 0, problems: [] };
  return { failure: reasonOf(error), ...found };
}

/** Times steps that follow each other. */
export class StepClock {
  readonly #steps: { step: string; startedNs: bigint; endedNs: bigint }[] = [];

  /** Tells that a step is under way; it ends where another begins. */
  at(step: string): void {
    const nowNs = process.hrtime.bigint();
    const last = this.#steps.at(-1);
    if (last !== undefined) last.endedNs = nowNs;
    if (last?.step !== step) this.#steps.push({ step, startedNs: nowNs, endedNs: nowNs });
  }

  get steps(): StepReport[] {
    return this.#steps.map(({ step, startedNs, endedNs }) => ({ step, seconds: Number(endedNs - startedNs) / 1e9 }));
  }
}

/** What is done for a structure that is not kept, such as sorting values whose bytes the documents have, makes these. */
const standIn = 'ordinals';

/**
 * @param sections of a type
 * @param worked   a structure, named as its sections are → seconds
 * @returns bytes and seconds by field and structure; chunks and offsets count to what they belong to
 */
export function structuresOf(
  type: string,
  sections: readonly { readonly name: string; readonly byteLength: number }[],
  worked: ReadonlyMap<string, number>,
): StructureReport[] {
  const sums = new Map<string, { -readonly [Key in keyof StructureReport]: StructureReport[Key] }>();
  const keyOf = (field: string | undefined, structure: string): string => `${field ?? ''}/${structure}`;
  for (const { name, byteLength } of sections) {
    const { field, structure } = structureOf(name);
    const key = keyOf(field, structure);
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { type, field, structure, byteLength, seconds: 0 });
    else known.byteLength += byteLength;
  }
  for (const [name, seconds] of worked) {
    const { field, structure } = structureOf(name);
    const sum = sums.get(keyOf(field, structure)) ?? sums.get(keyOf(field, standIn));
    if (sum === undefined) throw new InvariantError(`${type} was worked at for ${name}, of which there is nothing`);
    sum.seconds += seconds;
  }
  return [...sums.values()];
}
