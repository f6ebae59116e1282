/**
 * The problems of an export: the hundred most important errors, the first hundred warnings, and counts of all.
 *
 * An error refuses the export. A warning reports a repair; in `strict` it is an error without a repair. Memory is bounded
 * however bad the export is. Elsewhere: their text (problem-text).
 */
import { ExportError, type ExportProblem, type ExportProblems, excerpt } from '../../src/content/errors/index.js';
import { detachString } from './item.js';
import { type ExportPlace, type RecordedWarning, rankError, type WarningKind } from './problem-kinds.js';
import { type ProblemContents, renderProblems } from './problem-text.js';

/** Kinds that are reported once for each file and field. */
const reportedOncePerField: ReadonlySet<WarningKind> = new Set(['unknownKey', 'cutInstant']);

/** The text of a problem, or a function that makes it; the function is called only for the first hundred problems. */
export type Reason = string | (() => string);

/** The text of a warning. `ifRepaired` returns its argument, or an empty text if the warning refuses the export. */
export type WarningReason = string | ((ifRepaired: (text: string) => string) => string);

interface NewEntry {
  readonly place: ExportPlace;
  readonly reason: Reason;
  readonly kind?: WarningKind;
  readonly count?: number;
}

interface Entry extends RecordedWarning {
  count: number;
}

/** The warnings of a part of an export as plain data, to be reported again if a later build does not read that part again. */
export interface RecordedWarnings {
  /** The first hundred. */
  readonly entries: readonly RecordedWarning[];
  /** The number of all warnings, by kind. */
  readonly counts: ReadonlyMap<WarningKind, number>;
  /** Whether there were more warnings than `entries` has. */
  readonly isTruncated: boolean;
}

/** Errors, and warnings, that are recorded. */
export const ENTRIES_MAXIMUM = 100;
/** Distinct unknown keys that are reported; further ones are only counted. */
const distinctKeysMaximum = 10_000;

/** @returns the place with a short copy of the field's name, which may be a slice that keeps a whole line in memory */
const shortened = (place: ExportPlace): ExportPlace =>
  place.field === undefined ? place : { ...place, field: detachString(excerpt(place.field)) };

/** @returns the text in double quotes, shortened to fit in a sentence */
export const quoted = (text: string): string => JSON.stringify(excerpt(text));

function createEntry({ place, reason, kind, count = 1 }: NewEntry): Entry {
  const text = typeof reason === 'string' ? reason : reason();
  return { place: shortened(place), reason: text, count, ...(kind === undefined ? {} : { kind }) };
}

/** The command that reads the export; the refusal ends with what to do. */
export type ReadingCommand = 'build' | 'check';

export class ProblemLog {
  readonly strict: boolean;
  private readonly command: ReadingCommand;
  private readonly errors: Entry[] = [];
  private readonly warnings: Entry[] = [];
  /** By kind, file and field; undefined if the log already had a hundred entries. */
  private readonly reportedOncePerField = new Map<string, Entry | undefined>();
  private readonly countByKind = new Map<WarningKind, number>();
  /** The first warning of each kind, also if a hundred of other kinds came before. */
  private readonly exampleByKind = new Map<WarningKind, RecordedWarning>();
  private plainErrorCount = 0;
  /** Whether a problem was recorded that `render` does not show. */
  private isTruncated = false;

  constructor(options: { readonly strict: boolean; readonly command?: ReadingCommand | undefined }) {
    this.strict = options.strict;
    this.command = options.command ?? 'build';
  }

  /** @returns a log for a part of the export, such as a type's file, which `take` adds to this one */
  createPart(): ProblemLog {
    return new ProblemLog({ strict: this.strict });
  }

  /** Adds the problems of a part. If parts are added in the order of the export, the result equals that of one log. */
  addPart(part: ProblemLog): void {
    this.plainErrorCount += part.plainErrorCount;
    for (const [kind, count] of part.countByKind) this.countByKind.set(kind, this.countOf(kind) + count);
    this.addExamples(part.exampleByKind.values());
    for (const [entries, added] of [
      [this.errors, part.errors],
      [this.warnings, part.warnings],
    ] as const) {
      for (const entry of added) {
        if (this.makeRoom(entries, entry)) entries.push(entry);
        else this.isTruncated = true;
      }
    }
    this.isTruncated ||= part.isTruncated;
  }

  /** The warnings as data. Do not call it on a strict log, whose warnings are errors. */
  get recordedWarnings(): RecordedWarnings {
    return { entries: [...this.warnings], counts: new Map(this.countByKind), isTruncated: this.isTruncated };
  }

  /** @returns a log with these warnings */
  static fromWarnings({ entries, counts, isTruncated }: RecordedWarnings): ProblemLog {
    const log = new ProblemLog({ strict: false });
    log.warnings.push(...entries.map((entry) => ({ ...entry })));
    for (const [kind, count] of counts) log.countByKind.set(kind, count);
    log.addExamples(log.warnings);
    log.isTruncated = isTruncated;
    return log;
  }

  /** The number of all errors; in `strict`, warnings count too. */
  get errorCount(): number {
    return this.plainErrorCount + (this.strict ? this.countWarnings() : 0);
  }

  /** The number of all warnings; 0 in `strict`. */
  get warningCount(): number {
    return this.strict ? 0 : this.countWarnings();
  }

