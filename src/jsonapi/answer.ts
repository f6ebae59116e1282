/**
 * Answering without keeping a responder at hand: one is kept per space, locale and mount point.
 */
import { encodeComponent } from '../model/index.js';
import { type Space, spaceOf } from '../snapshot/index.js';
import { type AnswerOptions, type Loan, Responder } from './document/index.js';
import type { ParsedRequest } from './request/parsed-request.js';

const responders = new WeakMap<Space, Map<string, Responder>>();

/**
 * @param base  prefix of every link: public URL and mount path
 * @throws RequestError when the item does not exist, or the answer would cost more than it may
 */
export const answer = (space: Space, request: ParsedRequest, base: string, options?: AnswerOptions): Buffer =>
  responderOf(space, request, base).answer(request, options);

/** As `answer`, for who gives the document back once nobody reads it: its memory is then used for another. */
export const lend = (space: Space, request: ParsedRequest, base: string, options?: AnswerOptions): Loan =>
  responderOf(space, request, base).lend(request, options);

/** What every link ends with: whoever names a locale finds it in all links, also the default one. */
export const linkQuery = ({ locale }: ParsedRequest): string =>
  locale === undefined ? '' : `?localeCode=${encodeComponent(locale.code)}`;

function responderOf(space: Space, request: ParsedRequest, base: string): Responder {
  const local = spaceOf(space, request.locale?.place ?? 0);
  let byBase = responders.get(local);
  if (byBase === undefined) {
    byBase = new Map();
    responders.set(local, byBase);
  }
  const query = linkQuery(request);
  let responder = byBase.get(base + query);
  if (responder === undefined) {
    responder = new Responder(local, base, query);
    byBase.set(base + query, responder);
  }
  return responder;
}
