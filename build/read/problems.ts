/**
 * The problems of an export: the first hundred errors and warnings as text, and counts of all.
 *
 * An error refuses the export. A warning reports a repair; in `strict` it is an error without a repair. Memory is bounded
 * however bad the export is. Texts may quote the export, so control characters are escaped.
 */
import { ExportError, type ExportProblem, type ExportProblems, excerpt } from '../../src/content/errors/index.js';
import { detached } from './item.js';

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

/** Told once a file and field. */
const reportedOncePerField: ReadonlySet<WarningKind> = new Set(['unknownKey', 'cutInstant']);

type Forms = readonly [one: string, several: string];

/** How the totals name warnings of a kind. */
const formsByKind: Readonly<Record<WarningKind, Forms>> = {
  danglingLink: ['link to a missing item', 'links to missing items'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value outside the options', 'values outside the options'],
  unknownFile: ['file of no content type', 'files of no content type'],
  cutInstant: ['time cut to milliseconds', 'times cut to milliseconds'],
};

/** A sentence, or what writes it when it is among the first hundred. */
export type Reason = string | (() => string);
/** A warning's sentence; `mended` gives back what it is given, or nothing where the warning refuses the export. */
export type WarningReason = string | ((ifRepaired: (text: string) => string) => string);

interface Entry {
  readonly place: ExportPlace;
  readonly reason: string;
  /** How often it was met; beyond 1 only for what is told once a field. */
  count: number;
}

/** A warning in words. */
export interface RecordedWarning {
  readonly place: ExportPlace;
  readonly reason: string;
  readonly count: number;
}

/** The warnings of a part of an export as plain data, to be told again where that part need not be read again. */
export interface RecordedWarnings {
  /** The first hundred. */
  readonly entries: readonly RecordedWarning[];
  /** All of them, by kind. */
  readonly counts: ReadonlyMap<WarningKind, number>;
  /** Whether there were more than the entries show. */
  readonly hiding: boolean;
}

const shownMaximum = 100;
/** Distinct unknown keys told apart; a file that invents more is only counted. */
const distinctKeysMaximum = 10_000;

const number = new Intl.NumberFormat('en-US');
const formatCount = (count: number, [one, several]: Forms): string =>
  `${number.format(count)} ${count === 1 ? one : several}`;

const escapeControls = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** A name as it stands, anything else in quotes: a field's name may be whatever the export says. */
const fieldName = (text: string): string => (/^[\w.-]+…?$/.test(text) ? excerpt(text) : quoted(text));

/** What is kept of a place; a field's name may be a slice that keeps a whole line in memory. */
const shortened = (place: ExportPlace): ExportPlace =>
  place.field === undefined ? place : { ...place, field: detached(excerpt(place.field)) };

/** @returns the text in double quotes, cut to what fits in a sentence */
export const quoted = (text: string): string => JSON.stringify(excerpt(text));

export class ProblemLog {
  readonly strict: boolean;
  private readonly errors: Entry[] = [];
  private readonly warnings: Entry[] = [];
  /** By kind, file and field; undefined stands for one that came when the hundred were full. */
  private readonly reportedOncePerField = new Map<string, Entry | undefined>();
  private readonly countByKind = new Map<WarningKind, number>();
  private plainErrorCount = 0;
  /** Whether something was met that `render` does not show. */
  private hiding = false;

  constructor(options: { readonly strict: boolean }) {
    this.strict = options.strict;
  }

  /** @returns a log for a part of the export, such as a type's file, which `take` adds to this one */
  part(): ProblemLog {
    return new ProblemLog({ strict: this.strict });
  }

  /** Adds what a part's log has met. Parts taken in the order of the export give what one log would have. */
  take(part: ProblemLog): void {
    this.plainErrorCount += part.plainErrorCount;
    for (const [kind, count] of part.countByKind) this.countByKind.set(kind, this.countOf(kind) + count);
    for (const [entries, added] of [
      [this.errors, part.errors],
      [this.warnings, part.warnings],
    ] as const) {
      const room = shownMaximum - entries.length;
      entries.push(...added.slice(0, room));
      if (added.length > room) this.hiding = true;
    }
    this.hiding ||= part.hiding;
  }

  /** The warnings met, for a record; not to be asked of a strict log, whose warnings are errors. */
  get recorded(): RecordedWarnings {
    return { entries: [...this.warnings], counts: new Map(this.countByKind), hiding: this.hiding };
  }

  /** @returns a log that has met these warnings */
  static of({ entries, counts, hiding }: RecordedWarnings): ProblemLog {
    const log = new ProblemLog({ strict: false });
    log.warnings.push(...entries.map((entry) => ({ ...entry })));
    for (const [kind, count] of counts) log.countByKind.set(kind, count);
    log.hiding = hiding;
    return log;
  }

  /** All errors met, in `strict` the warnings too. */
  get errorCount(): number {
    return this.plainErrorCount + (this.strict ? this.countWarnings() : 0);
  }

  /** All warnings met; none in `strict`. */
  get warningCount(): number {
    return this.strict ? 0 : this.countWarnings();
  }

  /** How many warnings of this kind were met, in `strict` too. */
  countOf(kind: WarningKind): number {
    return this.countByKind.get(kind) ?? 0;
  }

  error(place: ExportPlace, reason: Reason): void {
    this.plainErrorCount += 1;
    this.record(this.errors, place, reason);
  }

  /**
   * What concerns a field as a whole, an unknown key or times with more digits than are kept, is told once a file and
   * field, at its first line, and counted.
   *
   * @param times how often it was met, the first time at this place
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
    // No file's name holds a NUL, so the pair cannot be mistaken. Keys that begin with the same 80 characters count as
    // one: a line may hold a key of megabytes, and ten thousand of those must not stay in memory.
    const key = detached(`${kind}\0${place.file}\0${excerpt(place.field ?? '')}`);
    const known = this.reportedOncePerField.get(key);
    if (known !== undefined) known.count += times;
    else if (this.reportedOncePerField.size >= distinctKeysMaximum) this.hiding = true;
    else if (!this.reportedOncePerField.has(key))
      this.reportedOncePerField.set(key, this.record(entries, place, reason, times));
  }

  /** @returns the problems, a line each, errors first, and a last line with the totals */
  render(): string {
    const errors = this.errors.map((entry) => this.line(entry, ''));
    const warnings = this.warnings.map((entry) => this.line(entry, 'warning: '));
    return [...errors, ...warnings, this.totals()].join('\n');
  }

  /** The same as data. */
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

  /** @throws ExportError with all of `render()`, where there is an error */
  throwIfAny(): void {
    if (this.errorCount === 0) return;
    const lenient = this.strict && this.plainErrorCount === 0 ? ', or build without --strict' : '';
    throw new ExportError(
      `${this.render()}\nThe export is refused and nothing was changed. Correct it and build again${lenient}.`,
      this.summary,
    );
  }

  private record(entries: Entry[], place: ExportPlace, reason: Reason, count = 1): Entry | undefined {
    if (entries.length >= shownMaximum) {
      this.hiding = true;
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
    return `${errors}${warnings}${detail}${this.hiding ? `; the first ${shownMaximum} of each are shown` : ''}`;
  }

  private countWarnings(): number {
    let sum = 0;
    for (const count of this.countByKind.values()) sum += count;
    return sum;
  }
}
