/**
 * The problems of one request, collected while it is parsed, so that the client receives all of them in one response.
 *
 * Only the first 20 are written in full, further ones are counted: a detail with suggestions costs far more than the few
 * bytes that cause it, and a query of 16 KB can contain thousands of mistakes.
 */
import { type Correction, type ErrorCode, RequestError, type RequestProblem } from '../../content/errors/index.js';
import type { Detail } from './explained.js';

const reportedMaximum = 20;

const NO_CORRECTIONS: readonly Correction[] = [];

export class Problems {
  /** Number of problems, including those that are only counted. */
  count = 0;
  readonly #reported: RequestProblem[] = [];

  /**
   * @param parameter decoded name of the wrong query parameter, if there is one
   * @param detail    writes the mistake and the correct form; called only for problems that are reported
   * @returns undefined, for callers that return undefined after a problem
   */
  add(code: ErrorCode, parameter: string | undefined, detail: () => Detail): undefined {
    this.count += 1;
    if (this.#reported.length === reportedMaximum) return;
    const explained = detail();
    const { text, corrections } =
      typeof explained === 'string' ? { text: explained, corrections: NO_CORRECTIONS } : explained;
    this.#reported.push({
      code,
      detail: text,
      ...(parameter !== undefined && { parameter }),
      ...(corrections.length > 0 && { corrections }),
    });
  }

  /** @param complexity of the request; 0 if it could not be computed */
  toError(complexity: number): RequestError {
    const unlistedCount = this.count - this.#reported.length;
    if (unlistedCount === 0) return new RequestError(this.#reported, complexity);
    const detail = `${unlistedCount} more ${unlistedCount === 1 ? 'problem is' : 'problems are'} not listed here.`;
    return new RequestError([...this.#reported, { code: 'InvalidParameter', detail }], complexity);
  }
}
