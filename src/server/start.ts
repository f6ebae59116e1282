/**
 * A running server: Node's HTTP server around the Koa application, with the limits and the refusals Koa never sees.
 */
import { createServer } from 'node:http';
import { refusalLog } from './access-log.js';
import { createApp } from './app.js';
import { watchConnections } from './connections.js';
import { crossOrigin } from './cors.js';
import { listen } from './listen.js';
import { mountsOf } from './mounts.js';
import {
  ANY_ORIGIN,
  checkCacheControl,
  checkCorsOrigin,
  checkPublicUrl,
  checkSpaces,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_OVERLOAD,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  type ServerOptions,
} from './options.js';
import { watchLoad } from './overload.js';
import { answerRejected } from './rejected.js';
import { drain } from './shutdown.js';

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Delivery roots as clients see them, in the order of the spaces; absolute. */
  readonly roots: readonly string[];
  /** Stops accepting, lets requests in flight finish. @returns how many responses had to be cut at the deadline */
  readonly close: () => Promise<number>;
}

/** @throws OperationError when an option is wrong or the address cannot be taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkSpaces(options.spaces);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const publicUrl = options.publicUrl === undefined ? '' : checkPublicUrl(options.publicUrl);
  const mounts = mountsOf(options.spaces, publicUrl);
  const cors = crossOrigin((options.corsOrigins ?? [ANY_ORIGIN]).map(checkCorsOrigin));
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAXIMUM,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    // The guard checks it, and answers with a document.
    requireHostHeader: false,
  });
  server.timeout = timeouts.stallMs;
  const connections = watchConnections(server);
  let closing: Promise<number> | undefined;

  const app = createApp({
    mounts,
    threads: options.threads ?? (() => []),
    crossOrigin: cors,
    accessLog: options.accessLog ?? false,
    closing: () => closing !== undefined,
    delivery: {
      cacheControl: checkCacheControl(options.cacheControl ?? DEFAULT_CACHE_CONTROL),
      overload: watchLoad(connections.inFlight, { ...DEFAULT_OVERLOAD, ...options.overload }),
    },
    logger: options.logger,
  });
  server.on('request', app.callback());
  // An expectation that nobody meets is no reason to refuse a read; Node's own 417 would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Bodies are not read, so nobody need be told to go on; Node's own 100 to a pipelined request would stand between the
  // headers and the body of its answer.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  const logged = options.accessLog === true ? refusalLog(options.logger) : undefined;
  answerRejected(server, connections, cors.rawLines, logged);

  const origin = await listen(server, options.host, options.port, options.reusePort);
  return {
    origin,
    roots: mounts.map((mount) => (publicUrl === '' ? `${origin}${mount.path}` : mount.base)),
    close() {
      closing ??= drain(server, connections, timeouts.drainMs);
      return closing;
    },
  };
}
