/**
 * Answering without keeping a responder at hand: one is kept per space and mount point.
 */
import type { Space } from '../snapshot/index.js';
import { type AnswerOptions, Responder } from './document/index.js';
import type { ParsedRequest } from './request/parsed-request.js';

const responders = new WeakMap<Space, Map<string, Responder>>();

/**
 * @param base  prefix of every link: public URL and mount path
 * @throws RequestError when the item does not exist, or the answer would cost more than it may
 */
export function answer(space: Space, request: ParsedRequest, base: string, options?: AnswerOptions): Buffer {
  let byBase = responders.get(space);
  if (byBase === undefined) {
    byBase = new Map();
    responders.set(space, byBase);
  }
  let responder = byBase.get(base);
  if (responder === undefined) {
    responder = new Responder(space, base);
    byBase.set(base, responder);
  }
  return responder.answer(request, options);
}
