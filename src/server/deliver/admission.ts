/**
 * Who is let in: requests for content are refused with 503 while the server has no room for another answer, or no time
 * to make one. Refusals are written at once, without a context, as they must stay cheap when there are many.
 */
import type { IncomingMessage } from 'node:http';
import { renderErrors } from '../../jsonapi/index.js';
import type { ConnectionLimit } from '../wire/connection-limit.js';
import { COMPLEXITY_HEADER, JSON_API, NO_STORE, RETRY_AFTER_SECONDS, SNAPSHOT_HEADER } from '../wire/headers.js';
import { readHeaders } from '../wire/request-headers.js';
import type { WatchedResponse } from '../wire/watched-response.js';
import type { Asked } from './asked.js';
import type { Sending } from './sending.js';

const overloaded = renderErrors([{ code: 'Unavailable', detail: 'The server is overloaded; try again in a second.' }]);

export interface Admission {
  /** Refuses where there is no room for any answer. @returns whether the request was refused, and is answered */
  readonly refusesAny: (asked: Asked, request: IncomingMessage, response: WatchedResponse) => boolean;
  /** Refuses where there is no time for an answer that is not ready. @returns as `refusesAny` */
  readonly refusesNew: (asked: Asked, request: IncomingMessage, response: WatchedResponse) => boolean;
  /** Requests refused so far. */
  readonly shed: () => number;
}

/** @param everyLines what every response has, as names and values in turn */
export function admission(sending: Sending, everyLines: readonly string[], connections: ConnectionLimit): Admission {
  const refusalLines = [
    ...[COMPLEXITY_HEADER, '0', ...everyLines, 'Content-Type', JSON_API, 'Cache-Control', NO_STORE],
    ...['Retry-After', RETRY_AFTER_SECONDS, 'Content-Length', String(overloaded.byteLength)],
  ];
  let shed = 0;

  const refuse = (snapshot: string, request: IncomingMessage, response: WatchedResponse, last: boolean): true => {
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
    refusesAny({ mount }, request, response) {
      const { space } = mount.served;
      // Without a snapshot it is 503 in any case, which says so.
      if (space === undefined) return false;
      const surplus = connections.isSurplus(request.socket);
      return surplus || !sending.overload.hasRoom() ? refuse(space.id, request, response, surplus) : false;
    },
    refusesNew({ mount }, request, response) {
      const { space } = mount.served;
      return space === undefined || sending.overload.hasTime() ? false : refuse(space.id, request, response, false);
    },
  };
}
