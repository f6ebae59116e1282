/**
 * Which path is answered by what: a delivery root for each space, `/health`, and 404 for the rest.
 */
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { didYouMean, excerpt, list, RequestError } from '../errors/index.js';
import { type DeliveryOptions, delivery } from './delivery.js';
import { NO_STORE } from './headers.js';
import { health } from './health.js';
import type { Mount } from './mounts.js';
import type { ThreadState } from './status.js';
import { splitTarget } from './target.js';

const healthPath = '/health';

/** What OPTIONS is answered where no CORS preflight was asked; every answer to OPTIONS has Allow already. */
const options: Middleware = (ctx) => {
  ctx.status = 204;
  ctx.set('Cache-Control', NO_STORE);
};

/** For every path that nothing is mounted at. `OPTIONS *` asks about the server as a whole. */
function notFound(mounts: readonly Mount[]): Middleware {
  const roots = mounts.map((mount) => mount.base);
  return (ctx, next) => {
    const { path } = splitTarget(ctx.url);
    if (path === '*' && ctx.method === 'OPTIONS') return options(ctx, next);
    const depth = mounts.length === 1 ? 2 : 3;
    const beginning = path
      .split('/')
      .slice(0, depth + 1)
      .join('/');
    const paths = mounts.map((mount) => mount.path);
    const meant = didYouMean(beginning, [...paths, healthPath]);
    const detail = `Nothing is served at "${excerpt(path)}".${meant} The content is below ${list(roots)}.`;
    throw new RequestError([{ code: 'NotFound', detail }]);
  };
}

export interface RouteOptions {
  readonly mounts: readonly Mount[];
  readonly threads: () => readonly ThreadState[];
  readonly delivery: DeliveryOptions;
}

/** Paths are matched as sent, case and percent-encoding included; what follows a delivery root is left to its parser. */
export function addRoutes(app: Koa, { mounts, threads, delivery: deliveryOptions }: RouteOptions): void {
  const router = new Router({ sensitive: true });
  const spaces = mounts.map((mount) => mount.served);
  router.get(healthPath, health(spaces, threads)).options(healthPath, options);
  for (const mount of mounts) {
    const paths = [mount.path, `${mount.path}/*rest`];
    router.get(paths, delivery(mount, deliveryOptions)).options(paths, options);
  }
  app.use(router.routes()).use(notFound(mounts));
}
