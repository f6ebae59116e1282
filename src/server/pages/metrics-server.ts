/**
 * `/metrics` on a port of its own, which need not be open to readers of the content.
 */
import { createServer } from 'node:http';
import type Koa from 'koa';
import type { RequestState } from '../spaces/request-state.js';
import { listen } from '../wire/listen.js';
import { WatchedResponse } from '../wire/watched-response.js';

interface MetricsServer {
  readonly origin: string;
  /** Closes at once: a scrape can be repeated. */
  readonly close: () => void;
}

/** @throws OperationError if the address cannot be used */
export async function serveMetrics(app: Koa<RequestState>, host: string, port: number): Promise<MetricsServer> {
  const server = createServer({ requireHostHeader: false, ServerResponse: WatchedResponse }, app.callback());
  const origin = await listen(server, host, port);
  return {
    origin,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
