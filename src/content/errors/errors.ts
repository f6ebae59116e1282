/**
 * The kinds of failure, one class each:
 *
 * - RequestError (request): a mistake of the client; becomes a JSON:API error document.
 * - ExportError: the export cannot be built; nothing is published.
 * - IntegrityError: bytes on the disk differ from the bytes that were written.
 * - OperationError: a problem of the environment or the arguments; the message says what to do; exit code 1.
 * - TooCostlyError: the answer would take too long; becomes a RequestError once the request is known.
 * - InvariantError: a bug of stele; the message goes to the log only.
 */

/** One mistake in an export, or one value that the build repaired. */
export interface ExportProblem {
  readonly severity: 'error' | 'warning';
  /** File name within the export folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  /** Path of the field: `title`, `thumbnail.width`. */
  readonly field?: string | undefined;
  /** The mistake, then the correction. */
  readonly reason: string;
  /** Number of occurrences. */
  readonly count: number;
}

/** The mistakes of an export: all of them counted, the first hundred errors and warnings in words. */
export interface ExportProblems {
  readonly errors: number;
  readonly warnings: number;
  readonly problems: readonly ExportProblem[];
}

export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly report: ExportProblems;

  /** @param report absent if the message alone is enough */
  constructor(message: string, report: ExportProblems = { errors: 1, warnings: 0, problems: [] }) {
    super(message);
    this.report = report;
  }
}

/** The place of the damage, the expected and the actual content. */
export interface Damage {
  readonly file: string;
  readonly section?: string;
  readonly expected: string;
  readonly found: string;
}

export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
  readonly damage: Damage;

  constructor(damage: Damage) {
    const place = damage.section === undefined ? damage.file : `${damage.file}, section ${damage.section}`;
    super(`${place}: expected ${damage.expected}, found ${damage.found}`);
    this.damage = damage;
  }
}

export class OperationError extends Error {
  override readonly name = 'OperationError';
}

/** The estimated cost of an answer is above the maximum of a request. */
export class TooCostlyError extends Error {
  override readonly name = 'TooCostlyError';
  /** Lower bound of the estimated cost, in nanoseconds. */
  readonly cost: number;
  readonly maximum: number;

  constructor(cost: number, maximum: number) {
    super(`an answer is estimated to take ${cost} ns at least; the maximum is ${maximum}`);
    this.cost = cost;
    this.maximum = maximum;
  }
}

export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** @returns the error code of Node, a driver or a library, such as `ENOENT`; undefined for any other value */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** @returns the message of a failure */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
