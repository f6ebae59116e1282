/**
 * Which path is answered by what: a delivery root for each space, `/health`, `/metrics`, and 404 for the rest.
 */
import type { Middleware } from 'koa';
import { didYouMean, excerpt, InvariantError, list, RequestError } from '../../errors/index.js';
import type { DeliveryState } from '../deliver/delivery.js';
import { type Mount, mountOf } from '../deliver/mounts.js';
import { NO_STORE } from '../wire/headers.js';
import { splitTarget } from '../wire/target.js';

/** What OPTIONS is answered where no CORS preflight was asked; every answer to OPTIONS has Allow already. */
const options: Middleware = (ctx) => {
  ctx.status = 204;
  ctx.set('Cache-Control', NO_STORE);
};

/** @param pages what is answered beside the delivery roots, by path */
function notFound(path: string, mounts: readonly Mount[], pages: ReadonlyMap<string, Middleware>): RequestError {
  const depth = mounts.length === 1 ? 2 : 3;
  const beginning = path
    .split('/')
    .slice(0, depth + 1)
    .join('/');
  const meant = didYouMean(beginning, [...mounts.map((mount) => mount.path), ...pages.keys()]);
  const roots = mounts.map((mount) => mount.base);
  const where = roots.length === 0 ? '' : ` The content is below ${list(roots)}.`;
  const detail = `Nothing is served at "${excerpt(path)}".${meant}${where}`;
  return new RequestError([{ code: 'NotFound', detail }]);
}

/**
 * Paths are matched as sent, case and percent-encoding included; what follows a delivery root is left to its parser.
 * `OPTIONS *` asks about the server as a whole.
 */
export function routes(mounts: readonly Mount[], pages: ReadonlyMap<string, Middleware>): Middleware<DeliveryState> {
  return (ctx, next) => {
    const { path } = splitTarget(ctx.url);
    const page = pages.get(path) ?? pages.get(path.replace(/\/$/, ''));
    const isMount = mountOf(mounts, ctx.url) !== undefined;
    const isOptions = ctx.method === 'OPTIONS';
    if (page === undefined && !isMount && !(path === '*' && isOptions)) throw notFound(path, mounts, pages);
    if (isOptions) return options(ctx, next);
    if (page !== undefined) return page(ctx, next);
    const { failure } = ctx.state;
    if (failure === undefined) throw new InvariantError(`${ctx.method} ${path} was neither answered nor refused`);
    throw failure.error;
  };
}
