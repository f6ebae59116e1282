/**
 * The problems of one request, collected while it is parsed, so that the client receives all of them in one response.
 *
 * Only the first 20 are written in full, further ones are counted: a detail with suggestions costs far more than the few
 * bytes that cause it, and a query of 16 KB can contain thousands of mistakes.
 */
import {
  type Correction,
  type ErrorCode,
  excerpt,
  RequestError,
  type RequestProblem,
} from '../../content/errors/index.js';
import type { Detail } from './explained.js';
import { SentParameters } from './sent-parameters.js';

const reportedMaximum = 20;

const NO_CORRECTIONS: readonly Correction[] = [];

export class Problems {
  /** Number of problems, including those that are only counted. */
  count = 0;
  readonly #reported: RequestProblem[] = [];
  readonly #sent: SentParameters;

  /** @param search the query as it was sent; empty for a query object */
  constructor(search = '') {
    this.#sent = new SentParameters(search);
  }

  /**
   * @param parameter decoded name of the wrong query parameter, if there is one; of a list sent in several parameters, the
   *                  error names the entry
   * @param detail    writes the mistake and the correct form; called only for problems that are reported
   * @returns undefined, for callers that return undefined after a problem
   */
  add(code: ErrorCode, parameter: string | undefined, detail: () => Detail): undefined {
    this.count += 1;
    if (this.#reported.length === reportedMaximum) return;
    const explained = detail();
    const { text, corrections } =
      typeof explained === 'string' ? { text: explained, corrections: NO_CORRECTIONS } : explained;
    const name = parameter === undefined ? undefined : this.#sent.nameOfEntry(parameter, corrections);
    const repeated = this.#sent.repeatedBy(corrections, name);
    this.#reported.push({
      code,
      detail:
        repeated === undefined ? text : `${text} This request has "${excerpt(repeated)}" already: send one of the two.`,
      ...(name !== undefined && { parameter: name }),
      ...(corrections.length > 0 && repeated === undefined && { corrections }),
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
