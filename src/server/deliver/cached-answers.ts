/**
 * Sends cached answers before Koa, so that no Koa context is built for them.
 *
 * Any other request is passed on to Koa, which checks everything again: this file reports no error. The key and the media type
 * that are noted at the response stay valid then, as Koa computes the same ones.
 */
import type { IncomingMessage } from 'node:http';
import type { Gate } from '../access/gate.js';
import { readHeaders } from '../http/request-headers.js';
import { requestProblem } from '../http/request-problem.js';
import { negotiateCoding } from '../negotiate/content-coding.js';
import type { RequestTarget } from '../spaces/request-target.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import type { Admission } from './admission.js';
import { findMatchProblem, findMediaTypeProblem, type Sending, sendIfReady, setProfiledType } from './send-answer.js';

/** @returns whether the request was answered. Cost: a few lookups, and Node's own cost of a response. */
type AnswerFromCache = (target: RequestTarget, request: IncomingMessage, response: WatchedResponse) => boolean;

/** @param gate undefined if content is open to everybody. @returns a function that answers plain cache hits */
export function createCacheAnswerer(
  sending: Sending,
  admission: Admission,
  gate: Gate | undefined,
  targetBytesMaximum: number,
): AnswerFromCache {
  return ({ mount, text }, request, response) => {
    if (mount === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    if (!admission.hasRoom(request)) return false;
    if (gate !== undefined) {
      // Also notes the request's key at the response, once.
      if (gate.refusal(request, response, mount.served.name) !== undefined) return false;
      // Only answers of the published snapshot are cached.
      if (mount.preview !== undefined && response.key?.preview === true) return false;
    }
    const { space } = mount.served;
    const answer = space === undefined ? undefined : mount.cache.of(space)?.find(text);
    if (answer === undefined) return false;
    const headers = readHeaders(request.rawHeaders);
    if (requestProblem(request, headers, targetBytesMaximum) !== undefined) return false;
    if (findMediaTypeProblem(headers) !== undefined) return false;
    setProfiledType(mount, headers, response);
    const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
    if (coding === undefined || findMatchProblem(answer, coding, headers, response) !== undefined) return false;
    response.snapshot = space?.id ?? '';
    response.cached = true;
    response.route = answer.route;
    if (!sendIfReady(response, answer, coding, headers, sending)) return false;
    mount.cache.hits += 1;
    return true;
  };
}