  /** The number of warnings of this kind, in `strict` too. */
  countOf(kind: WarningKind): number {
    return this.countByKind.get(kind) ?? 0;
  }

  error(place: ExportPlace, reason: Reason): void {
    this.plainErrorCount += 1;
    this.record(this.errors, { place, reason });
  }

  /**
   * Records a warning. Unknown keys and cut instants concern a field as a whole: they are reported once for each file and
   * field, at the first line, and counted.
   *
   * @param times number of occurrences; the first one is at this place
   */
  warning(kind: WarningKind, place: ExportPlace, warning: WarningReason, times = 1): void {
    const ifRepaired = this.strict ? () => '' : (text: string) => text;
    const reason = typeof warning === 'string' ? warning : () => warning(ifRepaired);
    this.countByKind.set(kind, this.countOf(kind) + times);
    const entries = this.strict ? this.errors : this.warnings;
    if (!reportedOncePerField.has(kind)) {
      this.record(entries, { place, reason, kind });
      return;
    }
    // No file name contains a NUL, so the key is unambiguous. Keys that begin with the same 80 characters count as one:
    // a line may contain a key of megabytes, and ten thousand of them must not stay in memory.
    const key = detachString(`${kind}\0${place.file}\0${excerpt(place.field ?? '')}`);
    const entry = this.reportedOncePerField.get(key);
    if (entry !== undefined) entry.count += times;
    else if (this.reportedOncePerField.size >= distinctKeysMaximum) this.isTruncated = true;
    else if (!this.reportedOncePerField.has(key))
      this.reportedOncePerField.set(key, this.record(entries, { place, reason, kind, count: times }));
  }

  /** @returns all recorded problems, a line each: errors, then warnings, and a line with the totals */
  render(): string {
    return renderProblems(this.contents, 'all');
  }

  /** @returns the same with some warnings of each kind, file and field */
  renderByField(): string {
    return renderProblems(this.contents, 'by field');
  }

  /** @returns the same with one line for each kind of warning */
  renderBriefly(): string {
    return renderProblems(this.contents, 'by kind');
  }

  /** The problems as data. */
  get summary(): ExportProblems {
    const toProblem =
      (severity: ExportProblem['severity']) =>
      ({ place, reason, count }: Entry): ExportProblem => ({ severity, ...place, reason, count });
    return {
      errors: this.errorCount,
      warnings: this.warningCount,
      problems: [...this.errors.map(toProblem('error')), ...this.warnings.map(toProblem('warning'))],
    };
  }

  /** @throws ExportError if there is an error, with the text of `renderBriefly()`, and what to do */
  throwIfAny(): void {
    if (this.errorCount === 0) return;
    const { command } = this;
    const verdict =
      command === 'check' ? 'A build would refuse the export' : 'The export is refused and nothing was changed';
    const lenient = this.strict && this.plainErrorCount === 0 ? `, or ${command} without --strict` : '';
    throw new ExportError(
      `${this.renderBriefly()}\n${verdict}. Correct it and ${command} again${lenient}.`,
      this.summary,
    );
  }

  private get contents(): ProblemContents {
    return {
      errors: this.errors,
      warnings: this.warnings,
      countByKind: this.countByKind,
      exampleByKind: this.exampleByKind,
      errorCount: this.errorCount,
      warningCount: this.warningCount,
      isStrict: this.strict,
      isTruncated: this.isTruncated,
    };
  }

  private record(entries: Entry[], problem: NewEntry): Entry | undefined {
    const hasRoom = this.makeRoom(entries, problem);
    if (!hasRoom) this.isTruncated = true;
    const isExample = problem.kind !== undefined && !this.exampleByKind.has(problem.kind);
    if (!hasRoom && !isExample) return undefined;
    const entry = createEntry(problem);
    this.addExamples([entry]);
    if (!hasRoom) return undefined;
    entries.push(entry);
    return entry;
  }

  /**
   * Removes the last of the least important entries if the list is full and the new one is more important: a file that was cut must
   * not be hidden by a hundred wrong fields of an earlier file.
   *
   * @returns whether the new one may be added
   */
  private makeRoom(entries: Entry[], added: Pick<Entry, 'place'> & { readonly kind?: WarningKind }): boolean {
    if (entries.length < ENTRIES_MAXIMUM) return true;
    let leastRank = rankError(added);
    // No entry is less important than a warning.
    if (added.kind !== undefined) return false;
    let leastIndex = -1;
    for (const [index, entry] of entries.entries()) {
      const rank = rankError(entry);
      // Later entries of the same rank replace earlier candidates, except the new one itself.
      if (rank > leastRank || (leastIndex >= 0 && rank === leastRank)) {
        leastRank = rank;
        leastIndex = index;
      }
    }
    if (leastIndex < 0) return false;
    entries.splice(leastIndex, 1);
    this.isTruncated = true;
    return true;
  }

  private addExamples(entries: Iterable<RecordedWarning>): void {
    for (const entry of entries) {
      if (entry.kind !== undefined && !this.exampleByKind.has(entry.kind)) this.exampleByKind.set(entry.kind, entry);
    }
  }

  private countWarnings(): number {
    let sum = 0;
    for (const count of this.countByKind.values()) sum += count;
    return sum;
  }
}
