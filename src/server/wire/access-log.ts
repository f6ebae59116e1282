/**
 * Whose request it is: the address at the other end of the connection, or the one that a trusted proxy tells.
 *
 * Each proxy appends the address that it was connected from. So only the last entries are true: as many as there are
 * proxies of the operator's own; whatever stands before them may have been made up by the client.
 *
 * One log line a request, once its client has taken the response or gone away; also for those that Node's parser
 * refuses, whose method and target are not known.
 */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorCode } from '../../content/errors/index.js';
import { withoutSecrets } from '../keys/index.js';
import type { WatchedResponse } from './connections.js';
import { readHeaders, requestIdOf } from './request.js';

export const PROXY_HEADERS = Object.freeze(['x-forwarded-for', 'forwarded'] as const);
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

export interface TrustedProxy {
  readonly header: ProxyHeader;
  /** How many proxies stand one behind the other, at least 1. */
  readonly hops: number;
}

/** One `for=` of a Forwarded header, a quoted value or a bare one. */
const forPattern = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
/** Elements of a list, with commas in quotes left alone. */
const elementPattern = /(?:"[^"]*"|[^,"])+/g;

const addressOf = (element: string): string => {
  const found = forPattern.exec(element);
  return found?.[1] ?? found?.[2] ?? '';
};

/**
 * @param connected address at the other end of the connection
 * @returns the address as it is written there; undefined where none is known
 */
export function clientOf(
  connected: string | undefined,
  { headers }: Pick<IncomingMessage, 'headers'>,
  proxy: TrustedProxy | undefined,
): string | undefined {
  const sent = proxy === undefined ? undefined : headers[proxy.header];
  if (proxy === undefined || sent === undefined) return connected;
  const elements: readonly string[] = [sent].flat().join(',').match(elementPattern) ?? [];
  const named = elements.map((element) => (proxy.header === 'forwarded' ? addressOf(element) : element.trim()));
  return named.at(-proxy.hops) || connected;
}

/** Hears of a response that has ended. */
export type EndListener = (response: WatchedResponse) => void;

/**
 * @param logger written to at level `info`, whatever its own level
 * @param proxy  whose word on the client's address counts; undefined: nobody's
 */
export function accessLog(logger: Logger, proxy?: TrustedProxy): EndListener {
  const lines = logger.child({}, { level: 'info' });
  return (response) => {
    lines.info(
      {
        client: clientOf(response.openedOn?.address, response.req, proxy) ?? null,
        method: response.req.method,
        target: withoutSecrets(response.target),
        route: given(response.route),
        status: response.statusTaken,
        complexity: response.complexity,
        byteLength: response.bodyBytes,
        elapsedMs: Math.round((performance.now() - response.startMs) * 1000) / 1000,
        complete: response.writableFinished,
        userAgent: shown(response.req.headers['user-agent']),
        key: given(response.keyName),
        traceparent: traceOf(response.req.headers['traceparent']),
        requestId: withoutSecrets(requestIdOf(readHeaders(response.req.rawHeaders).requestId)),
        host: shown(response.req.headers.host),
        space: given(response.space),
        snapshot: given(response.snapshot),
        cached: response.cached ?? null,
        error: given(response.errorCode),
      },
      'request',
    );
  };
}

const given = (text: string): string | null => (text === '' ? null : text);

const shown = (header: string | undefined): string | null => (header === undefined ? null : withoutSecrets(header));

const traceContext = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @returns the header of W3C Trace Context, null where it is absent or is none, so that nobody writes into the log by it */
const traceOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && traceContext.test(header) ? header : null;

/** Hears of an answer that was written to a connection by hand. */
export type RefusalLog = (socket: Duplex, status: number, error: ErrorCode, byteLength: number) => void;

/** @param logger written to at level `info`, whatever its own level */
export function refusalLog(logger: Logger): RefusalLog {
  const lines = logger.child({}, { level: 'info' });
  return (socket, status, error, byteLength) => {
    const client = 'remoteAddress' in socket ? (socket.remoteAddress ?? null) : null;
    const write = (): void => {
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
          requestId: requestIdOf(undefined),
          host: null,
          space: null,
          snapshot: null,
          cached: null,
          error,
        },
        'request',
      );
    };
    if (socket.closed) write();
    else socket.once('close', write);
  };
}
