/**
 * The cache before Koa: answers that are ready are sent before a context is built.
 *
 * It is a cache and nothing else. Whatever is not plain goes on to Koa, which does all of it again in full: the door
 * never decides that something is wrong with a request.
 */
import type { IncomingMessage } from 'node:http';
import type { Gate } from '../access/gate.js';
import { negotiateCoding } from '../negotiate/content-coding.js';
import { readHeaders } from '../wire/request-headers.js';
import { requestProblem } from '../wire/request-problem.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import type { Admission } from './admission.js';
import type { Asked } from './asked.js';
import { matchProblem, mediaTypeProblem, nameProfile, type Sending, sendReady } from './sending.js';

/** @returns whether the request was answered. Cost: a few lookups and what Node's own response costs. */
export type FrontDoor = (asked: Asked, request: IncomingMessage, response: WatchedResponse) => boolean;

/** @param gate what content is behind; undefined where everybody may read it */
export function frontDoor(
  sending: Sending,
  admission: Admission,
  gate: Gate | undefined,
  targetBytesMaximum: number,
): FrontDoor {
  return ({ mount, target }, request, response) => {
    if (mount === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    if (!admission.hasRoom(request)) return false;
    if (gate !== undefined) {
      if (gate.refusal(request, response, mount.served.name) !== undefined) return false;
      // The cache is of what is published.
      if (mount.preview !== undefined && response.key?.preview === true) return false;
    }
    const { space } = mount.served;
    const answer = space === undefined ? undefined : mount.cache.of(space)?.find(target);
    if (answer === undefined) return false;
    const headers = readHeaders(request.rawHeaders);
    if (requestProblem(request, headers, targetBytesMaximum) !== undefined) return false;
    if (mediaTypeProblem(headers) !== undefined) return false;
    nameProfile(mount, headers, response);
    const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
    if (coding === undefined || matchProblem(answer, coding, headers, response) !== undefined) return false;
    response.snapshot = space?.id ?? '';
    response.cached = true;
    response.route = answer.route;
    if (!sendReady(response, answer, coding, headers, sending)) return false;
    mount.cache.hits += 1;
    return true;
  };
}
