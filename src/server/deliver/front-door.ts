/**
 * What is answered before Koa builds a context: what the cache has ready, and refusals for want of time or room.
 *
 * Whatever is not plain goes on to Koa, which does all of it again in full: the door never decides that something is
 * wrong with a request.
 */
import type { IncomingMessage } from 'node:http';
import { renderErrors } from '../../jsonapi/index.js';
import { negotiateCoding } from '../negotiate/content-coding.js';
import type { ConnectionLimit } from '../wire/connection-limit.js';
import { COMPLEXITY_HEADER, JSON_API, NO_STORE, RETRY_AFTER_SECONDS, SNAPSHOT_HEADER } from '../wire/headers.js';
import { readHeaders } from '../wire/request-headers.js';
import { originForm } from '../wire/target.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import { type Mount, mountOf } from './mounts.js';
import { mediaTypeProblem, type Sending, sendIfUnmodified, sendRepresentation } from './sending.js';

const overloaded = renderErrors([{ code: 'Unavailable', detail: 'The server is overloaded; try again in a second.' }]);

export interface FrontDoor {
  /** @returns whether the request was answered. Cost: a few lookups and what Node's own response costs. */
  readonly answer: (request: IncomingMessage, response: WatchedResponse) => boolean;
  /** Requests refused so far. */
  readonly shed: () => number;
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** @param everyLines what every answer has besides, as names and values in turn */
export function frontDoor(
  mounts: readonly Mount[],
  sending: Sending,
  everyLines: readonly string[],
  connections: ConnectionLimit,
): FrontDoor {
  const refusalLines = [
    ...[COMPLEXITY_HEADER, '0', ...everyLines, 'Content-Type', JSON_API, 'Cache-Control', NO_STORE],
    ...['Retry-After', RETRY_AFTER_SECONDS, 'Content-Length', String(overloaded.byteLength)],
  ];
  let shed = 0;

  const refuse = (request: IncomingMessage, response: WatchedResponse, snapshot: string, last = false): true => {
    shed += 1;
    const named = sending.crossOrigin.namedLines(readHeaders(request.rawHeaders).origin);
    const closing = last || sending.closing() ? ['Connection', 'close'] : [];
    response.writeHead(503, [...refusalLines, SNAPSHOT_HEADER, snapshot, ...named, ...closing]);
    if (request.method === 'HEAD') response.end();
    else {
      response.bodyBytes = overloaded.byteLength;
      response.end(overloaded);
    }
    return true;
  };

  return {
    shed: () => shed,
    answer(request, response) {
      if (!isRead(request.method)) return false;
      const target = originForm(request.url ?? '');
      const mount = mountOf(mounts, target);
      const space = mount?.served.space;
      if (mount === undefined || space === undefined) return false;
      if (connections.isSurplus(request.socket)) return refuse(request, response, space.id, true);
      if (!sending.overload.hasRoom()) return refuse(request, response, space.id);
      const answer = mount.cache.of(space)?.find(target);
      if (answer === undefined) return sending.overload.hasTime() ? false : refuse(request, response, space.id);
      const headers = readHeaders(request.rawHeaders);
      if (headers.hostLines !== 1 || mediaTypeProblem(headers) !== undefined) return false;
      const coding = negotiateCoding(headers.acceptEncoding, answer.documentBytes);
      if (coding === undefined) return false;
      if (!sendIfUnmodified(response, answer, coding, headers, sending)) {
        const representation = answer.ready(coding);
        if (representation === undefined) return false;
        sendRepresentation(response, answer, representation, headers, sending);
      }
      mount.cache.hits += 1;
      return true;
    },
  };
}
