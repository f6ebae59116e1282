/**
 * The problems of one request, collected while it is parsed, so that the client gets all of them in one response.
 *
 * Only the first 20 are written out, the rest is counted: a detail with suggestions costs far more than the few bytes that
 * provoke it, and a query of 16 KB can hold thousands.
 */
import { type ErrorCode, RequestError, type RequestProblem } from '../../content/errors/index.js';

const reportedMaximum = 20;

export class Problems {
  /** How many were found, also those beyond what is reported. */
  count = 0;
  readonly #reported: RequestProblem[] = [];

  /**
   * @param parameter decoded name of the query parameter to blame, if any
   * @param detail    what is wrong and what would be right; called only when the problem is going to be reported
   * @returns undefined, for whoever has nothing else to return then
   */
  add(code: ErrorCode, parameter: string | undefined, detail: () => string): undefined {
    this.count += 1;
    if (this.#reported.length === reportedMaximum) return;
    this.#reported.push(parameter === undefined ? { code, detail: detail() } : { code, detail: detail(), parameter });
  }

  /** @param complexity of the request, 0 where it could not be computed */
  toError(complexity: number): RequestError {
    const rest = this.count - this.#reported.length;
    if (rest === 0) return new RequestError(this.#reported, complexity);
    const detail = `${rest} more ${rest === 1 ? 'problem is' : 'problems are'} not listed here.`;
    return new RequestError([...this.#reported, { code: 'InvalidParameter', detail }], complexity);
  }
}
