/**
 * Answers a request from an open snapshot.
 *
 * One responder per snapshot, locale and mount point is cached.
 * Elsewhere: answers of other engines (engine-space), finding and writing (respond/responder).
 */
import { RequestError } from '../content/errors/index.js';
import { encodeComponent } from '../content/model/index.js';
import { UnreadableBlock } from '../format/index.js';
import { type Space, spaceOf } from '../index/snapshot/index.js';
import type { Loan } from './document/slabs.js';
import type { ParsedRequest } from './request/parsed-request.js';
import { AnswerMemo, type AnswerOptions, Responder } from './respond/responder.js';

/** Space in one locale → prefix and query of its links → responder. */
const responders = new WeakMap<Space, Map<string, Responder>>();

/**
 * @param base prefix of every link: public URL and mount path
 * @throws RequestError if the item does not exist or the answer would cost more than `options.maxCostMs`
 */
export const answer = (space: Space, request: ParsedRequest, base: string, options?: AnswerOptions): Buffer =>
  responderOf(space, request, base).answer(request, options);

/**
 * As `answer`, for callers that return the document's memory for reuse.
 *
 * @returns a promise if blocks have to be read from files first; it is rejected with a RequestError if they cannot be read
 */
export function lend(
  space: Space,
  request: ParsedRequest,
  base: string,
  options?: AnswerOptions,
): Loan | Promise<Loan> {
  const responder = responderOf(space, request, base);
  if (space.pages === undefined) return responder.lend(request, options);
  const pagedOptions = { ...options, memo: new AnswerMemo() };
  const attempt = (): Loan => {
    // An interrupted attempt may have written resources; the next attempt writes them again.
    if (options?.writtenResources !== undefined) options.writtenResources.length = 0;
    return responder.lend(request, pagedOptions);
  };
  return runPaged(space, attempt, request.complexity);
}

/**
 * Runs work on a space whose sections may be paged, as `Pages.run` does.
 *
 * @param complexity of the request, for the error
 * @throws RequestError if a block cannot be read
 */
export function runPaged<Result>(space: Space, work: () => Result, complexity: number): Result | Promise<Result> {
  const result = space.pages === undefined ? work() : space.pages.run(work);
  return result instanceof Promise ? result.catch((error: unknown) => throwUnavailable(error, complexity)) : result;
}

function throwUnavailable(error: unknown, complexity: number): never {
  if (!(error instanceof UnreadableBlock)) throw error;
  const detail =
    'A part of this answer cannot be read on this server at present. Try again later, or ask another server.';
  throw new RequestError([{ code: 'Unavailable', detail }], complexity);
}

/** @returns the query at the end of every link: the requested locale, even if it is the default one; `''` without one */
export const linkQuery = ({ locale }: ParsedRequest): string =>
  locale === undefined ? '' : `?localeCode=${encodeComponent(locale.code)}`;

function responderOf(space: Space, request: ParsedRequest, base: string): Responder {
  const localSpace = spaceOf(space, request.locale?.place ?? 0);
  let responderByLink = responders.get(localSpace);
  if (responderByLink === undefined) {
    responderByLink = new Map();
    responders.set(localSpace, responderByLink);
  }
  const query = linkQuery(request);
  const link = base + query;
  let responder = responderByLink.get(link);
  if (responder === undefined) {
    responder = new Responder(localSpace, base, query);
    responderByLink.set(link, responder);
  }
  return responder;
}
