/**
 * The problems of an export: the first hundred errors and warnings as text, and counts of all.
 *
 * An error refuses the export. A warning reports a repair; in `strict` it is an error without a repair. Memory is bounded
 * however bad the export is. Texts may quote the export, so control characters are escaped.
 */
import { ExportError, type ExportProblem, type ExportProblems, excerpt } from '../../src/content/errors/index.js';
import { detachString } from './item.js';

export interface ExportPlace {
  /** Name within the export folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** A field, or a member of one: `thumbnail.width`. */
  readonly field?: string;
}

export const WARNING_KINDS = [
  'danglingLink',
  'repeatedLink',
  'unknownKey',
  'unknownOption',
  'unknownFile',
  'cutInstant',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** Kinds that are reported once for each file and field. */
const reportedOncePerField: ReadonlySet<WarningKind> = new Set(['unknownKey', 'cutInstant']);

type SingularAndPlural = readonly [one: string, several: string];

/** Names of the kinds in the totals. */
const formsByKind: Readonly<Record<WarningKind, SingularAndPlural>> = {
  danglingLink: ['link to a missing item', 'links to missing items'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value outside the options', 'values outside the options'],
  unknownFile: ['file of no content type', 'files of no content type'],
  cutInstant: ['time cut to milliseconds', 'times cut to milliseconds'],
};

/** The text of a problem, or a function that makes it; the function is called only for the first hundred problems. */
export type Reason = string | (() => string);

/** The text of a warning. `ifRepaired` returns its argument, or an empty text if the warning refuses the export. */
export type WarningReason = string | ((ifRepaired: (text: string) => string) => string);

interface Entry {
  readonly place: ExportPlace;
  readonly reason: string;
  /** Number of occurrences; above 1 only for kinds that are reported once per field. */
  count: number;
}

/** A warning as data. */
export interface RecordedWarning {
  readonly place: ExportPlace;
  readonly reason: string;
  readonly count: number;
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

const entriesMaximum = 100;
/** Distinct unknown keys that are reported; further ones are only counted. */
const distinctKeysMaximum = 10_000;

const number = new Intl.NumberFormat('en-US');
const formatCount = (count: number, [one, several]: SingularAndPlural): string =>
  `${number.format(count)} ${count === 1 ? one : several}`;

const escapeControls = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** @returns a plain name unchanged, any other text in quotes: a key of the export may be any text */
const fieldName = (text: string): string => (/^[\w.-]+…?$/.test(text) ? excerpt(text) : quoted(text));

/** @returns the place with a short copy of the field's name, which may be a slice that keeps a whole line in memory */
const shortened = (place: ExportPlace): ExportPlace =>
  place.field === undefined ? place : { ...place, field: detachString(excerpt(place.field)) };

/** @returns the text in double quotes, shortened to fit in a sentence */
export const quoted = (text: string): string => JSON.stringify(excerpt(text));

export class ProblemLog {
  readonly strict: boolean;
  private readonly errors: Entry[] = [];
  private readonly warnings: Entry[] = [];
  /** By kind, file and field; undefined if the log already had a hundred entries. */
  private readonly reportedOncePerField = new Map<string, Entry | undefined>();
  private readonly countByKind = new Map<WarningKind, number>();
  private plainErrorCount = 0;
  /** Whether a problem was recorded that `render` does not show. */
  private isTruncated = false;

  constructor(options: { readonly strict: boolean }) {
    this.strict = options.strict;
  }

  /** @returns a log for a part of the export, such as a type's file, which `take` adds to this one */
  createPart(): ProblemLog {
    return new ProblemLog({ strict: this.strict });
  }

  /** Adds the problems of a part. If parts are added in the order of the export, the result equals that of one log. */
  addPart(part: ProblemLog): void {
    this.plainErrorCount += part.plainErrorCount;
    for (const [kind, count] of part.countByKind) this.countByKind.set(kind, this.countOf(kind) + count);
    for (const [entries, added] of [
      [this.errors, part.errors],
      [this.warnings, part.warnings],
    ] as const) {
      const room = entriesMaximum - entries.length;
      entries.push(...added.slice(0, room));
      if (added.length > room) this.isTruncated = true;
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
    this.record(this.errors, place, reason);
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
      this.record(entries, place, reason);
      return;
    }
    // No file name contains a NUL, so the key is unambiguous. Keys that begin with the same 80 characters count as one:
    // a line may contain a key of megabytes, and ten thousand of them must not stay in memory.
    const key = detachString(`${kind}\0${place.file}\0${excerpt(place.field ?? '')}`);
    const entry = this.reportedOncePerField.get(key);
    if (entry !== undefined) entry.count += times;
    else if (this.reportedOncePerField.size >= distinctKeysMaximum) this.isTruncated = true;
    else if (!this.reportedOncePerField.has(key))
      this.reportedOncePerField.set(key, this.record(entries, place, reason, times));
  }

  /** @returns the problems, a line each, errors first, and a last line with the totals */
  render(): string {
    const errors = this.errors.map((entry) => this.line(entry, ''));
    const warnings = this.warnings.map((entry) => this.line(entry, 'warning: '));
    return [...errors, ...warnings, this.totals()].join('\n');
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

  /** @throws ExportError with the text of `render()` if there is an error */
  throwIfAny(): void {
    if (this.errorCount === 0) return;
    const lenient = this.strict && this.plainErrorCount === 0 ? ', or build without --strict' : '';
    throw new ExportError(
      `${this.render()}\nThe export is refused and nothing was changed. Correct it and build again${lenient}.`,
      this.summary,
    );
  }

  private record(entries: Entry[], place: ExportPlace, reason: Reason, count = 1): Entry | undefined {
    if (entries.length >= entriesMaximum) {
      this.isTruncated = true;
      return undefined;
    }
    const entry = { place: shortened(place), reason: typeof reason === 'string' ? reason : reason(), count };
    entries.push(entry);
    return entry;
  }

  private line({ place, reason, count }: Entry, prefix: string): string {
    const line = place.line === undefined ? '' : `:${place.line}`;
    const field = place.field === undefined ? '' : `, field ${fieldName(place.field)}`;
    const times = count > 1 ? ` (${number.format(count)} times)` : '';
    return escapeControls(`${place.file}${line}${field}: ${prefix}${reason}${times}`);
  }

  private totals(): string {
    const kinds = WARNING_KINDS.filter((kind) => this.countOf(kind) > 0);
    const byKind = kinds.map((kind) => formatCount(this.countOf(kind), formsByKind[kind])).join(', ');
    const detail = byKind === '' ? '' : this.strict ? `, of them ${byKind}` : ` (${byKind})`;
    const errors = formatCount(this.errorCount, ['error', 'errors']);
    const warnings = this.strict ? '' : `, ${formatCount(this.warningCount, ['warning', 'warnings'])}`;
    return `${errors}${warnings}${detail}${this.isTruncated ? `; the first ${entriesMaximum} of each are shown` : ''}`;
  }

  private countWarnings(): number {
    let sum = 0;
    for (const count of this.countByKind.values()) sum += count;
    return sum;
  }
}
