/**
 * Node's HTTP server with the configured limits and timeouts.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { WatchedResponse } from '../wire/watched-response.js';
import type { Settings } from './settings.js';

export type HttpServer = Server<typeof IncomingMessage, typeof WatchedResponse>;

export function createHttpServer({ headerBytesMaximum, timeouts }: Settings): HttpServer {
  const server = createServer({
    maxHeaderSize: headerBytesMaximum,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    // Checked by `requestProblem`, which leads to an error document.
    requireHostHeader: false,
    ServerResponse: WatchedResponse,
  });
  server.timeout = timeouts.stallMs;
  // An unknown expectation is no reason to refuse a read; Node's own 417 would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Bodies are not read, so clients need no 100; Node's own 100 to a pipelined request would be sent between the headers
  // and the body of an earlier response.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  return server;
}
