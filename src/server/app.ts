/**
 * The Koa application: what runs around every request, in order.
 *
 * From the outside in: headers that no response lacks, the access log, error documents, CORS, the guard, the routes.
 */
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { accessLog } from './access-log.js';
import type { CrossOrigin } from './cors.js';
import type { DeliveryOptions } from './delivery.js';
import { errorDocuments } from './error-documents.js';
import { guard } from './guard.js';
import { ALLOW, COMPLEXITY_HEADER } from './headers.js';
import type { Mount } from './mounts.js';
import { addRoutes } from './routes.js';
import type { ThreadState } from './status.js';

export interface AppOptions {
  readonly mounts: readonly Mount[];
  /** All that answer, where there are several. */
  readonly threads: () => readonly ThreadState[];
  readonly crossOrigin: CrossOrigin;
  readonly accessLog: boolean;
  /** Whether connections shall end with their current response. */
  readonly closing: () => boolean;
  readonly delivery: DeliveryOptions;
  readonly logger: Logger;
}

/** Headers of every response, also of errors, of OPTIONS and of 304. */
function everyResponse({ crossOrigin, closing }: AppOptions): Middleware {
  const vary = crossOrigin.varies ? 'Accept, Accept-Encoding, Origin' : 'Accept, Accept-Encoding';
  return async (ctx, next) => {
    ctx.set(COMPLEXITY_HEADER, '0');
    if (ctx.method === 'OPTIONS') ctx.set('Allow', ALLOW);
    await next();
    // Set last: the CORS middleware adds Origin even where any origin is answered alike.
    ctx.set('Vary', vary);
    if (closing()) ctx.set('Connection', 'close');
  };
}

export function createApp(options: AppOptions): Koa {
  const app = new Koa();
  // What arrives here went wrong after the response was decided: in practice, clients that hung up.
  app.on('error', (error) => options.logger.debug({ err: error }, 'a response could not be sent'));
  app.use(everyResponse(options));
  if (options.accessLog) app.use(accessLog(options.logger));
  app.use(errorDocuments(options.logger));
  app.use(options.crossOrigin.middleware);
  app.use(guard());
  addRoutes(app, options);
  return app;
}
