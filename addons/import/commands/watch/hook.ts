/**
 * The HTTP server of `stele watch`: webhooks at `/hook`, and `/health`, `/health/live` and `/metrics`.
 *
 * A webhook needs the secret; its body is bounded and ignored.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../../src/server/index.js';

export const HOOK_PATH = '/hook';
const bodyBytesMaximum = 2 ** 20;
const headersMs = 5_000;
const connectionsMaximum = 2_000;

export interface HookOptions {
  readonly host: string;
  readonly port: number;
  /** A webhook must send it as `Authorization: Bearer <secret>`. */
  readonly secret: string;
  /** Time limit of a whole request; a slower one is answered with 408. Default 10 s. */
  readonly requestMs?: number;
  readonly onHook: (isAccepted: boolean) => void;
  /** The bodies of `GET /health` and `GET /metrics`. */
  readonly health: () => object;
  readonly metrics: () => Promise<string>;
}

export interface Hook {
  readonly origin: string;
  readonly close: () => void;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Starts the server. @throws OperationError if it cannot listen on the address */
export async function listenForHooks(options: HookOptions): Promise<Hook> {
  const { host, port, secret, requestMs = 10_000, onHook, health, metrics } = options;
  const expectedDigest = digest(`Bearer ${secret}`);
  /** The comparison takes the same time for every header, so that the secret cannot be guessed by timing. */
  const isSecret = ({ headers }: IncomingMessage): boolean =>
    timingSafeEqual(digest(headers.authorization ?? ''), expectedDigest);

  const send = (response: ServerResponse, status: number, body: object | string, extraHeaders: object = {}): void => {
    const isText = typeof body === 'string';
    const headers = {
      'Content-Type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...extraHeaders,
    };
    response.writeHead(status, headers).end(isText ? body : `${JSON.stringify(body)}\n`);
  };
  /** Answers and closes the connection; the rest of the request is not read. */
  const refuse = (response: ServerResponse, status: number, error: string, extraHeaders: object = {}): void =>
    send(response, status, { error }, { Connection: 'close', ...extraHeaders });

  const receiveHook = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isSecret(request)) {
      onHook(false);
      refuse(response, 401, 'Send the secret as Authorization: Bearer <secret>.', { 'WWW-Authenticate': 'Bearer' });
      return;
    }
    let byteLength = 0;
    request.on('data', (chunk: Buffer) => {
      byteLength += chunk.byteLength;
      if (byteLength <= bodyBytesMaximum || response.headersSent) return;
      onHook(false);
      refuse(
        response,
        413,
        `The body has more than ${bodyBytesMaximum} bytes. Send a shorter one; its content is ignored.`,
      );
    });
    request.on('end', () => {
      if (response.headersSent) return;
      onHook(true);
      send(response, 202, { status: 'accepted' });
    });
  };

  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: Math.min(headersMs, requestMs),
      keepAliveTimeout: headersMs,
      connectionsCheckingInterval: requestMs / 10,
    },
    (request, response) => {
      const { method, url = '' } = request;
      const [path] = url.split('?');
      const isHook = path === HOOK_PATH;
      const allowed = isHook ? ['POST'] : ['GET', 'HEAD'];
      if (!isHook && path !== '/health' && path !== '/health/live' && path !== '/metrics')
        refuse(response, 404, `There is nothing at this path. Request ${HOOK_PATH}, /health or /metrics.`);
      else if (!allowed.includes(method ?? ''))
        refuse(response, 405, `The method is not allowed. Use ${allowed.join(' or ')}.`, { Allow: allowed.join(', ') });
      else if (isHook) receiveHook(request, response);
      else if (path === '/metrics') void metrics().then((text) => send(response, 200, text));
      else send(response, 200, health());
    },
  );
  server.maxConnections = connectionsMaximum;
  const origin = await listen(server, host, port);
  return {
    origin,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
