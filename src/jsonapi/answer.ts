/**
 * Answering without keeping a responder at hand: one is kept per space and mount point.
 */
import type { Trace } from '../query/index.js';
import type { Space } from '../snapshot/index.js';
import { type Resource, Responder } from './document/index.js';
import type { ParsedRequest } from './request/parsed-request.js';

const responders = new WeakMap<Space, Map<string, Responder>>();

/**
 * @param base  prefix of every link: public URL and mount path
 * @param trace is told what is decided, and why
 * @param shown gets every resource in the document, where the caller wants to know
 * @throws RequestError when the item does not exist
 */
export function answer(space: Space, request: ParsedRequest, base: string, trace?: Trace, shown?: Resource[]): Buffer {
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
  return responder.answer(request, trace, shown);
}
