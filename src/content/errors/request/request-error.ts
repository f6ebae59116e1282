/**
 * What is wrong with a request. Clients read it too, so nothing here needs a library or Node.js.
 */
import { type ErrorCode, REQUEST_ERRORS } from './catalogue.js';

/** One mistake in a request. */
export interface RequestProblem {
  readonly code: ErrorCode;
  /** What is wrong, and what would be right. */
  readonly detail: string;
  /** Decoded name of the query parameter, where one is to blame. */
  readonly parameter?: string;
  /** Name of the header, where one is to blame. */
  readonly header?: string;
}

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problems: readonly RequestProblem[];
  /** Complexity of the request, 0 where none could be computed. */
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

/** @returns the text, cut to what fits in a sentence; well-formed, so never cut through the middle of a character */
export const excerpt = (text: string): string => {
  if (text.length <= 80) return text.toWellFormed();
  const cut = text.slice(0, 80);
  return `${(isLeading(cut.charCodeAt(79)) ? cut.slice(0, -1) : cut).toWellFormed()}…`;
};
