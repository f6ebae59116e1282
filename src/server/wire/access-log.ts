/**
 * The access log: one line per request, once its client has taken the response or gone away; also for requests that
 * Node's parser refuses, whose method and target are not known.
 */
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorCode } from '../../content/errors/index.js';
import { readHeaders } from '../http/request-headers.js';
import { readRequestId } from '../http/request-id.js';
import { withoutSecrets } from '../keys/index.js';
import { findClientAddress, type TrustedProxy } from './client-address.js';
import type { WatchedResponse } from './watched-response.js';

/** Called with a response that has ended. */
export type EndListener = (response: WatchedResponse) => void;

/**
 * @param logger its lines are written at level `info`, whatever the logger's own level
 * @param proxy  whose header with the client's address is trusted; undefined: no header is
 */
export function createAccessLog(logger: Logger, proxy?: TrustedProxy): EndListener {
  const lines = logger.child({}, { level: 'info' });
  return (response) => {
    lines.info(
      {
        client: findClientAddress(response.openedOn?.address, response.req, proxy) ?? null,
        method: response.req.method,
        target: withoutSecrets(response.target),
        route: nullIfEmpty(response.route),
        status: response.finalStatus,
        complexity: response.complexity,
        byteLength: response.bodyBytes,
        elapsedMs: Math.round((performance.now() - response.startMs) * 1000) / 1000,
        complete: response.writableFinished,
        userAgent: redactHeader(response.req.headers['user-agent']),
        key: nullIfEmpty(response.keyName),
        traceparent: readTraceparent(response.req.headers['traceparent']),
        requestId: withoutSecrets(readRequestId(readHeaders(response.req.rawHeaders).requestId)),
        host: redactHeader(response.req.headers.host),
        space: nullIfEmpty(response.space),
        snapshot: nullIfEmpty(response.snapshot),
        cached: response.cached ?? null,
        error: nullIfEmpty(response.errorCode),
      },
      'request',
    );
  };
}

const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

const redactHeader = (header: string | undefined): string | null =>
  header === undefined ? null : withoutSecrets(header);

const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @returns the header of W3C Trace Context; null if it is absent or malformed, so that clients cannot write other text into the log */
const readTraceparent = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && traceparentPattern.test(header) ? header : null;

/** Called with a response that was written directly to a socket. */
export type RefusalLog = (socket: Duplex, status: number, error: ErrorCode, byteLength: number) => void;

/** @param logger its lines are written at level `info`, whatever the logger's own level */
export function createRefusalLog(logger: Logger): RefusalLog {
  const lines = logger.child({}, { level: 'info' });
  return (socket, status, error, byteLength) => {
    const client = 'remoteAddress' in socket ? (socket.remoteAddress ?? null) : null;
    const writeLine = (): void => {
      const complete = socket.writableFinished;
      lines.info(
        {
          client,
          method: null,
          target: null,
          route: null,
          status,
          complexity: 0,
          byteLength,
          complete,
          userAgent: null,
          key: null,
          traceparent: null,
          requestId: readRequestId(undefined),
          host: null,
          space: null,
          snapshot: null,
          cached: null,
          error,
        },
        'request',
      );
    };
    if (socket.closed) writeLine();
    else socket.once('close', writeLine);
  };
}
