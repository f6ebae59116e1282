/**
 * The kinds of failure, told apart by class:
 *
 * - RequestError (request): the client's mistake; becomes a JSON:API error document.
 * - ExportError: the content export cannot be built from; nothing is published.
 * - IntegrityError: bytes on disk are not what was written.
 * - OperationError: the operator's environment or arguments; a sentence that says what to do, exit code 1.
 * - TooCostlyError: the answer would take too long; becomes a RequestError where the request is known.
 * - InvariantError: a bug of ours; its text goes to the log only.
 */

/** One thing that is wrong with an export, or that was repaired in it. */
export interface ExportProblem {
  readonly severity: 'error' | 'warning';
  /** Name within the export folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  /** A field, or a member of one: `thumbnail.width`. */
  readonly field?: string | undefined;
  /** What is wrong, and what would be right. */
  readonly reason: string;
  /** How often it was met. */
  readonly count: number;
}

/** All that is wrong with an export: the first hundred errors and warnings in words, all of them in numbers. */
export interface ExportProblems {
  readonly errors: number;
  readonly warnings: number;
  readonly problems: readonly ExportProblem[];
}

export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly found: ExportProblems;

  /** @param found undefined where the message says it all */
  constructor(message: string, found: ExportProblems = { errors: 1, warnings: 0, problems: [] }) {
    super(message);
    this.found = found;
  }
}

/** Where damage was found, and what was expected there. */
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

/** An answer would cost more than a request may. */
export class TooCostlyError extends Error {
  override readonly name = 'TooCostlyError';
  /** At least so many nanoseconds, as estimated. */
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

/** @returns the code by which Node, a driver or a library names a failure, such as `ENOENT`; undefined of anything else */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** @returns what a failure says */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
