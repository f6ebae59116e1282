/**
 * The Koa application: what runs around every request, in order.
 *
 * Delivery comes first and answers most by itself. What it leaves, errors among it, goes through the layers below, from
 * the outside in: headers that no response lacks, error documents, CORS, the guard, the routes.
 */
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { type DeliveryOptions, type DeliveryState, delivery } from '../deliver/delivery.js';
import { ALLOW, COMPLEXITY_HEADER } from '../wire/headers.js';
import { watched } from '../wire/watched-response.js';
import { errorDocuments } from './error-documents.js';
import { guard } from './guard.js';
import { routes } from './routes.js';

export interface AppOptions extends DeliveryOptions {
  /** What `Vary` says in every response. */
  readonly vary: string;
  /** What is answered beside the delivery roots, by path. */
  readonly pages: ReadonlyMap<string, Middleware>;
  readonly logger: Logger;
}

/** Headers of every response that passes Koa's layers: errors, OPTIONS, and what stands beside the delivery roots. */
function everyResponse({ closing, vary }: AppOptions): Middleware {
  return async (ctx, next) => {
    ctx.set(COMPLEXITY_HEADER, '0');
    if (ctx.method === 'OPTIONS') ctx.set('Allow', ALLOW);
    await next();
    // Set last: the CORS middleware adds Origin even where any origin is answered alike.
    ctx.set('Vary', vary);
    if (closing()) ctx.set('Connection', 'close');
    const response = watched(ctx.res);
    response.complexity = Number(ctx.response.get(COMPLEXITY_HEADER));
    response.bodyBytes = ctx.method === 'HEAD' ? 0 : (ctx.length ?? 0);
  };
}

export function createApp(options: AppOptions): Koa<DeliveryState> {
  const app = new Koa<DeliveryState>();
  // What arrives here went wrong after the response was decided: in practice, clients that hung up.
  app.on('error', (error) => options.logger.debug({ err: error }, 'a response could not be sent'));
  app.use(delivery(options));
  app.use(everyResponse(options));
  app.use(errorDocuments(options.logger));
  app.use(options.crossOrigin.middleware);
  app.use(guard(options.targetBytesMaximum));
  app.use(routes(options.mounts, options.pages));
  return app;
}
