/**
 * The mistakes in a request, as one error. The client library uses this file in browsers: it needs no library and no Node.js.
 */
import { type ErrorCode, REQUEST_ERRORS } from './catalogue.js';
import type { Correction } from './correction.js';

/** One mistake in a request. */
export interface RequestProblem {
  readonly code: ErrorCode;
  /** The mistake, then the correction. */
  readonly detail: string;
  /** Decoded name of the query parameter at fault. */
  readonly parameter?: string;
  /** Name of the header at fault. */
  readonly header?: string;
  /** Single changes, each of which corrects the mistake; absent if none is known. */
  readonly corrections?: readonly Correction[];
}

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problems: readonly RequestProblem[];
  /** Complexity of the request; 0 if it could not be computed. */
  readonly complexity: number;

  /** @param problems at least one; the first decides the HTTP status */
  constructor(problems: readonly RequestProblem[], complexity = 0) {
    super(problems.map((problem) => `${problem.code}: ${problem.detail}`).join('\n'));
    this.problems = problems;
    this.complexity = complexity;
  }

  get status(): number {
    const [first] = this.problems;
    return first === undefined ? 500 : REQUEST_ERRORS[first.code];
  }
}

/** Whether a code unit is the first half of a surrogate pair. */
const isLeading = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** @returns the text, shortened to at most 80 units to fit in a sentence; well-formed: no character is cut in two */
export const excerpt = (text: string): string => {
  if (text.length <= 80) return text.toWellFormed();
  const cut = text.slice(0, 80);
  return `${(isLeading(cut.charCodeAt(79)) ? cut.slice(0, -1) : cut).toWellFormed()}…`;
};
